"""Connections to SQLite as a one-process site opens them."""

import sqlite3
from contextlib import closing

import pytest
from django.db import ConnectionHandler

from phylo import env


class Keeping(sqlite3.Connection):
    """Like another thread that lists all objects for a moment: no cursor is collected."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.cursors = []

    def cursor(self, *arguments, **named):
        self.cursors.append(super().cursor(*arguments, **named))
        return self.cursors[-1]

    def execute(self, *arguments):
        self.cursors.append(super().execute(*arguments))
        return self.cursors[-1]


@pytest.fixture
def database(tmp_path, django_db_blocker):
    """A separate file, on which no other test depends."""
    with django_db_blocker.unblock():
        yield env.sqlite_database(tmp_path / "new.sqlite3")


def test_a_cursor_that_is_kept_does_not_hinder_a_commit(database):
    database["OPTIONS"]["factory"] = Keeping
    with closing(ConnectionHandler({"default": database})["default"]) as connection:
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE species (name)")
        connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO species VALUES ('shrew') RETURNING name")
            assert cursor.fetchone() == ("shrew",)
        connection.commit()
        assert len(connection.connection.cursors) > 3
    with closing(sqlite3.connect(database["NAME"])) as other:
        assert other.execute("SELECT name FROM species").fetchall() == [("shrew",)]


def test_a_thread_keeps_its_connection_between_requests(database):
    with closing(ConnectionHandler({"default": database})["default"]) as connection:
        connection.ensure_connection()
        opened = connection.connection
        connection.close_if_unusable_or_obsolete()
        assert connection.connection is opened


def test_what_is_committed_is_on_the_disk(database):
    with (
        closing(ConnectionHandler({"default": database})["default"]) as connection,
        connection.cursor() as cursor,
    ):
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone() == (2,), "FULL"


def test_reads_go_on_while_one_writes(database):
    databases = [ConnectionHandler({"default": database})["default"] for _ in range(2)]
    with closing(databases[0]) as writer, closing(databases[1]) as reader:
        with writer.cursor() as cursor:
            cursor.execute("CREATE TABLE species (name)")
        writer.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        with writer.cursor() as writing, reader.cursor() as reading:
            writing.execute("INSERT INTO species VALUES ('shrew')")
            reading.execute("SELECT count(*) FROM species")
            assert reading.fetchone() == (0,)
            writer.commit()
            reading.execute("SELECT count(*) FROM species")
            assert reading.fetchone() == (1,)
