"""Reads the card file: one CSV row a card, every row checked before anything is stored."""

import csv
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError

from cards.models import Card, Climate, Kind, Terrain
from games import engine

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
    "catalogue_of_life",
    "wikidata",
    "gbif",
    "inaturalist",
]
IDENTIFIERS = ["catalogue_of_life", "wikidata", "gbif", "inaturalist"]
SPECIES_ONLY = ["scale", "food_chain", "diet", "kingdom", "phylum", "class", "tags", "abilities"]
PLACE_ONLY = ["terrains", "climates", "points"]
EVENT_ONLY = ["target", "duration", "effects"]
UNUSED = {
    Kind.SPECIES: EVENT_ONLY,
    Kind.EVENT: SPECIES_ONLY + PLACE_ONLY + IDENTIFIERS,
    Kind.HABITAT: SPECIES_ONLY + EVENT_ONLY + IDENTIFIERS,
    Kind.HOME: SPECIES_ONLY + PLACE_ONLY + EVENT_ONLY + IDENTIFIERS,
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
# Where a column is not simply called as the field it fills.
COLUMN_OF_FIELD = {
    "class_name": "class",
    "card_set_id": "set",
    "terrain_mask": "terrains",
    "climate_mask": "climates",
}

DEFAULT_SET = "core"


class CardSetError(Exception):
    """What is wrong with the card set, in one line that names the file, the place in it and the field."""


class FieldError(ValueError):
    """A value that cannot be, and the name of its field."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def read_cards(path: Path, sets: Collection[str]) -> list[Card]:
    """The unsaved cards of the file, in its order; raises CardSetError at the first row that is wrong.

    `sets` are the keys of the known sets.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return list(_cards(path, csv.reader(file, strict=True), sets))
    except OSError as error:
        raise CardSetError(f"{path}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise CardSetError(f"{path.name}: {error}") from error


def _cards(path: Path, reader: Any, sets: Collection[str]) -> Iterator[Card]:
    header: list[str] = next(reader, [])
    if header != COLUMNS:
        odd = sorted(set(header) ^ set(COLUMNS)) or ["their order"]
        raise CardSetError(f"{path.name}, line 1: the columns differ from what is expected: {', '.join(odd)}")
    first_line_of: dict[str, int] = {}
    end_of_previous = reader.line_num
    for cells in reader:
        line, end_of_previous = end_of_previous + 1, reader.line_num
        where = f"{path.name}, line {line}"
        if len(cells) != len(COLUMNS):
            raise CardSetError(f"{where}: {len(cells)} fields instead of {len(COLUMNS)}")
        row = {column: cell.strip() for column, cell in zip(COLUMNS, cells, strict=True)}
        key = row["key"]
        try:
            if key in first_line_of:
                raise FieldError("key", f"already used in line {first_line_of[key]}")
            if row["set"] and row["set"] not in sets:
                raise FieldError("set", f"{row['set']!r} is none of {', '.join(sorted(sets))}")
            yield _card(row)
        except FieldError as error:
            message = " ".join(str(error).split())
            raise CardSetError(f"{where} ({key or 'no key'}), {error.field}: {message}") from error
        first_line_of[key] = line


def _card(row: dict[str, str]) -> Card:
    if row["kind"] not in Kind.values:
        raise FieldError("kind", f"{row['kind']!r} is none of {', '.join(Kind.values)}")
    kind = Kind(row["kind"])
    for column in UNUSED[kind]:
        if row[column]:
            raise FieldError(column, f"a card of kind {kind} has none")
    for column in REQUIRED[kind]:
        if not row[column]:
            raise FieldError(column, "is missing")
    for name in _list(row["estimated"]):
        if name not in COLUMNS:
            raise FieldError("estimated", f"{name!r} is no column")

    card = Card(
        key=row["key"],
        name=row["name"],
        latin_name=row["latin_name"],
        kind=kind,
        card_set_id=row["set"] or DEFAULT_SET,
        scale=_number(row, "scale"),
        food_chain=_number(row, "food_chain"),
        diet=row["diet"],
        terrain_mask=0,
        climate_mask=0,
        points=_number(row, "points"),
        kingdom=row["kingdom"],
        phylum=row["phylum"],
        class_name=row["class"],
        tags=_list(row["tags"]),
        abilities=_toml(row, "abilities", "{%s}"),
        target=_toml(row, "target", "{%s}") if row["target"] else None,
        duration=_number(row, "duration") or 0,
        effects=_toml(row, "effects", "[%s]"),
        fact=row["fact"],
        source=row["source"],
        estimated=_list(row["estimated"]),
        subject=row["subject"],
        **{column: row[column] for column in IDENTIFIERS},
    )
    card.terrains = _names(row, "terrains", Terrain.values)
    card.climates = _names(row, "climates", Climate.values)
    _check(card)
    return card


def _check(card: Card) -> None:
    try:
        card.clean_fields(exclude={"card_set"})  # checked against the file of the sets
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise FieldError(COLUMN_OF_FIELD.get(field, field), messages[0]) from error
    try:
        engine.Card.parse(card.key, card.as_record())
    except engine.InvalidCard as error:
        raise FieldError(error.field, error.message) from error


def _number(row: dict[str, str], column: str) -> int | None:
    if not row[column]:
        return None
    try:
        return int(row[column])
    except ValueError:
        raise FieldError(column, f"{row[column]!r} is no whole number") from None


def _list(cell: str) -> list[str]:
    return [part.strip() for part in cell.split(";") if part.strip()]


def _names(row: dict[str, str], column: str, allowed: list[str]) -> list[str]:
    names = _list(row[column])
    for name in names:
        if name not in allowed:
            raise FieldError(column, f"{name!r} is none of {', '.join(allowed)}")
    return names


def _toml(row: dict[str, str], column: str, brackets: str) -> Any:
    try:
        return tomllib.loads("x = " + brackets % row[column])["x"]
    except tomllib.TOMLDecodeError as error:
        raise FieldError(column, f"not readable: {error}") from None
