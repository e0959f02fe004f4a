"""
Addresses that pages of cards and decks lead to. Those of searches are always the shortest, so that the same
search is the same address.
"""

from urllib.parse import urlencode

from django.urls import reverse

from cards.models import Deck


def search_address(text: str, *, page: int = 1, at: str = "") -> str:
    """`/cards/?q=...&page=n` without what is empty or one; `at` is the path of another page that searches."""
    return (at or reverse("cards")) + asked(text, page=page)


def asked(text: str, *, page: int = 1) -> str:
    """The part behind the path, with its question mark, that names a search; empty for all cards."""
    given = {"q": text} if text else {}
    if page > 1:
        given["page"] = str(page)
    return f"?{urlencode(given)}" if given else ""


def play_address(deck: Deck) -> str:
    """The start page with the deck chosen."""
    return f"{reverse('home')}?{urlencode({'rules': deck.rules, 'deck': deck.slug})}#decks-title"
