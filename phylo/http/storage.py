"""Faults of the database and its disk that are no faults of the code: no room, or out of reach."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

QUICKLY = 2  # seconds
LONGEST = 4.0
"""Seconds that a request waits for one answer of the database, and for a connection."""

patience: ContextVar[float | None] = ContextVar("patience", default=None)
"""Seconds that PostgreSQL has for an answer (phylo/http/postgresql.py); None for as many as it takes."""

SQLITE = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOLFS,
}  # fmt: skip
"""Primary result codes of the file and its locks; others mean a wrong query."""
POSTGRESQL = ("08", "28", "3D", "53", "55P03", "57", "58")
"""SQLSTATEs of connections, resources, and a server that is stopping; psycopg's own errors have none."""
NO_ROOM = {errno.ENOSPC, errno.EDQUOT}


class Kind(Enum):
    FULL = "full"
    AWAY = "away"


@dataclass(frozen=True)
class Fault:
    """`reason` is the driver's first line."""

    kind: Kind
    reason: str


def fault_of(error: BaseException | None) -> Fault | None:
    """What keeps the site from storing or reading; None if the error means something else."""
    if isinstance(error, OperationalError):
        cause = error.__cause__
        if isinstance(cause, sqlite3.Error):
            code = cause.sqlite_errorcode & 0xFF
            known, full = code in SQLITE, code == sqlite3.SQLITE_FULL
        else:
            state = getattr(cause, "sqlstate", None)
            known, full = state is None or state.startswith(POSTGRESQL), state == "53100"
    else:
        known = full = isinstance(error, OSError) and error.errno in NO_ROOM
    if not known:
        return None
    return Fault(Kind.FULL if full else Kind.AWAY, _first_line(error))


def _first_line(error: BaseException | None) -> str:
    return next(iter(str(error).splitlines()), "")


class SpareCache(FileBasedCache):
    """Files that only save time: where there is no room for one, it is not kept."""

    def set(self, *arguments: Any, **named: Any) -> None:
        try:
            super().set(*arguments, **named)
        except OSError as error:
            if fault_of(error) is None:
                raise


@contextmanager
def answered_soon() -> Iterator[None]:
    """In the block somebody waits: without an answer in time the database counts as away."""
    token = patience.set(LONGEST)
    try:
        yield
    finally:
        patience.reset(token)


def own_connection(database: BaseDatabaseWrapper) -> BaseDatabaseWrapper:
    """A connection of its own, to be closed, that answers or fails quickly: the pool would wait."""
    found = database.copy()
    if found.vendor == "postgresql":
        options = found.settings_dict["OPTIONS"]
        options.pop("pool", None)
        options["connect_timeout"] = QUICKLY
        options["options"] = f"-c statement_timeout={QUICKLY * 1000}"
    return found


def why_unreachable() -> str | None:
    """In one line, why the database cannot be reached; None if it can."""
    asked = own_connection(connection)
    try:
        asked.ensure_connection()
    except OperationalError as error:
        return _first_line(error)
    finally:
        asked.close()
    return None
