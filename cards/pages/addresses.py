"""Addresses of searches: always the shortest, so that the same search is the same address."""

from urllib.parse import urlencode

from django.urls import reverse


def search_address(text: str, *, page: int = 1, at: str = "") -> str:
    """`/cards/?q=...&page=n` without what is empty or one; `at` is the path of another page that searches."""
    return (at or reverse("cards")) + asked(text, page=page)


def asked(text: str, *, page: int = 1) -> str:
    """The part behind the path, with its question mark, that names a search; empty for all cards."""
    given = {"q": text} if text else {}
    if page > 1:
        given["page"] = str(page)
    return f"?{urlencode(given)}" if given else ""
