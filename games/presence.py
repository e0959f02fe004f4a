"""
Who is at the table: whose stream is open, or was a moment ago. It is noted in Django's cache when a stream
begins and at its heartbeats, never in the database, and not with every event.
"""

import logging
import time
import uuid
from collections.abc import Collection, Iterable

from django.core.cache import cache

from phylo.http.limits import faults

logger = logging.getLogger(__name__)

NOTED_EVERY = 12.0  # seconds: at each heartbeat of a stream, which comes after 14 to 15
LATELY = 40  # seconds: two heartbeats, and the time in which a page that was cut off comes back


class Presence:
    """One open stream of a player: of a match, or of all (None)."""

    def __init__(self, player: uuid.UUID, match: uuid.UUID | None = None) -> None:
        self.name = _name(player, match)
        self.noted = float("-inf")

    def note(self) -> None:
        """Does nothing when it was noted a moment ago."""
        note_together([self])


def note_together(present: Iterable[Presence]) -> None:
    """In one step, however many they are: hundreds would wait hundreds of times for a cache that is away."""
    now = time.monotonic()
    due = [each for each in present if now - each.noted >= NOTED_EVERY]
    if not due:
        return
    for each in due:
        each.noted = now
    try:
        cache.set_many({each.name: True for each in due}, timeout=LATELY)
    except faults() as error:
        logger.warning("Who is there is not noted: %s", error)


def here(match: uuid.UUID, players: Collection[uuid.UUID]) -> frozenset[uuid.UUID]:
    """Those of the players who are at the table, or have a program that follows all their matches."""
    return frozenset(player for _match, player in at_tables([(match, player) for player in players]))


def at_tables(asked: Iterable[tuple[uuid.UUID, uuid.UUID]]) -> frozenset[tuple[uuid.UUID, uuid.UUID]]:
    """The same of many tables at once: those of these matches and players."""
    names = {(match, player): {_name(player, match), _name(player, None)} for match, player in asked}
    if not names:
        return frozenset()
    try:
        noted = cache.get_many(set().union(*names.values())).keys()
    except faults() as error:
        logger.warning("Who is there is not known: %s", error)
        return frozenset()
    return frozenset(each for each, either in names.items() if either & noted)


def _name(player: uuid.UUID, match: uuid.UUID | None) -> str:
    return f"here-{player}-{match or 'all'}"
