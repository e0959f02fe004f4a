"""Addresses that pages of cards and decks link to.

Searches always get the shortest address, so that the same search has the same address.
"""

from urllib.parse import urlencode

from django.urls import reverse

from cards.models import Deck


def search_address(text: str, *, page: int = 1, at: str = "") -> str:
    """`/cards/?q=...&page=n` without default values; `at` is the path of another page with a search."""
    return (at or reverse("cards")) + asked(text, page=page)


def asked(text: str, *, page: int = 1) -> str:
    """The query string of a search, with its question mark; empty for all cards."""
    given = {"q": text} if text else {}
    if page > 1:
        given["page"] = str(page)
    return f"?{urlencode(given)}" if given else ""


def play_address(deck: Deck) -> str:
    """The start page with the deck chosen."""
    return f"{reverse('home')}?{urlencode({'rules': deck.rules, 'deck': deck.slug})}#decks-title"
