"""Cards of a search, ready for `{% card_face %}` and to be opened."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from cards.art import art_version
from cards.models import Card
from cards.pages.addresses import asked


def faces(cards: Iterable[Card], *, text: str = "") -> list[dict[str, Any]]:
    """
    What each face shows, with `key`, `art` (address of its picture) and `page` (that of the card).

    `text` is the search in which they were found: the card's page leads back there.
    """
    found = []
    for card in cards:
        face = card.as_face()
        art = reverse("card-art", args=[card.key, art_version(face, card.key)])
        page = reverse("card", args=[card.key]) + asked(text)
        found.append(face | {"key": card.key, "art": art, "page": page})
    return found
