"""
Who is at the table: players whose stream is open, or was a moment ago. This is noted in Django's cache, never
in the database, when a stream begins and at its heartbeats, not with every event. While Redis does not
answer, each process knows of those who are with it.
"""

import time
import uuid
from collections.abc import Collection, Iterable

from django.core.cache import cache

NOTED_EVERY = 12.0  # seconds: less than between two heartbeats of a stream, which is 14 to 15
SITE = "site"
LATELY = 40  # seconds: two heartbeats, and the time that a disconnected page takes to come back


class Presence:
    """An open stream of a player, for one match or for all of them (None)."""

    def __init__(self, player: uuid.UUID, match: uuid.UUID | None = None) -> None:
        self.player, self.name = player, _name(player, match)
        self.noted = float("-inf")

    def note(self) -> None:
        """Note it, unless that was done a moment ago."""
        note_together([self])

    def is_noted(self) -> bool:
        """Whether it, or another stream of the player's for the match, was noted lately."""
        return bool(cache.get(self.name))

    def visit(self) -> None:
        """Note that the player is on the site, wherever that is."""
        cache.set(_name(self.player, SITE), True, timeout=LATELY)

    def leave(self) -> None:
        """Note that the player has gone from the site."""
        cache.delete(_name(self.player, SITE))

    def forget(self) -> None:
        """The page that showed it is closed."""
        cache.delete(self.name)


def note_together(present: Iterable[Presence]) -> None:
    """Note all in one call: with the cache down, hundreds of single calls would each wait for it."""
    now = time.monotonic()
    due = [each for each in present if now - each.noted >= NOTED_EVERY]
    if not due:
        return
    for each in due:
        each.noted = now
    names = {name for each in due for name in (each.name, _name(each.player, SITE))}
    cache.set_many(dict.fromkeys(names, True), timeout=LATELY)


def here(match: uuid.UUID, players: Collection[uuid.UUID]) -> frozenset[uuid.UUID]:
    """Those players who are at the table, or whose program follows all their matches."""
    return frozenset(player for _match, player in at_tables([(match, player) for player in players]))


def at_tables(asked: Iterable[tuple[uuid.UUID, uuid.UUID]]) -> frozenset[tuple[uuid.UUID, uuid.UUID]]:
    """Like `here`, for many pairs of match and player at once."""
    names = {(match, player): {_name(player, match), _name(player, None)} for match, player in asked}
    if not names:
        return frozenset()
    noted = cache.get_many(set().union(*names.values())).keys()
    return frozenset(each for each, either in names.items() if either & noted)


def following(players: Iterable[uuid.UUID]) -> frozenset[uuid.UUID]:
    """Those whose program follows all their matches."""
    names = {_name(player, None): player for player in players}
    if not names:
        return frozenset()
    return frozenset(names[name] for name in cache.get_many(names))


def on_site(players: Iterable[uuid.UUID]) -> frozenset[uuid.UUID]:
    """Those who are at a table, in the lobby or among their friends, or whose program is."""
    names = {_name(player, SITE): player for player in players}
    if not names:
        return frozenset()
    return frozenset(names[name] for name in cache.get_many(names))


def _name(player: uuid.UUID, match: uuid.UUID | str | None) -> str:
    return f"here-{player}-{match or 'all'}"
