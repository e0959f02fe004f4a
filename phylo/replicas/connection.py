"""Connections to replicas, which never wait long."""

from contextvars import ContextVar

from phylo.http import postgresql

TIMEOUT = 2
"""Seconds that a replica may take to connect, and for a statement. Then the primary is asked."""


class TimedConnection(postgresql.TimedConnection):
    waits: ContextVar[float | None] = ContextVar("patience of replicas", default=TIMEOUT)
