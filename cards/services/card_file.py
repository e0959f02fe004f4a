"""The card file: a CSV row per card, beside it the file of the card sets.

Every row is checked before anything is stored; cards are written as equivalent rows.
"""

import csv
import json
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from django.core.exceptions import ValidationError

import engine
from cards.errors import BadValue
from cards.models import Card, CardSet, Climate, Kind, Terrain
from cards.models.card import FIRST_OF_ELSEWHERE, IDENTIFIERS

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
    "estimated",
    "subject",
    *IDENTIFIERS,
]
# Only in the card file: cards from elsewhere come without a number, and it never changes.
NUMBER = "number"
FILE_COLUMNS = [*COLUMNS, NUMBER]
# Only in exports: the credit of an uploaded picture, which no file can bring.
ART = "art"
EXPORT_COLUMNS = [*COLUMNS, ART]
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
NUMBERS = {"scale", "food_chain", "points", "duration"}
LISTS = {"terrains", "climates", "tags", "estimated"}
# The empty value of each column.
EMPTY: Contents = {
    column: None if column in {*NUMBERS, "target"} else [] if column in {*LISTS, "effects"} else ""
    for column in COLUMNS
} | {"abilities": {}}
# Addresses that would hide a card with that key.
RESERVED_KEYS = {"back", "export", "help", "import", "points", "print", "propose", "searches", "surprise"}
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

DEFAULT_SET = "core"


class CardSetError(Exception):
    """A fault of the card set, in one line that names the file, the place in it and the field."""


