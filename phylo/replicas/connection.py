"""Connections to replicas, which never wait long."""

from typing import Any

import psycopg

TIMEOUT = 2
"""Seconds that a replica may take to connect, and for a statement. Then the primary is asked."""


class TimedConnection(psycopg.Connection[Any]):
    """`statement_timeout` would not do: the server keeps it, and it may be the server that hangs."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, TIMEOUT if timeout is None else timeout)
        except psycopg.errors._WaitTimeout as error:
            # The answer may still come, and would be taken for that to the next statement.
            self.pgconn.finish()
            raise psycopg.OperationalError(f"no answer within {TIMEOUT} seconds") from error
