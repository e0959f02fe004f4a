"""The rows of a table of text, with the line and column of what cannot be used."""

import csv
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import IO, NamedTuple

from cards.taxonomy.archive import BLOCK, ArchiveRefused

LONGEST_LINE = 1024**2
MOST_LINES = 20
"""The most lines that a quoted cell goes over."""
UNREADABLE = "�"
"""Stands for bytes that are no text. Some lists hold it themselves: then others could not read them."""
ENCODINGS = {"utf-8": "utf-8", "utf8": "utf-8", "": "utf-8", "iso-8859-1": "latin-1", "latin1": "latin-1"}


class Spoiled(NamedTuple):
    """Why a line is left out; `column` counts from 1, 0 is the whole line."""

    column: int
    name: str
    says: str


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table is written down."""

    delimiter: str = "\t"
    quote: str = ""
    encoding: str = "utf-8"
    header_lines: int = 1


class Row(NamedTuple):
    """The number of its first line, and its cells, or None for a quotation that does not end."""

    line: int
    cells: list[str] | None


def rows(file: IO[bytes], dialect: Dialect) -> Iterator[Row]:
    """All rows with the header. Raises ArchiveRefused for what is no table of text."""
    lines = _lines(file, dialect.encoding)
    if dialect.quote:
        yield from _quoted(lines, dialect)
        return
    delimiter = dialect.delimiter
    for number, line in lines:
        yield Row(number, line.split(delimiter))


def _lines(file: IO[bytes], encoding: str) -> Iterator[tuple[int, str]]:
    number, rest = 0, b""
    while True:
        block = file.read(BLOCK)
        whole, end, rest = (rest + block).rpartition(b"\n") if block else (rest, b"", b"")
        if len(rest) > LONGEST_LINE:
            raise ArchiveRefused(f"a line is longer than {LONGEST_LINE:,} bytes: this is no table of text")
        if end or whole:
            for line in _decoded(whole, encoding, first=number == 0):
                number += 1
                yield number, line.removesuffix("\r")
        if not block:
            return


def _decoded(block: bytes, encoding: str, *, first: bool) -> list[str]:
    if first:
        block = block.removeprefix(b"\xef\xbb\xbf")
    try:
        return block.decode(encoding).split("\n")
    except UnicodeDecodeError:
        return block.decode(encoding, errors="replace").split("\n")


def _quoted(lines: Iterable[tuple[int, str]], dialect: Dialect) -> Iterator[Row]:
    """A quotation that does not end spoils the line where it begins, and no other."""
    source, ahead = iter(lines), deque[tuple[int, str]]()
    quote, delimiter, width = dialect.quote, dialect.delimiter, 0
    while True:
        found = ahead.popleft() if ahead else next(source, None)
        if found is None:
            return
        number, text = found
        more = 0
        while text.count(quote) % 2 and more < MOST_LINES:
            if more == len(ahead):
                ahead.extend(islice(source, 1))
            if more == len(ahead):
                break
            text = f"{text}\n{ahead[more][1]}"
            more += 1
        cells = _cells(text, delimiter, quote)
        if more and (cells is None or len(cells) != width):
            # What ended it was the beginning of another.
            yield Row(number, None)
            continue
        for _each in range(more):
            ahead.popleft()
        width = width or len(cells or ())
        yield Row(number, cells)


def _cells(text: str, delimiter: str, quote: str) -> list[str] | None:
    if quote not in text:
        return text.split(delimiter)
    if text.count(quote) % 2:
        return None
    try:
        return next(csv.reader(text.splitlines(keepends=True), delimiter=delimiter, quotechar=quote))
    except csv.Error:
        return None


class Columns:
    """The columns of a table by name, and their cells in the order that a reader wants."""

    def __init__(
        self,
        member: str,
        names: Sequence[str],
        defaults: Mapping[str, str] | None = None,
        places: Mapping[str, int] | None = None,
    ) -> None:
        """`defaults`: what every row has in a column that is missing; `places`: more names of columns."""
        self.member = member
        self.width = len(names)
        self._names = list(names)
        self._place = {name: place for place, name in reversed(list(enumerate(names))) if name}
        self._place |= places or {}
        self._more = [""]
        for name, value in (defaults or {}).items():
            if name not in self._place:
                self._place[name] = self.width + len(self._more)
                self._more.append(value)

    def has(self, name: str) -> bool:
        return name in self._place

    def require(self, *names: str) -> None:
        """Raises ArchiveRefused if one is missing."""
        missing = [name for name in names if name not in self._place]
        if missing:
            raise ArchiveRefused(f"{self.member} lacks the column {', '.join(missing)}")

    def getter(self, names: Sequence[str]) -> Callable[[list[str]], tuple[str, ...]]:
        """Takes cells that `checked` has passed. A column that the table lacks is empty."""
        return itemgetter(*(self._place.get(name, self.width) for name in names))

    def checked(self, row: Row) -> list[str] | Spoiled:
        """The cells, with those that the table has not."""
        cells = row.cells
        if cells is None:
            return Spoiled(0, "", "a quotation does not end")
        if len(cells) != self.width:
            last = min(len(cells), self.width)
            return Spoiled(last, self._names[last - 1], f"{len(cells)} cells in place of {self.width}")
        return cells + self._more

    def spoiled(self, name: str, says: str) -> Spoiled:
        place = self._place.get(name, -1)
        return Spoiled(place + 1, name, says)

    def unreadable(self, cells: Sequence[str]) -> Spoiled | None:
        """The first cell that holds what is no text."""
        together = "".join(cells)
        if UNREADABLE not in together and "\0" not in together:
            return None
        for place, cell in enumerate(cells[: self.width]):
            if UNREADABLE in cell or "\0" in cell:
                return Spoiled(place + 1, self._names[place], "not readable as text")
        return None
