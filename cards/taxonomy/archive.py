"""An archive with tables of text: a ZIP file or a folder, read without unpacking it."""

import hashlib
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from zipfile import BadZipFile, ZipFile

MOST_BYTES = 32 * 1024**3
"""Of one table, unpacked. The largest known, the Catalogue of Life with all provisional names, has 3 GB."""
MOST_PACKED = 200
"""How many times larger than packed a large table may be; real ones are 4 to 15 times larger."""
SMALL = 64 * 1024**2
"""A table below this size harms nobody, however well it is packed."""
LONGEST_METADATA = 4 * 1024**2
BLOCK = 1024**2
FORMAT = b"1"
"""To be raised when other rows are made of the same archive, such as other names in search form."""
BROKEN = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
"""Damaged, packed in an unknown way, encrypted."""


class ArchiveRefused(Exception):
    """The message says in a line why nothing is imported."""


class Archive:
    """`members` are the paths of its files below the folder that holds them all, if there is one."""

    def __init__(self, path: Path) -> None:
        self._folder = path if path.is_dir() else None
        self._zip = None if self._folder else ZipFile(path)
        if self._zip is not None:
            paths = [each for each in self._zip.namelist() if not each.endswith("/")]
        else:
            paths = [each.relative_to(path).as_posix() for each in sorted(path.rglob("*")) if each.is_file()]
        heads = {each.partition("/")[0] for each in paths if not each.startswith("__MACOSX/")}
        self._within = f"{heads.pop()}/" if len(heads) == 1 and not self._has_top(paths) else ""
        self.members = [each.removeprefix(self._within) for each in paths if each.startswith(self._within)]
        self.digest = _digest(path, paths)

    @staticmethod
    def _has_top(paths: list[str]) -> bool:
        return any("/" not in each for each in paths)

    def named(self, name: str) -> str | None:
        """The member of that name, whatever its case."""
        return next((each for each in self.members if each.lower() == name.lower()), None)

    @contextmanager
    def open(self, member: str) -> Iterator[IO[bytes]]:
        """Raises ArchiveRefused, also while it is read."""
        if member not in self.members:
            raise ArchiveRefused(f"lacks {member}, which it names itself")
        if self._zip is None:
            assert self._folder is not None
            with (self._folder / self._within / member).open("rb") as file:
                yield file
            return
        info = self._zip.getinfo(self._within + member)
        bomb = info.file_size > max(SMALL, MOST_PACKED * info.compress_size)
        if bomb or info.file_size > MOST_BYTES:
            raise ArchiveRefused(f"{member} would unpack to {info.file_size:,} bytes: no list of names does")
        try:
            with self._zip.open(info) as file:
                yield file
        except BROKEN as error:
            raise ArchiveRefused(f"{member} is damaged or encrypted: {error}") from error

    def text(self, member: str) -> str:
        """A small file with metadata."""
        with self.open(member) as file:
            content = file.read(LONGEST_METADATA + 1)
        if len(content) > LONGEST_METADATA:
            raise ArchiveRefused(f"{member} is larger than {LONGEST_METADATA:,} bytes")
        return content.decode("utf-8-sig", errors="replace")

    def close(self) -> None:
        if self._zip is not None:
            self._zip.close()


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """Raises ArchiveRefused for what is no archive, OSError for what cannot be read."""
    try:
        archive = Archive(path)
    except BROKEN as error:
        raise ArchiveRefused("is neither a ZIP archive nor a folder with one's files") from error
    try:
        yield archive
    finally:
        archive.close()


def _digest(path: Path, paths: list[str]) -> str:
    digest = hashlib.sha256(FORMAT)
    for each in [path] if path.is_file() else [path / name for name in paths]:
        digest.update(b"" if path.is_file() else f"{each.relative_to(path)}\0".encode())
        with each.open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
    return digest.hexdigest()
