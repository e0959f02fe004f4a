"""Reads the ready decks: one TOML file a deck, the file's name is its slug."""

import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError

from cards.models import Card, Deck, Kind
from cards.services.card_file import CardSetError, FieldError
from games import engine

TEXTS = {"name": True, "place": True, "theme": True, "climate": False}  # field -> required


@dataclass(frozen=True)
class DeckSheet:
    deck: Deck
    counts: dict[str, int]
    """Card key -> number of copies."""


def read_decks(directory: Path, cards: Collection[Card]) -> list[DeckSheet]:
    """The unsaved decks of a directory; raises CardSetError naming the file and the field."""
    if not directory.is_dir():
        raise CardSetError(f"{directory}: no such directory")
    kind_of = {card.key: card.kind for card in cards}
    return [_deck_sheet(path, kind_of) for path in sorted(directory.glob("*.toml"))]


def _deck_sheet(path: Path, kind_of: dict[str, str]) -> DeckSheet:
    try:
        sheet = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CardSetError(f"decks/{path.name}: not readable: {error}") from error
    try:
        counts = _counts(sheet.pop("cards", None), kind_of)
        return DeckSheet(deck=_deck(path.stem, sheet), counts=counts)
    except FieldError as error:
        raise CardSetError(f"decks/{path.name}, {error.field}: {error}") from error


def _deck(slug: str, texts: dict[str, Any]) -> Deck:
    for field in texts:
        if field not in TEXTS:
            raise FieldError(field, "unknown")
    for field, required in TEXTS.items():
        if not isinstance(texts.get(field, ""), str) or (required and not texts.get(field)):
            raise FieldError(field, "must be a text")
    deck = Deck(slug=slug, ready=True, **texts)
    try:
        deck.clean_fields()
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise FieldError(field, messages[0]) from error
    return deck


def _counts(counts: Any, kind_of: dict[str, str]) -> dict[str, int]:
    if not isinstance(counts, dict):
        raise FieldError("cards", "must be a table of card keys and counts")
    for key, count in counts.items():
        if key not in kind_of:
            raise FieldError(f"cards.{key}", "no such card")
        if kind_of[key] not in (Kind.SPECIES, Kind.EVENT):
            raise FieldError(f"cards.{key}", f"a card of kind {kind_of[key]} is not part of a deck")
        if type(count) is not int or count < 1:
            raise FieldError(f"cards.{key}", f"{count!r} is no number of copies")
    size = engine.RULES[Deck._meta.get_field("rules").default].deck_size
    if sum(counts.values()) != size:
        raise FieldError("cards", f"{sum(counts.values())} cards instead of {size}")
    return counts
