"""Cards prepared for `{% card_face %}`, with links to their pages."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

import engine
from cards.models import Card, Kind
from cards.pages.addresses import art_address, card_address

Face = dict[str, Any]
"""The content of a face: the card object, and what no rule reads."""


def faces(cards: Iterable[Card], *, text: str = "", rules: str = "") -> list[Face]:
    """
    The faces with `key`, `art` (address of the picture) and `page` (address of the card's page).

    `text` is the search in which they were found; the card's page links back to it. With `rules`, events
    state their cost (P11).
    """
    found = []
    for card in cards:
        face = face_by(card, rules)
        art, page = art_address(card.key, face), card_address(card, text)
        found.append(face | {"key": card.key, "art": art, "page": page})
    return found


def face_by(card: Card, rules: str) -> Face:
    """The face under these rules; "" for no particular ones."""
    face = card.as_face()
    if rules and card.kind == Kind.EVENT and not engine.RULES[rules].event_ends_turn:
        face["foot"] = _("One action")
    return face
