"""What is read from the tables of all formats."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cards.taxonomy.tables import Columns, Dialect, Spoiled

RANKS = ("kingdom", "phylum", "class", "order", "family")
LONGEST_ID, LONGEST_NAME, LONGEST_AUTHORS, LONGEST_RANK, LONGEST_GROUP = 100, 200, 200, 30, 80


class Usage(NamedTuple):
    """
    A name as it is used in the list. `accepted` is the id of the accepted name, empty for an accepted one.
    `identifiers`: `gbif:2440886,inat:43327`. `name_id`: of the Name that says what it is called, if that
    stands in another table. The five groups are empty where only the parents tell.
    """

    id: str
    parent: str
    accepted: str
    name_id: str
    rank: str
    name: str
    authorship: str
    kingdom: str
    phylum: str
    class_name: str
    order_name: str
    family: str
    extinct: str
    identifiers: str


class Name(NamedTuple):
    id: str
    rank: str
    name: str
    authorship: str


class Common(NamedTuple):
    """`preferred`: 0 before 1."""

    taxon: str
    language: str
    name: str
    preferred: int


class Area(NamedTuple):
    taxon: str
    area: str


Record = Usage | Name | Common | Area
Read = Record | Spoiled | None
"""None: not spoiled, but nothing that names lead to, such as a name in a wrong use."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of an archive; `read` takes cells that its columns have checked."""

    member: str
    kind: type[Record]
    dialect: Dialect
    columns: Columns
    read: Callable[[list[str]], Read]


@dataclass(frozen=True, slots=True)
class Metadata:
    title: str
    version: str = ""
    licence: str = ""
    citation: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """An archive in a known format."""

    metadata: Metadata
    tables: list[Table]

    def of(self, *kinds: type[Record]) -> Iterator[Table]:
        return (table for table in self.tables if table.kind in kinds)


def checked_name(columns: Columns, column: str, name: str) -> str | Spoiled:
    """A name without odd spaces."""
    if not name.isprintable():
        name = " ".join(name.split())
        if not name.isprintable():
            return columns.spoiled(column, "holds control characters")
    if len(name) > LONGEST_NAME:
        return columns.spoiled(column, f"longer than {LONGEST_NAME} letters")
    if not (name[:1].isalpha() or any(letter.isalpha() for letter in name)):
        return columns.spoiled(column, "holds no letter" if name else "is empty")
    return name


def checked_id(columns: Columns, column: str, value: str) -> Spoiled | None:
    if not value:
        return columns.spoiled(column, "is empty")
    if len(value) > LONGEST_ID or not value.isprintable():
        return columns.spoiled(column, f"is no identifier of at most {LONGEST_ID} letters")
    return None


def five(groups: Sequence[str]) -> tuple[str, str, str, str, str]:
    """Kingdom, phylum, class, order and family, as their columns hold them."""
    kingdom, phylum, class_name, order_name, family = (shortened(each, LONGEST_GROUP) for each in groups)
    return kingdom, phylum, class_name, order_name, family


def shortened(text: str, most: int) -> str:
    if len(text) <= most and text.isprintable():
        return text
    plain = " ".join(text.split())
    plain = "".join(letter for letter in plain if letter.isprintable())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"
