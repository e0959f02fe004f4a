"""
The clock of a match, kept by the server: days or seconds for each turn, or minutes for the whole game and an
increment for each turn.

The clocks of all seats that are to act run at the same time: both during the reveal. What a seat has left is
known at `since`; all times are milliseconds. A move is charged less the way from and to the browser, up to
GRACE, so that a slow connection costs no time.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

NONE, DAYS, TURN, LIVE = "none", "days", "turn", "live"
EACH_TURN = (DAYS, TURN)
GRACE = 600
HEAD_START = timedelta(seconds=20)
"""From the deal of a live game until its clock starts, so that both can find the table."""
DAY = 24 * 60 * 60


@dataclass(frozen=True)
class Pace:
    """
    `seconds` for a turn (DAYS, TURN) or for the game (LIVE), `increment` seconds for every turn made (LIVE).
    """

    kind: str = NONE
    seconds: int = 0
    increment: int = 0

    def start(self, now: datetime, seats: int = 2) -> "Clock | None":
        if self.kind == NONE:
            return None
        since = now if self.kind == DAYS else now + HEAD_START
        return Clock(self, (self.seconds * 1000,) * seats, since)


@dataclass(frozen=True)
class Turn:
    """Who is to act, and in which turn."""

    to_act: Collection[int]
    number: int


@dataclass(frozen=True)
class Clock:
    pace: Pace
    left: tuple[int, ...]
    """Of each seat."""
    since: datetime

    def at(self, now: datetime, turn: Turn) -> tuple[int, ...]:
        """What all have left at that moment, at least 0."""
        spent = max(0, int((now - self.since) / timedelta(milliseconds=1)))
        return tuple(
            max(0, left - spent) if seat in turn.to_act else left for seat, left in enumerate(self.left)
        )

    def flagged(self, now: datetime, turn: Turn) -> list[int]:
        """The seats whose time was up by that moment, the first one first; of two at once the lower one."""
        late = [seat for seat in turn.to_act if now >= self._flag_of(seat)]
        return sorted(late, key=lambda seat: (self.left[seat], seat))

    def flag_at(self, turn: Turn) -> datetime:
        """When a flag falls if nobody acts; only while somebody is to act."""
        return min(map(self._flag_of, turn.to_act))

    def _flag_of(self, seat: int) -> datetime:
        return self.since + timedelta(milliseconds=self.left[seat] + GRACE)

    def after(self, now: datetime, before: Turn, after: Turn) -> "Clock":
        """The clock after an action at that moment led from one turn to the other."""
        spent = max(0, int((now - self.since) / timedelta(milliseconds=1)) - GRACE)
        left = [
            max(0, each - spent) if seat in before.to_act else each for seat, each in enumerate(self.left)
        ]
        if after.number > before.number > 0 and self.pace.kind == LIVE:
            for seat in before.to_act:
                left[seat] += self.pace.increment * 1000
        # Taken back, another turn has its time anew too: whose it is may be asleep.
        if after.number != before.number and self.pace.kind in EACH_TURN:
            for seat in after.to_act:
                left[seat] = self.pace.seconds * 1000
        return replace(self, left=tuple(left), since=max(self.since, now))
