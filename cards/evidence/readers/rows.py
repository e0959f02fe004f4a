"""What is read from the lines of a data set, whatever its format."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cards.evidence.models import LONGEST_NAME, DataSet
from cards.taxonomy.archive import ArchiveRefused

Names = Mapping[str, str]
"""A name in small letters, of a card or a synonym of it -> the name that the card uses."""


class EvidenceRefused(ArchiveRefused):
    """The message says in one line why nothing of a file is stored, be it an archive or not."""


class Measured(NamedTuple):
    """A number in the trait's unit, or a word."""

    latin_name: str
    trait: str
    number: float | None = None
    word: str = ""
    certainty: str = ""
    named: str = ""
    """The name in the data set, if the card uses another."""


class Fed(NamedTuple):
    """One living thing feeds on another. `data_set` is the one that reports it to a collection of them."""

    eater: str
    eaten: str
    kind: str
    place: str = ""
    data_set: DataSet | None = None


class Rejected(NamedTuple):
    """A line, or a cell of it, that is left out. Columns count from 1; 0 is the whole line."""

    line: int
    column: int
    name: str
    says: str


Said = Measured | Fed | Rejected
Line = tuple[int, tuple[Said, ...]]
"""The number of a line, and what it says: nothing, if it is not about what we know."""


@dataclass(frozen=True, slots=True)
class Table:
    """A file, or a member of an archive. `lines` gives what the lines after that number say."""

    member: str
    lines: Callable[[int], Iterator[Line]]


@dataclass(frozen=True, slots=True)
class Source:
    """A data set in a known format. `about_pairs`: it reports feeding; else it gives measurements."""

    form: str
    data_set: DataSet
    tables: Sequence[Table]
    about_pairs: bool = False


def tidy_name(text: str) -> str:
    """A Latin name in one line without odd spaces and underscores; empty if it is none or too long."""
    name = " ".join(text.replace("_", " ").split())
    return name if name.isprintable() and len(name) <= LONGEST_NAME and name[:1].isalpha() else ""
