"""Connections to PostgreSQL that nobody waits for long, even if its server hangs."""

from contextvars import ContextVar
from typing import Any

import psycopg

from phylo.http.storage import QUICKLY, patience


class TimedConnection(psycopg.Connection[Any]):
    """`statement_timeout` would not do: the server keeps it, and it may be the server that hangs."""

    waits: ContextVar[float | None] = patience

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        longest = self.waits.get()
        if timeout is not None or longest is None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, longest)
        except psycopg.errors._WaitTimeout as error:
            # The answer may still come, and would be taken for that to the next statement.
            self.pgconn.finish()
            raise psycopg.OperationalError(f"no answer within {longest:g} seconds") from error

    def execute(self, *args: Any, **kwargs: Any) -> Any:
        """The pool's check before it lends a connection; Django takes cursors."""
        longest = self.waits.get()
        if longest is None:
            return super().execute(*args, **kwargs)
        token = self.waits.set(min(longest, QUICKLY))
        try:
            return super().execute(*args, **kwargs)
        finally:
            self.waits.reset(token)
