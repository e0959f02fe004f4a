"""One moment of a database, and a database built beside the present one that then takes its place at once."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

BESIDE = "phylo_restoring"
PATIENCE = "30s"
"""For those who still use the tables that are replaced."""


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything that is read is of one moment, while others go on writing."""
    # Not `atomic`: with SQLite that would hold the write lock.
    with connection.cursor() as cursor:
        beginning = "BEGIN"
        if connection.vendor == "postgresql":
            beginning += " ISOLATION LEVEL REPEATABLE READ READ ONLY"
        cursor.execute(beginning)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


@contextmanager
def beside() -> Iterator[None]:
    """
    In the block the connection is to an empty database. At its end that one takes the place of the present
    one, for all processes at once; if the block fails, nothing has changed.
    """
    with _schema() if connection.vendor == "postgresql" else _file():
        yield


@contextmanager
def _schema() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        (place,) = (connection.ops.quote_name(name) for name in cursor.fetchone())
        cursor.execute(f"DROP SCHEMA IF EXISTS {BESIDE} CASCADE")
        cursor.execute(f"CREATE SCHEMA {BESIDE}")
        try:
            cursor.execute(f"SET search_path TO {BESIDE}")
            yield
            new = connection.introspection.table_names()
            cursor.execute(f"SET search_path TO {place}")
            with transaction.atomic():
                cursor.execute(f"SET LOCAL lock_timeout TO '{PATIENCE}'")
                for name in map(connection.ops.quote_name, connection.introspection.table_names()):
                    cursor.execute(f"DROP TABLE IF EXISTS {name} CASCADE")
                for name in map(connection.ops.quote_name, new):
                    cursor.execute(f"ALTER TABLE {BESIDE}.{name} SET SCHEMA {place}")
        finally:
            cursor.execute("RESET search_path")
            cursor.execute(f"DROP SCHEMA IF EXISTS {BESIDE} CASCADE")


@contextmanager
def _file() -> Iterator[None]:
    present = Path(connection.settings_dict["NAME"])
    with tempfile.TemporaryDirectory(prefix=BESIDE, dir=present.parent) as folder:
        new = Path(folder) / present.name
        _connect(connection, new)
        try:
            yield
        finally:
            _connect(connection, present)
        # SQLite writes the copy in one transaction, so that readers see the old pages or the new ones.
        with closing(sqlite3.connect(new)) as source, closing(sqlite3.connect(present, timeout=30)) as target:
            source.backup(target)


def _connect(connection: BaseDatabaseWrapper, path: Path) -> None:
    connection.close()
    connection.settings_dict["NAME"] = path


def empty_tables() -> None:
    """Delete the rows that migrations have made."""
    tables = set(connection.introspection.table_names()) - {"django_migrations"}
    statements = connection.ops.sql_flush(no_style(), sorted(tables))
    connection.ops.execute_sql_flush(statements)
