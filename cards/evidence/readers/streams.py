"""Opening tables of text, packed or not."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from cards.evidence.readers.rows import EvidenceRefused
from cards.taxonomy.tables import Dialect, Row, rows

PACKED = b"\x1f\x8b"


@contextmanager
def opened_table(path: Path) -> Iterator[IO[bytes]]:
    """The bytes of the table, unpacked. Raises ArchiveRefused, also while it is read, and OSError."""
    with path.open("rb") as raw:
        packed = raw.read(2) == PACKED
    try:
        with gzip.open(path, "rb") if packed else path.open("rb") as file:
            yield cast(IO[bytes], file)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise EvidenceRefused(f"{path.name} is damaged: {error}") from error


def body(path: Path, dialect: Dialect, after: int) -> Iterator[Row]:
    """The rows without the header that begin after that line."""
    with opened_table(path) as file:
        yield from (row for row in rows(file, dialect) if row.line > max(after, dialect.header_lines))


def header_of(path: Path, dialect: Dialect) -> list[str]:
    with opened_table(path) as file:
        first = next(rows(file, dialect), None)
    return [] if first is None or first.cells is None else [cell.strip().strip('"') for cell in first.cells]
