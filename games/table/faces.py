"""Card faces prepared for the templates that draw them."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from cards.art import art_version
from games.table.board import Card


def pictured(faces: Mapping[str, Card], *, rules: str = engine.V1_4A.key) -> dict[str, Card]:
    """
    The cards with their keys and picture URLs added; HOME is written in capitals, and an event says what it
    costs by these rules (P11).
    """
    shown: dict[str, Card] = {}
    for key, face in faces.items():
        more = {}
        if face["kind"] == "home":
            more = {"name": str(face["name"]).upper()}
        elif face["kind"] == "event" and not engine.RULES[rules].event_ends_turn:
            more = {"foot": _("One action")}
        shown[key] = {**face, "key": key, "art": _picture(key, face), **more}
    return shown


def _picture(key: str, face: Card) -> str:
    """The URL of the card's picture; "" for a card from a record, which has none."""
    return reverse("card-art", args=[key, art_version(dict(face), key)]) if "subject" in face else ""
