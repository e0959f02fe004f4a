"""Decks in lists: what they are at a glance, with a fan of three of their cards."""

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cards.art.face import face_context
from cards.models import Card, Climate, Deck, DeckCard, Terrain
from cards.models.attributes import names_in
from cards.pages.faces import faces
from cards.words import joined

FAN = 3
CHIEF = 3
"""Terrains shown at most: those of the most cards."""
COMMON = 6
"""A climate is shown that has more than this part of all."""


@dataclass(frozen=True, slots=True)
class Tile:
    """`strip` has the four climates from cold to hot; `words` says terrains and climates, for the ear."""

    deck: Deck
    terrains: list[str]
    strip: list[dict[str, Any]]
    words: str
    faces: list[dict[str, Any]]
    starter: str
    """The name of the habitat it starts from; empty for HOME."""

    @property
    def fan(self) -> list[SafeString]:
        """Its faces, drawn."""
        return [_drawn(json.dumps(face, sort_keys=True), get_language() or "") for face in self.faces]

    @property
    def version(self) -> str:
        return self.deck.rules.removeprefix("phylo-")


def tiles(decks: Sequence[Deck]) -> list[Tile]:
    """In the same order, with three queries however many decks there are."""
    entries: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = DeckCard.objects.filter(deck__in=decks).order_by("-card__points", "card__key")
    for row in rows.values(
        "deck_id", "card_id", "count", "card__points", "card__terrain_mask", "card__climate_mask"
    ):
        entries[row["deck_id"]].append({**row})
    fans = {deck.pk: _fan(entries[deck.pk]) for deck in decks}
    cards = Card.objects.in_bulk({card for fan in fans.values() for card in fan})
    shown = dict(zip(cards, faces(cards.values()), strict=True))
    habitats = {deck.starter for deck in decks} - {""}
    starters = dict(Card.objects.filter(key__in=habitats).values_list("key", "name")) if habitats else {}
    return [
        _tile(deck, entries[deck.pk], [shown[card] for card in fans[deck.pk]], starters.get(deck.starter, ""))
        for deck in decks
    ]


@lru_cache(maxsize=2000)
def _drawn(face: str, language: str) -> SafeString:
    """Lists show the same few cards again and again; drawing them is most of the work of such a page."""
    return render_to_string("cards/_card.html", face_context(json.loads(face)))


def _fan(entries: Sequence[dict[str, Any]]) -> list[int]:
    """The species worth most, whose keys come first among equals."""
    return [entry["card_id"] for entry in entries if entry["card__points"]][:FAN]


def _tile(deck: Deck, entries: Sequence[dict[str, Any]], fan: list[dict[str, Any]], starter: str) -> Tile:
    terrains: Counter[str] = Counter()
    climates: Counter[str] = Counter()
    for entry in entries:
        terrains.update(dict.fromkeys(names_in(Terrain, entry["card__terrain_mask"]), entry["count"]))
        climates.update(dict.fromkeys(names_in(Climate, entry["card__climate_mask"]), entry["count"]))
    chief = [name for name, _count in terrains.most_common(CHIEF)]
    common = [name for name in Climate.values if climates[name] * COMMON > climates.total()]
    labels = [str(Terrain(name).label) for name in chief] + [str(Climate(name).label) for name in common]
    return Tile(
        deck=deck,
        terrains=chief,
        strip=[{"key": each.value, "label": each.label, "on": each.value in common} for each in Climate],
        words=joined([label.lower() for label in labels], _("and")),
        faces=fan,
        starter=starter,
    )
