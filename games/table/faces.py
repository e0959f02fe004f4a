"""Cards of the database, ready for the templates that draw them."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from cards.art import art_version


def pictured(
    faces: Mapping[str, Mapping[str, Any]], *, rules: str = engine.V1_4A.key
) -> dict[str, dict[str, Any]]:
    """
    The same cards, each with its key and the address of its picture; HOME is written in capitals, and an
    event says what it costs by these rules (P11).
    """
    shown = {
        key: {**face, "key": key, "art": picture(key, face) if is_known(face) else ""}
        for key, face in faces.items()
    }
    for face in shown.values():
        if face["kind"] == "home":
            face["name"] = str(face["name"]).upper()
        elif face["kind"] == "event" and not engine.RULES[rules].event_ends_turn:
            face["foot"] = _("One action")
    return shown


def is_known(face: Mapping[str, Any]) -> bool:
    """Whether the card database has this card, and with it a picture: records bring cards of their own."""
    return "subject" in face


def picture(key: str, face: Mapping[str, Any]) -> str:
    return reverse("card-art", args=[key, art_version(dict(face), key)])
