"""Addresses that pages of cards and decks link to.

Searches always get the shortest address, so that the same search has the same address.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.core import signing
from django.urls import reverse

from cards.art import art_version
from cards.art.scene import DRAWN
from cards.models import Card
from cards.models.card import is_own
from phylo.http.addresses import picture_address
from phylo.http.languages import in_language

SKETCHES = signing.Signer(salt="cards.editor.sketch")


def search_address(text: str, *, page: int = 1, at: str = "") -> str:
    """`/cards/?q=...&page=n` without default values; `at` is the path of another page with a search."""
    return (at or reverse("cards")) + asked(text, page=page)


def asked(text: str, *, page: int = 1) -> str:
    """The query string of a search, with its question mark; empty for all cards."""
    given = {"q": text} if text else {}
    if page > 1:
        given["page"] = str(page)
    return f"?{urlencode(given)}" if given else ""


def sketch_address(key: str, face: Mapping[str, object]) -> str:
    """
    The address of the art of a card that is in no table of cards, or that not everybody may see: it holds all
    that is drawn, signed, so that nobody finds it who has not been shown the card.
    """
    drawn = {name: face[name] for name in DRAWN if face.get(name)}
    return reverse("card-sketch", args=[SKETCHES.sign_object([key, drawn], compress=True)])


def art_address(key: str, face: Mapping[str, object]) -> str:
    """The address of a card's art; `face` as of `Card.as_face`."""
    if is_own(key):
        return sketch_address(key, face)
    return picture_address("card-art", key, art_version(dict(face), key))


def card_address(card: Card, text: str = "") -> str:
    """The page of a card, or the face of a set's own one; `text` is the search in which it was found."""
    if card.in_set is not None:
        return in_language(reverse("set-card-face", args=[card.in_set.slug, card.in_set.card]))
    return reverse("card", args=[card.key]) + asked(text)
