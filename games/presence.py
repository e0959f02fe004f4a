"""
Who is at the table: whose stream is open, or was a moment ago. It is noted in Django's cache when a stream
begins and at its heartbeats, never in the database, and not with every event.
"""

import logging
import time
import uuid
from collections.abc import Collection

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

NOTED_EVERY = 15.0  # seconds, the streams' heartbeat
LATELY = 40  # seconds: two heartbeats, and the time in which a page that was cut off comes back


class Presence:
    """One open stream of a player: of a match, or of all (None)."""

    def __init__(self, player: uuid.UUID, match: uuid.UUID | None = None) -> None:
        self.name = _name(player, match)
        self.noted = float("-inf")

    def note(self) -> None:
        """Does nothing when it was noted a moment ago."""
        now = time.monotonic()
        if now - self.noted < NOTED_EVERY:
            return
        self.noted = now
        try:
            cache.set(self.name, True, timeout=LATELY)
        except (RedisError, OSError) as error:
            logger.warning("Who is there is not noted: %s", error)


def here(match: uuid.UUID, players: Collection[uuid.UUID]) -> frozenset[uuid.UUID]:
    """Those of the players who are at the table, or have a program that follows all their matches."""
    names = {_name(player, place): player for player in players for place in (match, None)}
    try:
        return frozenset(names[name] for name in cache.get_many(names))
    except (RedisError, OSError) as error:
        logger.warning("Who is there is not known: %s", error)
        return frozenset()


def _name(player: uuid.UUID, match: uuid.UUID | None) -> str:
    return f"here-{player}-{match or 'all'}"
