"""Django's SQLite backend with a write-ahead log: reads go on during a write, writes wait for each other."""

from sqlite3 import Connection

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, object]) -> Connection:
        connection = super().get_new_connection(conn_params)
        # The pragma returns a row, and until its cursor is closed it counts as a write under way, so nothing
        # else can be committed. Django does not close the cursors of `init_command`, but leaves them to the
        # garbage collector, which may be late: another thread that lists all objects may hold them.
        connection.execute("PRAGMA journal_mode=WAL").close()
        return connection
