"""Django's SQLite, with a write-ahead log: readers go on while one writes, writers wait for each other."""

from sqlite3 import Connection
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        connection = super().get_new_connection(conn_params)
        # It answers with a row, and until its cursor is closed it counts as a write under way: nothing can be
        # committed beside it. Django closes no cursor of an `init_command`. It leaves them to be thrown away,
        # which is late where anything, like a look at all objects in another thread, holds them meanwhile.
        connection.execute("PRAGMA journal_mode=WAL").close()
        return connection
