"""Cards prepared for `{% card_face %}`, with links to their pages."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from cards.models import Card, Kind
from cards.pages.addresses import art_address, card_address, sketch_address
from cards.services.card_file import EMPTY
from cards.services.contents import Columns
from engine.phylo.rules import RULES

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
    if rules and card.kind == Kind.EVENT and not RULES[rules].event_ends_turn:
        face["foot"] = _("One action")
    return face


def sketched(contents: Columns) -> Face:
    """The face of contents that are not stored and may be unfinished."""
    known = EMPTY | {"art": {}} | dict(contents)
    names = ("name", "latin_name", "kind", "scale", "food_chain", "diet", "terrains", "climates", "points")
    face = {name: known[name] for name in (*names, "kingdom", "phylum", "class", "tags")}
    face |= {name: known[name] for name in ("abilities", "duration", "effects", "fact", "source", "subject")}
    face["name"] = face["name"] or _("A new card")
    face["kind"] = face["kind"] or Kind.SPECIES
    face["key"] = known["key"] or "new-card"
    if known["target"] is not None:
        face["target"] = known["target"]
    if known["art"]:
        face["picture"] = known["art"]
    return face | {"art": sketch_address(str(face["key"]), face)}
