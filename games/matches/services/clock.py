"""
The server's clock of a match: days or seconds for each turn, or minutes for the whole game plus an increment
for each turn.

The clocks of all seats to act run at the same time, both of them during the reveal. `left` is the time left
at `since`; all times are in milliseconds. `since` is in the future while the clock waits for players to see
the table (last_seen.py). Up to GRACE of each move is not charged, so that a slow connection costs no time. A
clock may also stand still for as long as somebody else decides (pauses.py).
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

NONE, DAYS, TURN, LIVE = "none", "days", "turn", "live"
EACH_TURN = (DAYS, TURN)
GRACE = 600
ARRIVAL = timedelta(minutes=1)
"""From the deal, how long the clock waits for players to see the table, unless a turn takes days."""
DAY = 24 * 60 * 60


@dataclass(frozen=True)
class Pace:
    """`seconds` for a turn (DAYS, TURN) or a game (LIVE), plus `increment` seconds for each turn (LIVE)."""

    kind: str = NONE
    seconds: int = 0
    increment: int = 0

    def start(self, now: datetime, seats: int = 2) -> "Clock | None":
        if self.kind == NONE:
            return None
        since = now if self.kind == DAYS else now + ARRIVAL
        return Clock(self, (self.seconds * 1000,) * seats, since)


A_DAY, THREE_DAYS, A_WEEK = Pace(DAYS, DAY), Pace(DAYS, 3 * DAY), Pace(DAYS, 7 * DAY)
PACES = (
    Pace(), A_DAY, THREE_DAYS, A_WEEK,
    Pace(LIVE, 10 * 60, 15), Pace(LIVE, 20 * 60, 30), Pace(LIVE, 40 * 60, 30),
)  # fmt: skip
"""The clocks that may be chosen for Phylo."""
DRAFTING_PACES = (Pace(), Pace(TURN, 30), Pace(TURN, 60), Pace(TURN, 120), A_DAY, THREE_DAYS, A_WEEK)
"""The clocks that may be chosen for the drafting games."""


@dataclass(frozen=True)
class Turn:
    """Who is to act, and in which turn."""

    to_act: Collection[int]
    number: int


@dataclass(frozen=True)
class Clock:
    pace: Pace
    left: tuple[int, ...]
    """Milliseconds for each seat."""
    since: datetime
    still: bool = False
    """Whether it stands still: nobody's time passes, whoever acts, until it is set going again."""

    def at(self, now: datetime, turn: Turn) -> tuple[int, ...]:
        """The time left for each seat at that moment, at least 0."""
        spent = self._passed(now)
        return tuple(
            max(0, left - spent) if seat in turn.to_act else left for seat, left in enumerate(self.left)
        )

    def flagged(self, now: datetime, turn: Turn) -> list[int]:
        """The seats whose time was up by that moment, earliest first, ties by seat."""
        late = [seat for seat in turn.to_act if not self.still and now >= self._flag_of(seat)]
        return sorted(late, key=lambda seat: (self.left[seat], seat))

    def flag_at(self, turn: Turn) -> datetime | None:
        """
        When the next flag falls if nobody acts; None while it stands still. Call it only while somebody is to
        act.
        """
        return None if self.still else min(map(self._flag_of, turn.to_act))

    def _passed(self, now: datetime) -> int:
        """Milliseconds that have passed for those to act."""
        return 0 if self.still else max(0, int((now - self.since) / timedelta(milliseconds=1)))

    def _flag_of(self, seat: int) -> datetime:
        return self.since + timedelta(milliseconds=self.left[seat] + GRACE)

    def after(self, now: datetime, before: Turn, after: Turn, *, since: datetime) -> "Clock":
        """The clock after an action at `now` that led from `before` to `after`, which runs from `since`."""
        spent = max(0, self._passed(now) - GRACE)
        left = [
            max(0, each - spent) if seat in before.to_act else each for seat, each in enumerate(self.left)
        ]
        if after.number > before.number > 0 and self.pace.kind == LIVE:
            for seat in before.to_act:
                left[seat] += self.pace.increment * 1000
        # A turn reached by a take-back gets its full time again as well: its player may be asleep.
        if after.number != before.number and self.pace.kind in EACH_TURN:
            for seat in after.to_act:
                left[seat] = self.pace.seconds * 1000
        return replace(self, left=tuple(left), since=since)
