"""Files for everybody to take away: written aside, moved in complete, and never changed after that."""

import fcntl
import gzip
import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Literal

UNFINISHED = ".new-"


@dataclass(frozen=True, slots=True)
class Written:
    """A whole file: its bytes, and their digest in hexadecimal digits."""

    size: int
    sha256: str


@contextmanager
def turn_in(folder: Path, *, wait: bool = True) -> Iterator[bool]:
    """
    Exports to a folder take turns, of all processes. Not to `wait` gives False when another one is at it.
    What one that was killed has left in folders that begin with UNFINISHED is removed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        for left in folder.glob(f"{UNFINISHED}*"):
            shutil.rmtree(left, ignore_errors=True)
        yield True


@contextmanager
def packed(path: Path, mode: Literal["wb", "ab"] = "wb") -> Iterator[IO[str]]:
    """
    Text packed by gzip without a time inside, so that the same text gives the same bytes. What is appended to
    a file is read as if it had been packed with what was there.
    """
    with (
        path.open(mode) as raw,
        gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=6, mtime=0) as file,
        TextIOWrapper(file, encoding="utf-8", newline="") as text,
    ):
        yield text


def written(path: Path) -> Written:
    """What a file has come to, once it is on the disk."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        os.fsync(file.fileno())
    return Written(path.stat().st_size, digest)
