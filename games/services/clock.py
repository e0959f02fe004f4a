"""
The clock of a match, kept by the server: days for each turn, or minutes for the whole game and an increment
for each turn.

The clocks of all seats that are to act run at the same time: both during the reveal. What a seat has left is
known at `since`; all times are milliseconds. A move is charged less the way from and to the browser, up to
GRACE, so that a slow connection costs no time.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

NONE, DAYS, LIVE = "none", "days", "live"
GRACE = 600
HEAD_START = timedelta(seconds=20)
"""From the deal of a live game until its clock starts, so that both can find the table."""
DAY = 24 * 60 * 60


@dataclass(frozen=True)
class Pace:
    """`seconds` for a turn (DAYS) or for the game (LIVE), `increment` seconds for every turn made (LIVE)."""

    kind: str = NONE
    seconds: int = 0
    increment: int = 0

    def start(self, now: datetime) -> "Clock | None":
        if self.kind == NONE:
            return None
        since = now + HEAD_START if self.kind == LIVE else now
        return Clock(self, (self.seconds * 1000, self.seconds * 1000), since)


@dataclass(frozen=True)
class Turn:
    """Who is to act, and in which turn."""

    to_act: Collection[int]
    number: int


@dataclass(frozen=True)
class Clock:
    pace: Pace
    left: tuple[int, int]
    since: datetime

    def at(self, now: datetime, turn: Turn) -> tuple[int, int]:
        """What both have left at that moment, at least 0."""
        spent = max(0, int((now - self.since) / timedelta(milliseconds=1)))
        first, second = (
            max(0, left - spent) if seat in turn.to_act else left for seat, left in enumerate(self.left)
        )
        return first, second

    def flagged(self, now: datetime, turn: Turn) -> int | None:
        """The seat whose time was up first by that moment; of two at once the lower one."""
        if now < self.flag_at(turn):
            return None
        return min(turn.to_act, key=lambda seat: (self.left[seat], seat))

    def flag_at(self, turn: Turn) -> datetime:
        """When a flag falls if nobody acts; only while somebody is to act."""
        least = min(self.left[seat] for seat in turn.to_act)
        return self.since + timedelta(milliseconds=least + GRACE)

    def after(self, now: datetime, before: Turn, after: Turn) -> "Clock":
        """The clock after an action at that moment led from one turn to the other."""
        spent = max(0, int((now - self.since) / timedelta(milliseconds=1)) - GRACE)
        left = [
            max(0, each - spent) if seat in before.to_act else each for seat, each in enumerate(self.left)
        ]
        if after.number > before.number > 0 and self.pace.kind == LIVE:
            for seat in before.to_act:
                left[seat] += self.pace.increment * 1000
        # Taken back, another turn has its days anew too: whose it is may be asleep.
        if after.number != before.number and self.pace.kind == DAYS:
            for seat in after.to_act:
                left[seat] = self.pace.seconds * 1000
        return replace(self, left=(left[0], left[1]), since=max(self.since, now))
