"""Limits of connections: how many the process and an address have, how long a request takes to begin."""

import asyncio
import logging
from collections import Counter
from http import HTTPStatus
from typing import ClassVar

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from phylo.http.limits import network_of

logger = logging.getLogger(__name__)

WANTED = 65_536
"""More open files than these are of no use, and some systems allow a billion."""
SPARE = 100
"""Files that are not connections of clients: the database's, pictures, logs."""
HEAD = 10.0  # seconds for the head of a request
RETRY_AFTER = 5  # seconds


def allow_more_files() -> None:
    """Raise this process's own limit as far as the system lets it."""
    import resource  # a browser's Python has none

    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if wanted > most_files():
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_files() -> int:
    import resource

    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if soft == resource.RLIM_INFINITY else soft


def most_connections() -> int:
    return max(SPARE, most_files() - SPARE)


class Protocol(H11Protocol):
    """
    Refuses connections of an address that has many, and those beyond what the process can have; hangs up on a
    client that has not sent the head of a request in time. uvicorn has no option for this but
    `limit_concurrency`, which counts when a head has come: files are lacking before that. To refuse what has
    become a request also costs ten times as much.
    """

    open_from: ClassVar[Counter[str]] = Counter()
    address: str | None = None
    head_late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._time_head()
        if len(self.connections) > most_connections():
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "the process has as many connections as it can have")
        # All connections of a proxy have its address, so it is for the proxy to limit them.
        if settings.TRUSTED_PROXIES or not self.client or not (address := network_of(self.client[0])):
            return
        self.address = address
        self.open_from[address] += 1
        # The others have at least the half.
        if self.open_from[address] > min(settings.CONNECTIONS_PER_ADDRESS, most_connections() // 2):
            why = "an address has too many connections; if it is a proxy, name it in TRUSTED_PROXIES"
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS, why)

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        if self.transport.is_closing():
            return
        logger.warning("Refused: %s", why)
        lines = (f"HTTP/1.1 {status} {status.phrase}", f"Retry-After: {RETRY_AFTER}", "Content-Length: 0")
        self.transport.write("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timing()
        if self.address:
            self.open_from[self.address] -= 1
            if not self.open_from[self.address]:
                del self.open_from[self.address]

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._time_head()

    def _time_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_timing()
        elif self.head_late is None:
            self.head_late = self.loop.call_later(HEAD, self.transport.close)

    def _stop_timing(self) -> None:
        if self.head_late is not None:
            self.head_late.cancel()
            self.head_late = None
