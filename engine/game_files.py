"""Files of game records: one as JSON, or many as JSON Lines, a record each; packed by gzip or not."""

import gzip
import json
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from io import BytesIO, UnsupportedOperation
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NoReturn, cast

from engine.contract import InvalidRecord, shown
from engine.file_command import LARGEST, parsed
from engine.record_format import FILED, FORMAT

GZIP = b"\x1f"
"""How such a file begins, as JSON cannot."""

Record = Mapping[str, object]
Line = tuple[int, bytes]
"""With its number, from 1."""


def records_in(name: str) -> Iterator[Record]:
    """
    The records in a file, - for standard input, one after the other. Raises OSError, or InvalidRecord, which
    names the line of what is no record.
    """
    with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
        yield from records_of(file)


def records_of(file: BinaryIO) -> Iterator[Record]:
    """As `records_in`, of an open file."""
    return _records(_filled(file))


def newest(data: object) -> Record:
    """
    A record in the newest version of the format; so far there is no other. Of a game from a site's files its
    record. Raises InvalidRecord.
    """
    if isinstance(data, Mapping) and data.get("format") == FILED:
        data = data.get("record")
    if not isinstance(data, Mapping):
        raise InvalidRecord("a record is one JSON object")
    if data.get("format") != FORMAT:
        raise InvalidRecord(f"format must be {FORMAT}, not {shown(data.get('format'))}")
    return data


def line_of(record: Record) -> str:
    """A record as a line of JSON Lines."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def _filled(file: BinaryIO) -> Iterator[Line]:
    """The lines of a file that are not empty, none longer than a record may be by more than a byte."""
    begun = file.readline(LARGEST + 1)
    packed = begun.startswith(GZIP)
    lines = _unpacked(_Begun(begun, file)) if packed else chain([begun], _lines(file))
    return ((number, line) for number, line in enumerate(lines, start=1) if line.strip())


def _lines(file: BinaryIO) -> Iterator[bytes]:
    return iter(lambda: file.readline(LARGEST + 1), b"")


class _Begun:
    """A file of which something was read already, which comes first again; it may be a pipe."""

    def __init__(self, begun: bytes, rest: BinaryIO) -> None:
        self._begun, self._rest = BytesIO(begun), rest

    def read(self, size: int, /) -> bytes:
        return self._begun.read(size) or self._rest.read(size)

    def seek(self, _place: int, /) -> NoReturn:
        raise UnsupportedOperation("read once, from the beginning on")


def _unpacked(packed: _Begun) -> Iterator[bytes]:
    """A line at a time, as a month of games is larger than memory should be."""
    try:
        with gzip.GzipFile(fileobj=packed) as file:
            yield from _lines(cast(BinaryIO, file))
    except (OSError, EOFError, zlib.error):
        raise InvalidRecord("what gzip has packed here is damaged") from None


def _records(lines: Iterator[Line]) -> Iterator[Record]:
    """Lines that are each a record, or together one."""
    first = next(lines, (1, b""))
    if not _is_whole(first[1]):
        text = bytearray(first[1])
        for _number, line in lines:
            text += line
            if len(text) > LARGEST:
                break
        yield newest(_read(bytes(text)))
        return
    for number, line in chain([first], lines):
        try:
            yield newest(_read(line))
        except InvalidRecord as error:
            raise InvalidRecord(f"line {number}: {error}") from None


def _is_whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _read(text: bytes) -> object:
    try:
        return parsed(text)
    except ValueError as error:
        raise InvalidRecord(str(error)) from None
