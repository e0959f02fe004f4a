"""
Databases with all tables and nothing else: the migrations make them once for one state of the project, and
each process and stage of the tests begins with a copy.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connections, transaction
from psycopg import sql

from tests.services.processes import create_database, drop_database
from tests.services.site import ROOT

PREFIX = "phylo_migrated_"


def migrated_file(folder: Path) -> Path:
    """An SQLite file, kept in the folder."""
    with _alone(folder):
        found = folder / f"{PREFIX}{_state()}.sqlite3"
        if not found.exists():
            begun = folder / "begun.sqlite3"
            for old in folder.glob("*.sqlite3*"):
                old.unlink()
            _migrate(f"sqlite:///{begun}")
            begun.rename(found)
    return found


def migrated_template(server: str, folder: Path) -> str:
    """The name of a database on the PostgreSQL server of this URL; it is kept there for the next run."""
    name = PREFIX + _state()
    maintenance = urlsplit(server)._replace(path="/postgres").geturl()
    with _alone(folder):
        with psycopg.connect(maintenance) as connection:
            pattern = PREFIX.replace("_", r"\_") + "%"
            found = connection.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [pattern])
            there = {row[0] for row in found}
        if name not in there:
            for old in there:
                drop_database(maintenance, old)
            begun = f"{PREFIX}begun"
            create_database(maintenance, begun)
            _migrate(urlsplit(server)._replace(path=f"/{begun}").geturl())
            with psycopg.connect(maintenance, autocommit=True) as connection:
                rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
                connection.execute(rename.format(sql.Identifier(begun), sql.Identifier(name)))
    return name


def empty(alias: str) -> None:
    """
    Takes away all rows that tests have committed. Django's flush truncates a hundred tables for the few that
    have rows, and takes away content types and permissions too, only to write them anew.
    """
    connection = connections[alias]
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False))
    tables -= {model._meta.db_table for model in (ContentType, Permission)}
    with transaction.atomic(using=alias), connection.cursor() as cursor:
        each = ((table, connection.ops.quote_name(table)) for table in sorted(tables))
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {name})" for table, name in each
            )
        )
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


def _quoted(table: str) -> str:
    return connections["default"].ops.quote_name(table)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Of several processes one makes what all of them use."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _migrate(url: str) -> None:
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "phylo.settings", "DATABASE_URL": url}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], env=env, cwd=ROOT, check=True)


def _state() -> str:
    """Another word for other migrations, ours or those of libraries."""
    digest = hashlib.sha256(sys.version.encode())
    ours = (path for path in ROOT.glob("**/migrations/*.py") if ".venv" not in path.parts)
    for path in sorted([*ours, *(ROOT / "requirements").glob("*.txt")]):
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]
