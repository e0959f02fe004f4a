"""
How the site is: what it lacks and what waits, for the status page and the metrics. Whoever asks, it is looked
up at most every few seconds, and takes seconds at most where database and Redis do not answer.
"""

import math
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

from django.conf import settings
from django.db import DatabaseError, connections

from phylo.http.redis import Unreachable
from phylo.http.storage import own_connection
from phylo.jobs import queue
from phylo.jobs.backlog import Backlog, backlogs
from phylo.serving import health

KEPT = 5.0  # seconds


@dataclass(frozen=True)
class Condition:
    missing: frozenset[str]
    """As /readyz tells it."""
    backlogs: Mapping[str, Backlog] = field(default_factory=dict)
    """By the names in `BACKLOGS`; empty if the database does not answer."""
    queued: Mapping[str, int] = field(default_factory=dict)
    """Tasks that the broker holds, by queue; empty if it does not answer."""
    lags: Mapping[str, float] = field(default_factory=dict)
    """Seconds by which each replica is behind, by alias; infinite for one that is left out."""


_lock = threading.Lock()
_known: tuple[float, Condition] | None = None


def condition() -> Condition:
    """At most KEPT seconds old. Those who ask at the same time wait for the same answer."""
    global _known
    with _lock:
        if _known is None or monotonic() - _known[0] > KEPT:
            found = look()
            _known = monotonic(), found
        return _known[1]


def look() -> Condition:
    usual, found = connections["default"], {}
    missing = {*health.database_lacks(usual), *health.redis_lacks(), *health.worker_lacks()}
    connections["default"] = asked = own_connection(usual)
    try:
        if not missing & {"database", "migrations"}:
            found = backlogs()
    except DatabaseError:
        missing.add("database")
    finally:
        asked.close()
        connections["default"] = usual
    queued: dict[str, int] = {}
    with suppress(Unreachable):
        queued = {name: queue.length(name) for name in (queue.USUAL, queue.THINKING)}
    return Condition(frozenset(missing), found, queued, lags_of_replicas())


def lags_of_replicas() -> dict[str, float]:
    if not settings.REPLICAS:
        return {}
    # Imported here: its driver is needed only with PostgreSQL.
    from phylo.replicas.standby import watch

    watch.start()
    return {each.alias: each.lag if each.usable else math.inf for each in watch.replicas}
