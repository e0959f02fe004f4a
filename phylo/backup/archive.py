"""
A backup as a file: a ZIP archive whose `manifest.json` has the size and the SHA-256 of each other member.
"""

import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Self
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

FORMAT = "phylo-backup/1"
MANIFEST = "manifest.json"
LONGEST_MANIFEST = 64 * 1024**2
PORTION = 1024**2
NOT_OPENED = (KeyError, NotImplementedError, RuntimeError)
"""Missing, compressed in an unknown way, encrypted."""


class Refused(Exception):
    """The message says in a line why there is no backup, or why it is not restored."""


@dataclass(frozen=True, slots=True)
class Member:
    """`size` in bytes; `sha256` in hexadecimal digits."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """`migrations`: the last one of each app. `made`: ISO 8601."""

    format: str
    version: str
    made: str
    migrations: dict[str, str]
    members: dict[str, Member]

    @classmethod
    def read(cls, text: bytes) -> Self:
        """Raises Refused."""
        try:
            data = json.loads(text)
            if data["format"] != FORMAT:
                raise Refused(f"has the format {data['format']!r:.40}, and this version reads {FORMAT}")
            data["members"] = {name: Member(**each) for name, each in data["members"].items()}
            manifest = cls(**data)
            texts = [manifest.version, *manifest.migrations.values()]
            sizes = [member.size for member in manifest.members.values()]
            if {type(text) for text in texts} != {str} or {type(size) for size in sizes} - {int}:
                raise TypeError("of another type")
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise Refused("is damaged: its manifest cannot be read") from error
        for name in manifest.members:
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts or str(path) != name:
                raise Refused(f"is damaged: it names a file {name!r:.80}")
        return manifest


class Writer:
    """The archive while it is written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = ZipFile(file, "w", ZIP_DEFLATED)
        self._members: dict[str, Member] = {}

    def add(self, name: str, portions: Iterable[bytes]) -> None:
        size, digest = 0, hashlib.sha256()
        with self._zip.open(name, "w", force_zip64=True) as member:
            for portion in portions:
                member.write(portion)
                digest.update(portion)
                size += len(portion)
        self._members[name] = Member(size, digest.hexdigest())

    def close(self, *, version: str, made: str, migrations: dict[str, str]) -> None:
        manifest = Manifest(FORMAT, version, made, migrations, self._members)
        self._zip.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
        self._zip.close()


class Reader:
    """An archive with its manifest. Raises Refused for anything else."""

    def __init__(self, file: IO[bytes]) -> None:
        with damage(*NOT_OPENED):
            self._zip = ZipFile(file)
            if self._zip.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
                raise Refused("is damaged: its manifest is too long")
            self.manifest = Manifest.read(self._zip.read(MANIFEST))

    def check(self) -> None:
        """Read all members. Raises Refused if one is not what was stored."""
        for name, member in self.manifest.members.items():
            size, digest = 0, hashlib.sha256()
            with self.open(name) as file:
                # No more than it should be, however far it would unfold.
                while size <= member.size and (portion := file.read(PORTION)):
                    size += len(portion)
                    digest.update(portion)
            if Member(size, digest.hexdigest()) != member:
                raise Refused(f"is damaged: {name} differs from its checksum")

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        with damage(*NOT_OPENED):
            member = self._zip.open(name)
        with damage(), member:
            yield member

    def within(self, folder: str) -> list[str]:
        """The members below `folder`, which ends with a slash."""
        return [name for name in self.manifest.members if name.startswith(folder)]


@contextmanager
def damage(*also: type[Exception]) -> Iterator[None]:
    known: tuple[type[Exception], ...] = (BadZipFile, zlib.error, EOFError, *also)
    try:
        yield
    except known as error:
        raise Refused("is damaged, or not a backup of this site") from error


@contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """
    A file for its owner alone that is there whole when the block ends, or not at all. Raises Refused where
    there is one already.
    """
    part = path.with_name(f"{path.name}.part")
    if path.exists():
        raise Refused("exists already, and is not overwritten")
    try:
        opened = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise Refused(f"is being written, or was not finished: then delete {part}") from error
    try:
        with os.fdopen(opened, "w+b") as file:
            yield file
            file.flush()
            os.fsync(opened)
        part.rename(path)
    except BaseException:
        part.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
