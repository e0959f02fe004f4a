"""How far each replica has come, and which of them may be read."""

import logging
import math
import random
import threading
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import monotonic, sleep

import psycopg
from django.conf import settings
from django.db import connections

from phylo.replicas.connection import TIMEOUT, TimedConnection

logger = logging.getLogger(__name__)

MOST_LAG = 10.0
"""Seconds. A replica that is further behind is not read."""
EVERY = 0.5  # seconds between two looks
NEW = "nobody has looked at it yet"
PAUSE = 5.0  # seconds without a look at one that has failed

# Where the next record goes. What is written may be behind that, if commits do not wait for the disk.
POSITION = "SELECT pg_current_wal_insert_lsn() - '0/0', system_identifier FROM pg_control_system()"
REPLAYED = (
    "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0' END, system_identifier"
    " FROM pg_control_system()"
)


class Unusable(Exception):
    """Why a replica cannot be read, in words for the log."""


@dataclass
class Server:
    """A connection of its own to one of `DATABASES`: one of the pool might have to be waited for."""

    alias: str
    _connection: TimedConnection | None = None

    def ask(self, query: str) -> tuple[int | None, int]:
        """A position in the write-ahead log, in bytes, and the cluster's identifier. Raises psycopg.Error."""
        if self._connection is None or self._connection.closed:
            parameters = connections[self.alias].get_connection_params()
            self._connection = TimedConnection.connect(
                **parameters | {"autocommit": True, "connect_timeout": TIMEOUT}
            )
        row = self._connection.execute(query).fetchone()
        assert row is not None
        return None if row[0] is None else int(row[0]), row[1]


@dataclass
class Replica:
    alias: str
    replayed: int = 0
    """Its position when it was last looked at; it only grows."""
    fresh: float = -math.inf
    """It has all that the primary had at this time of the monotonic clock."""
    out: str = NEW
    """Why it is not read; empty if it is."""
    _server: Server = field(init=False)
    # The primary's positions that it had not reached yet, with their times.
    _ahead: deque[tuple[float, int]] = field(default_factory=lambda: deque(maxlen=100))
    _next_try: float = -math.inf
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._server = Server(self.alias)

    @property
    def lag(self) -> float:
        """Seconds that it may be behind; infinite before the first look."""
        return monotonic() - self.fresh

    @property
    def usable(self) -> bool:
        # Also without a look: if the thread that looks were gone, every replica would be too old.
        return not self.out and self.lag <= MOST_LAG

    def look(self, at: float, position: int, system: int) -> None:
        """`position` of the primary was asked for at the time `at`."""
        self._ahead.append((at, position))
        if monotonic() < self._next_try:
            return
        try:
            replayed, cluster = self._server.ask(REPLAYED)
            if replayed is None or cluster != system:
                raise Unusable("it is no standby of this database")
        except (psycopg.Error, Unusable) as error:
            self.failed(error)
            return
        self.replayed = replayed
        while self._ahead and self._ahead[0][1] <= replayed:
            self.fresh, _position = self._ahead.popleft()
        self._say("" if self.lag <= MOST_LAG else f"it is more than {MOST_LAG:.0f} s behind")

    def failed(self, error: Exception) -> None:
        """Not read from now on, until a look after a pause finds it well."""
        self._next_try = monotonic() + PAUSE
        self._say(next(iter(str(error).splitlines()), "") or type(error).__name__)

    def _say(self, out: str) -> None:
        """Logs the change alone, not each of many requests that fail together."""
        with self._lock:
            before, self.out = self.out, out
        if out and before in ("", NEW):
            logger.warning("%s is left out: %s", self.alias, out)
        elif not out and before not in ("", NEW):
            logger.warning("%s is read again", self.alias)


class Watch:
    """All replicas. A thread looks at them, so that no request waits for one that hangs."""

    def __init__(self, aliases: Iterable[str]) -> None:
        self.replicas = [Replica(alias) for alias in aliases]
        self._primary = Server("default")
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Looks from now on, once in a process."""
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._go_on, name="replicas", daemon=True)
                    self._thread.start()

    def _go_on(self) -> None:
        while True:
            try:
                self.look()
            except Exception:
                # Whatever it is, an hour later replicas must still be looked at.
                logger.exception("The replicas could not be looked at")
            sleep(EVERY)

    def look(self) -> None:
        at = monotonic()
        try:
            position, system = self._primary.ask(POSITION)
        except psycopg.Error:
            # Requests say so. Unless it comes back soon, all replicas will be too old to be read.
            return
        assert position is not None
        for replica in self.replicas:
            replica.look(at, position, system)

    def one_that_has(self, position: int) -> Replica | None:
        """A replica that has replayed the log up to `position`. Takes no query."""
        found = [each for each in self.replicas if each.usable and each.replayed >= position]
        return random.choice(found) if found else None


watch = Watch(settings.REPLICAS)
