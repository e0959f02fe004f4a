"""Who meets whom on the ladder, without the database: whoever is free, near in rating and seldom met."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

AGAIN = 120
"""Points that each meeting among the last few puts between two."""
NEAR = 150
"""Points that two may be apart at once; it grows by WIDER with every second of waiting."""
WIDER = 30
PATIENCE = timedelta(seconds=15)
"""After so long whoever finds nobody plays a level of the computer; meanwhile others end their games."""

Opponent = int | str
"""The key of a program, or the name of a level."""


@dataclass(frozen=True)
class Free:
    """
    A program that waits. `points` and `games` are by rule set, for those that it plays; `lately` has its last
    opponents.
    """

    key: int
    owner: int
    since: datetime
    points: Mapping[str, float]
    games: Mapping[str, int] = field(default_factory=dict)
    lately: Sequence[Opponent] = ()

    def played(self, rules: str) -> int:
        return self.games.get(rules, 0)

    def reach(self, now: datetime) -> float:
        """How far apart somebody may be by now."""
        return NEAR + WIDER * (now - self.since).total_seconds()


@dataclass(frozen=True)
class Meeting:
    """`other` is None for a `level`."""

    rules: str
    one: Free
    other: Free | None = None
    level: str = ""


def meetings(
    free: Sequence[Free], levels: Mapping[str, Mapping[str, float]], now: datetime, *, most_levels: int
) -> list[Meeting]:
    """
    Who has waited longest chooses first, the nearest within reach. Who has waited for PATIENCE and finds
    nobody meets a level; `levels` has their points by rule set, and `most_levels` such games may begin.
    """
    left = sorted(free, key=lambda each: (each.since, each.key))
    found: list[Meeting] = []
    while left:
        one, *left = left
        met = _nearest(one, left, now)
        if met is not None:
            left = [each for each in left if each is not met.other]
            found.append(met)
        elif now - one.since >= PATIENCE and most_levels > 0 and (met := _with_level(one, levels)):
            most_levels -= 1
            found.append(met)
    return found


def _nearest(one: Free, others: Sequence[Free], now: datetime) -> Meeting | None:
    near: list[tuple[float, Meeting]] = []
    for other in others:
        common = [rules for rules in one.points if rules in other.points]
        # Those of one owner could lose to each other on purpose.
        if not common or one.owner == other.owner:
            continue
        rules = min(common, key=lambda each: one.played(each) + other.played(each))
        apart = abs(one.points[rules] - other.points[rules]) + _again(one, other)
        if apart <= max(one.reach(now), other.reach(now)):
            near.append((apart, Meeting(rules, one, other)))
    return min(near, key=lambda each: each[0], default=(0.0, None))[1]


def _with_level(one: Free, levels: Mapping[str, Mapping[str, float]]) -> Meeting | None:
    rules = min((each for each in one.points if levels.get(each)), key=one.played, default=None)
    if rules is None:
        return None
    mine, points = one.points[rules], levels[rules]

    def apart(level: str) -> float:
        return abs(points[level] - mine) + AGAIN * list(one.lately).count(level)

    return Meeting(rules, one, level=min(points, key=apart))


def _again(one: Free, other: Free) -> float:
    return AGAIN * max(list(one.lately).count(other.key), list(other.lately).count(one.key))
