"""Cards and decks of the database, ready for the templates that draw them."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.art import art_version
from cards.models import Deck
from games import engine
from games.wording import CLIMATES, TERRAINS, listed


def pictured(
    faces: Mapping[str, Mapping[str, Any]], *, rules: str = engine.V1_4A.key
) -> dict[str, dict[str, Any]]:
    """
    The same cards, each with its key and the address of its picture; HOME is written in capitals, and an
    event says what it costs by these rules (P11).
    """
    shown = {key: {**face, "key": key, "art": picture(key, face)} for key, face in faces.items()}
    for face in shown.values():
        if face["kind"] == "home":
            face["name"] = str(face["name"]).upper()
        elif face["kind"] == "event" and not engine.RULES[rules].event_ends_turn:
            face["foot"] = _("One action")
    return shown


def picture(key: str, face: Mapping[str, Any]) -> str:
    return reverse("card-art", args=[key, art_version(dict(face), key)])


def deck_view(deck: Deck) -> dict[str, Any]:
    """A ready deck as the home page shows it: where it lives, what it needs, and three of its cards."""
    entries = [(entry.card, entry.count) for entry in deck.entries.all()]
    terrains: Counter[str] = Counter()
    climates: Counter[str] = Counter()
    for card, count in entries:
        terrains.update(dict.fromkeys(card.terrains, count))
        climates.update(dict.fromkeys(card.climates, count))
    species = sorted(
        (card for card, _count in entries if card.points), key=lambda card: (-(card.points or 0), card.key)
    )
    faces = pictured({card.key: card.as_face() for card in species[:3]})
    chief = [name for name, _count in terrains.most_common(3)]
    common = [name for name in CLIMATES if climates[name] * 6 > sum(climates.values())]
    return {
        "deck": deck,
        "terrains": chief,
        "strip": [{"key": name, "label": label, "on": name in common} for name, label in CLIMATES.items()],
        "words": listed([str(TERRAINS[name]) for name in chief] + [str(CLIMATES[name]) for name in common]),
        "faces": list(faces.values()),
    }
