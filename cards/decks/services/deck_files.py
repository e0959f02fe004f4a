"""Reads the ready decks: one TOML file per deck, named after its slug."""

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from django.core.exceptions import ValidationError

from cards.decks.models import Deck
from cards.decks.models.contents import Contents, Definitions
from cards.models import Card
from cards.services.card_file import CardSetError
from engine.phylo.cards import Card as EngineCard
from engine.phylo.deck import deck_problems
from engine.phylo.rules import RULES, Options
from phylo.http.refusals import BadValue

# Fields, and whether they are required.
TEXTS = {"name": True, "place": True, "theme": True, "climate": False, "rules": False, "starter": False}


@dataclass(frozen=True)
class DeckSheet:
    deck: Deck
    contents: Contents


def read_decks(directory: Path, cards: Collection[Card]) -> list[DeckSheet]:
    """The unsaved decks of a directory; raises CardSetError naming the file and the field."""
    if not directory.is_dir():
        raise CardSetError(f"{directory}: no such directory")
    return read_deck_files(sorted(directory.glob("*.toml")), cards)


def read_deck_files(paths: Iterable[Path], cards: Collection[Card]) -> list[DeckSheet]:
    """The unsaved decks of these files; raises as `read_decks`."""
    definitions = {card.key: card.as_record() for card in cards}
    return [_deck_sheet(path, definitions) for path in paths]


def _deck_sheet(path: Path, definitions: Definitions) -> DeckSheet:
    try:
        sheet = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CardSetError(f"decks/{path.name}: not readable: {error}") from error
    try:
        counts = _counts(sheet.pop("cards", None))
        deck = _deck(path.stem, sheet)
        _check(deck, counts, definitions)
    except BadValue as error:
        raise CardSetError(f"decks/{path.name}, {error.field}: {error}") from error
    return DeckSheet(deck=deck, contents=Contents.of(counts, deck.rules, deck.starter))


def _deck(slug: str, texts: Mapping[str, object]) -> Deck:
    for field in texts:
        if field not in TEXTS:
            raise BadValue(field, "unknown")
    for field, required in TEXTS.items():
        if not isinstance(texts.get(field, ""), str) or (required and not texts.get(field)):
            raise BadValue(field, "must be a text")
    deck = Deck(slug=slug, ready=True, **texts)
    try:
        deck.clean_fields()
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise BadValue(field, messages[0]) from error
    if deck.rules not in RULES:
        raise BadValue("rules", f"{deck.rules!r} is not one of {', '.join(RULES)}")
    return deck


def _counts(counts: object) -> dict[str, int]:
    if not isinstance(counts, dict):
        raise BadValue("cards", "must be a table of card keys and counts")
    for key, count in counts.items():
        if type(count) is not int or count < 1:
            raise BadValue(f"cards.{key}", f"{count!r} is not a number of copies")
    return counts


def _check(deck: Deck, counts: Mapping[str, int], definitions: Definitions) -> None:
    """Raises BadValue unless the deck's rules accept it and its starter (P4, P6)."""
    rules = RULES[deck.rules]
    named = {*counts, deck.starter} & definitions.keys()
    cards = {key: EngineCard.parse(key, definitions[key]) for key in named}
    keys = [key for key, count in counts.items() for _copy in range(count)]
    problems = deck_problems(rules, Options(), cards, keys)
    if problems:
        raise BadValue("cards", "; ".join(problems))
    starter = cards.get(deck.starter)
    if deck.starter and not (rules.habitats and starter and starter.kind == "habitat"):
        raise BadValue("starter", f"{deck.starter!r} is not a habitat with which these rules start")
