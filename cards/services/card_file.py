"""The card file: a CSV row per card, beside it the file of the card sets.

Every row is checked before anything is stored; cards are written as equivalent rows.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError

import engine
from cards.models import Card, CardSet, Climate, Kind, Terrain
from cards.models.card import IDENTIFIERS
from engine.phylo.cards import Card as EngineCard
from engine.sets import LISTS, NUMBERS, inline, value_of, words
from phylo.http.refusals import BadValue, Mistakes

Contents = dict[str, Any]
"""Values by column, as from `sheet_from`; values from outside are checked by `card_of`."""
Columns = Mapping[str, Any]
"""Some columns and their values, possibly incomplete and invalid."""

COLUMNS = [
    "key",
    "name",
    "latin_name",
    "kind",
    "set",
    "scale",
    "food_chain",
    "diet",
    "terrains",
    "climates",
    "points",
    "kingdom",
    "phylum",
    "class",
    "tags",
    "abilities",
    "target",
    "duration",
    "effects",
    "fact",
    "source",
    "subject",
    *IDENTIFIERS,
]
# Only in the card file: cards from elsewhere come without a number, and it never changes.
NUMBER = "number"
FILE_COLUMNS = [*COLUMNS, NUMBER]
# Only in exports: the credit of an uploaded picture, and where the values come from.
ART, SOURCES, ESTIMATED = "art", "sources", "estimated"
EXPORT_COLUMNS = [*COLUMNS, ART, SOURCES, ESTIMATED]
SPECIES_ONLY = ["scale", "food_chain", "diet", "kingdom", "phylum", "class", "tags", "abilities"]
PLACE_ONLY = ["terrains", "climates", "points"]
EVENT_ONLY = ["target", "duration", "effects"]
UNUSED = {
    Kind.SPECIES: EVENT_ONLY,
    Kind.EVENT: [*SPECIES_ONLY, *PLACE_ONLY, *IDENTIFIERS],
    Kind.HABITAT: [*SPECIES_ONLY, *EVENT_ONLY, *IDENTIFIERS],
    Kind.HOME: [*SPECIES_ONLY, *PLACE_ONLY, *EVENT_ONLY, *IDENTIFIERS],
}
REQUIRED = {
    Kind.SPECIES: [
        *("latin_name", "scale", "food_chain", "diet", "terrains", "climates", "points"),
        *("kingdom", "phylum", "class", "fact", "source", "subject"),
    ],
    Kind.EVENT: ["effects", "fact", "source", "subject"],
    Kind.HABITAT: ["terrains", "climates", "points", "fact", "source", "subject"],
    Kind.HOME: [],
}
# The empty value of each column.
EMPTY: Contents = {
    column: None if column in {*NUMBERS, "target"} else [] if column in {*LISTS, "effects"} else ""
    for column in COLUMNS
} | {"abilities": {}}
# Addresses that would hide a card with that key.
RESERVED_KEYS = {
    "back",
    "data-sets",
    "export",
    "food-web",
    "help",
    "import",
    "points",
    "print",
    "propose",
    "searches",
    "surprise",
}
FORMULAS = ("=", "+", "-", "@")
LARGEST_NUMBER = 32_767  # a small integer in any database
# The columns that are named differently from the field they fill.
COLUMN_OF_FIELD = {
    "class_name": "class",
    "card_set_id": "set",
    "terrain_mask": "terrains",
    "climate_mask": "climates",
}
# The attributes of a stored card that are named differently from the column.
ATTRIBUTE_OF_COLUMN = {"class": "class_name", "set": "card_set_id"}

# Valid values, in place of wrong ones while the others are tried by the rules.
SOME: Contents = {
    "name": "Some",
    "latin_name": "Some",
    "scale": 1,
    "food_chain": 2,
    "diet": "herbivore",
    "points": 1,
    "terrains": ["forest"],
    "climates": ["cool"],
    "abilities": {},
    "target": {},
    "duration": 1,
    "effects": [{"do": "discard"}],
    "tags": [],
    "kingdom": "",
    "phylum": "",
    "class": "",
}
DEFAULT_SET = "core"


class CardSetError(Exception):
    """A fault of the card set, in one line that names the file, the place in it and the field."""


def sheet_of(row: Mapping[str, str]) -> tuple[Contents, Mistakes]:
    """
    The values in a row's cells, by column, without those that cannot be read, which are mistakes. An empty
    cell is None, or an empty text, list or table. `card_of` checks whether the values make a card.
    """
    sheet: Contents = {}
    mistakes: Mistakes = {}
    for column, cell in row.items():
        try:
            sheet[column] = _value(column, cell)
        except BadValue as error:
            mistakes |= error.mistakes
    return sheet, mistakes


def _value(column: str, cell: str) -> object:
    try:
        match column:
            case "sources":
                return inline(f"{{{cell}}}")
            case "estimated":
                return words(cell)
        return value_of(column, cell)
    except ValueError as error:
        raise BadValue(column, str(error)) from None


def card_of(sheet: Columns, *, required: Mapping[Kind, Sequence[str]] = REQUIRED) -> Card:
    """The unsaved card of the values by column; raises BadValue with all mistakes, one for each column."""
    values = EMPTY | dict(sheet)
    mistakes = dict(_wrong_types(values))
    # A wrong value is left out of the checks that follow.
    values |= {column: EMPTY[column] for column in mistakes}
    mistakes |= _besides(mistakes, _wrong_words(values, required))
    values |= {column: EMPTY[column] for column in mistakes}
    card = Card(
        card_set_id=values.pop("set") or DEFAULT_SET,
        class_name=values.pop("class"),
        duration=values.pop("duration") or 0,
        **{column: value for column, value in values.items() if column not in ("terrains", "climates")},
    )
    card.terrains, card.climates = values["terrains"], values["climates"]
    mistakes |= _besides(mistakes, _wrong_fields(card))
    mistakes |= _besides(mistakes, _wrong_by_rules(card, set(mistakes)))
    if mistakes:
        raise BadValue.among(mistakes)
    return card


def _besides(mistakes: Mistakes, found: Iterable[tuple[str, str]]) -> Mistakes:
    """What was found in other columns."""
    return {column: says for column, says in found if column not in mistakes}


def sheet_from(card: Card) -> Contents:
    """The values of a stored card by the column of the card file."""
    return {column: getattr(card, ATTRIBUTE_OF_COLUMN.get(column, column)) for column in COLUMNS}


def _wrong_types(values: Columns) -> Iterator[tuple[str, str]]:
    for column, value in values.items():
        if column in NUMBERS:
            right = value is None or (type(value) is int and abs(value) <= LARGEST_NUMBER)
        elif column in LISTS:
            right = isinstance(value, list) and all(_is_word(each) for each in value)
        elif column == "abilities":
            right = isinstance(value, dict) and _is_printable(value)
        elif column == "effects":
            right = isinstance(value, list) and _is_printable(value)
        elif column == "target":
            right = _is_printable(value)
        else:
            right = isinstance(value, str) and value.replace("\n", "").isprintable()
            if right and value.startswith(FORMULAS):
                yield column, f"may not begin with {value[0]}, which a spreadsheet takes for a formula"
        if not right:
            yield column, f"{value!r:.60} cannot be its value"


def _wrong_words(values: Columns, required: Mapping[Kind, Sequence[str]]) -> Iterator[tuple[str, str]]:
    if values["kind"] not in Kind.values:
        yield "kind", f"{values['kind']!r:.60} is none of {', '.join(Kind.values)}"
    else:
        kind = Kind(values["kind"])
        yield from ((column, f"a card of kind {kind} has none") for column in UNUSED[kind] if values[column])
        yield from ((column, "is missing") for column in required[kind] if values[column] in (None, "", []))
    lists = (("terrains", Terrain.values), ("climates", Climate.values))
    for column, choices in lists:
        odd = [f"{name!r:.60}" for name in values[column] if name not in choices]
        if odd:
            are = "is" if len(odd) == 1 else "are"
            yield column, f"{', '.join(odd[:5])} {are} none of {', '.join(choices)}"


def _is_word(value: object) -> bool:
    """Whether the word can stand in a list in a cell: without the separator, and not a formula."""
    if not isinstance(value, str) or not value or value != value.strip():
        return False
    return value.isprintable() and ";" not in value and not value.startswith(FORMULAS)


def _is_printable(value: object) -> bool:
    """Whether every text in a JSON value can be stored and shown; iterative, as it may be deeply nested."""
    left: list[object] = [value]
    while left:
        each = left.pop()
        if isinstance(each, dict):
            left += [*each.keys(), *each.values()]
        elif isinstance(each, list):
            left += each
        elif isinstance(each, str) and not each.isprintable():
            return False
    return True


def _wrong_fields(card: Card) -> Iterator[tuple[str, str]]:
    if card.key in RESERVED_KEYS:
        yield "key", f"{card.key!r} is an address of the site"
    try:
        # The set is checked against the file of sets; the number is assigned later.
        card.clean_fields(exclude={"card_set", "number"})
    except ValidationError as error:
        for field, messages in error.message_dict.items():
            yield COLUMN_OF_FIELD.get(field, field), messages[0]


def _wrong_by_rules(card: Card, wrong: set[str]) -> Iterator[tuple[str, str]]:
    """What the engine finds, which names one mistake at a time; columns known to be wrong are passed over."""
    if card.kind not in Kind.values:
        return
    record: Contents = {**card.as_record()}
    while True:
        record |= {column: SOME[column] for column in wrong if column in SOME and column in record}
        try:
            EngineCard.parse(card.key if "key" not in wrong else "some", record)
            return
        except engine.InvalidCard as error:
            column = error.field.partition(".")[0].partition("[")[0]
            yield error.field, error.message
            if column in wrong or column not in SOME:
                return
            wrong = wrong | {column}


def read_sets(path: Path) -> list[CardSet]:
    """The unsaved sets of the file; raises CardSetError naming the invalid set."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CardSetError(f"{path.name}: not readable: {error}") from error
    sets = []
    for key, texts in tables.items():
        try:
            card_set = CardSet(key=key, **texts)
            card_set.clean_fields()
        except (TypeError, ValidationError) as error:
            raise CardSetError(f"{path.name}, {key}: {' '.join(str(error).split())}") from error
        sets.append(card_set)
    return sets