def read_cards(path: Path, sets: Collection[str]) -> list[Card]:
    """
    The unsaved cards of the file, in order; raises CardSetError at the first invalid row.

    `sets` are the keys of the known sets.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return list(_cards(path, file, sets))
    except OSError as error:
        raise CardSetError(f"{path}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise CardSetError(f"{path.name}: {error}") from error


def _cards(path: Path, file: IO[str], sets: Collection[str]) -> Iterator[Card]:
    reader = csv.reader(file, strict=True)
    header: list[str] = next(reader, [])
    # The site's own exports have no numbers.
    if header not in (FILE_COLUMNS, EXPORT_COLUMNS, COLUMNS):
        odd = sorted(set(header) ^ set(FILE_COLUMNS)) or ["their order"]
        raise CardSetError(f"{path.name}, line 1: the columns differ from what is expected: {', '.join(odd)}")
    first_line_of: dict[str, int] = {}
    line_of_number: dict[int, int] = {}
    end_of_previous = reader.line_num
    for cells in reader:
        line, end_of_previous = end_of_previous + 1, reader.line_num
        where = f"{path.name}, line {line}"
        if len(cells) != len(header):
            raise CardSetError(f"{where}: {len(cells)} fields instead of {len(header)}")
        row = {column: cell.strip() for column, cell in zip(header, cells, strict=True)}
        key = row["key"]
        try:
            if key in first_line_of:
                raise BadValue("key", f"already used in line {first_line_of[key]}")
            if row["set"] and row["set"] not in sets:
                raise BadValue("set", f"{row['set']!r} is none of {', '.join(sorted(sets))}")
            number = _card_number(row.pop(NUMBER, ""))
            row.pop(ART, "")
            if number in line_of_number:
                raise BadValue(NUMBER, f"already used in line {line_of_number[number]}")
            card = card_of(sheet_of(row))
            if number is not None:
                card.number = number
                line_of_number[number] = line
            yield card
        except BadValue as error:
            raise CardSetError(f"{where} ({key or 'no key'}), {error.field}: {error}") from error
        first_line_of[key] = line


def _card_number(cell: str) -> int | None:
    number = _number(NUMBER, cell)
    if number is not None and not 0 < number < FIRST_OF_ELSEWHERE:
        raise BadValue(NUMBER, f"{number} is not between 1 and {FIRST_OF_ELSEWHERE - 1}")
    return number


def sheet_of(row: Mapping[str, str]) -> Contents:
    """
    The values in a row's cells, by column; an empty cell is None, or an empty text, list or table. Raises
    BadValue for a cell that cannot be read. `card_of` checks whether the values make a card.
    """
    return {column: _value(column, cell) for column, cell in row.items()}


def _value(column: str, cell: str) -> object:
    if column in NUMBERS:
        return _number(column, cell)
    if column in LISTS:
        return _list(cell)
    match column:
        case "abilities":
            return _toml(column, f"{{{cell}}}")
        case "target":
            # Several criteria are a list, written with its brackets.
            return _toml(column, cell if cell.startswith("[") else f"{{{cell}}}") if cell else None
        case "effects":
            return _toml(column, f"[{cell}]")
    return cell


def card_of(sheet: Columns, *, required: Mapping[Kind, Sequence[str]] = REQUIRED) -> Card:
    """The unsaved card of the values by column; raises BadValue for the first invalid one."""
    values = EMPTY | dict(sheet)
    for column, value in values.items():
        _check_type(column, value)
    if values["kind"] not in Kind.values:
        raise BadValue("kind", f"{values['kind']!r} is none of {', '.join(Kind.values)}")
    kind = Kind(values["kind"])
    for column in UNUSED[kind]:
        if values[column]:
            raise BadValue(column, f"a card of kind {kind} has none")
    for column in required[kind]:
        if values[column] in (None, "", []):
            raise BadValue(column, "is missing")
    for name in values["estimated"]:
        if name not in COLUMNS:
            raise BadValue("estimated", f"{name!r} is no column")
    for column, choices in (("terrains", Terrain), ("climates", Climate)):
        for name in values[column]:
            if name not in choices.values:
                raise BadValue(column, f"{name!r} is none of {', '.join(choices.values)}")
    card = Card(
        card_set_id=values.pop("set") or DEFAULT_SET,
        class_name=values.pop("class"),
        duration=values.pop("duration") or 0,
        **{column: value for column, value in values.items() if column not in ("terrains", "climates")},
    )
    card.terrains, card.climates = values["terrains"], values["climates"]
    _check(card)
    return card


def sheet_from(card: Card) -> Contents:
    """The values of a stored card by the column of the card file."""
    return {column: getattr(card, ATTRIBUTE_OF_COLUMN.get(column, column)) for column in COLUMNS}


def _check_type(column: str, value: object) -> None:
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
        if right and isinstance(value, str) and value.startswith(FORMULAS):
            raise BadValue(column, f"may not begin with {value[0]}, which a spreadsheet takes for a formula")
    if not right:
        raise BadValue(column, f"{value!r:.60} cannot be its value")


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


def _check(card: Card) -> None:
    if card.key in RESERVED_KEYS:
        raise BadValue("key", f"{card.key!r} is an address of the site")
    try:
        # The set is checked against the file of sets; the number is assigned later.
        card.clean_fields(exclude={"card_set", "number"})
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise BadValue(COLUMN_OF_FIELD.get(field, field), messages[0]) from error
    try:
        engine.Card.parse(card.key, card.as_record())
    except engine.InvalidCard as error:
        raise BadValue(error.field, error.message) from error


def _number(column: str, cell: str) -> int | None:
    if not cell:
        return None
    try:
        return int(cell)
    except ValueError:
        raise BadValue(column, f"{cell!r:.60} is no whole number") from None


def _list(cell: str) -> list[str]:
    return [part.strip() for part in cell.split(";") if part.strip()]


def _toml(column: str, value: str) -> object:
    try:
        return tomllib.loads(f"x = {value}")["x"]
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadValue(column, f"not readable: {error}") from None


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
    """Maps EXPORT_COLUMNS to cells; reading them back gives the same card, apart from its art."""
    values = sheet_from(card) | {ART: card.art} | ({} if card.kind == Kind.EVENT else {"duration": None})
    return {column: cell(column, value) for column, value in values.items()}


def cell(column: str, value: object) -> str:
    if value is None or value == "":
        return ""
    if column in LISTS and isinstance(value, list):
        return ";".join(value)
    match column:
        case "abilities" | "effects" | "art":
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