def card_row(card: Card) -> dict[str, str]:
    """Maps EXPORT_COLUMNS to cells; reading them back gives the same card, apart from art and sources."""
    values = sheet_from(card) | {ART: card.art, SOURCES: card.sources, ESTIMATED: card.estimated}
    if card.kind != Kind.EVENT:
        values["duration"] = None
    return {column: cell(column, value) for column, value in values.items()}


def cell(column: str, value: object) -> str:
    if value is None or value == "":
        return ""
    if column in (*LISTS, ESTIMATED) and isinstance(value, list):
        return ";".join(value)
    match column:
        case "abilities" | "effects" | "art" | "sources":
            return _inline(value)[1:-1]
        case "target":
            # Several conditions are a list, which keeps its brackets.
            return _inline(value)[1:-1] if isinstance(value, dict) else _inline(value)
    return str(value)


def _inline(value: object) -> str:
    """A JSON value as an inline value of TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case str():
            plain = "'" not in value and value.isprintable()
            return f"'{value}'" if plain else json.dumps(value, ensure_ascii=False)
        case list():
            return f"[{', '.join(_inline(each) for each in value)}]"
        case dict():
            return (
                "{" + ", ".join(f"{_toml_key(name)} = {_inline(each)}" for name, each in value.items()) + "}"
            )
    raise TypeError(f"TOML has no {value!r}")


def _toml_key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else json.dumps(name)
