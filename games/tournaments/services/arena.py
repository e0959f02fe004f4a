"""Who meets whom in an arena, without the database: whoever waits, at once, by points."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

PATIENCE = timedelta(seconds=10)
"""How long two who have just met wait for somebody else before they meet again."""


@dataclass(frozen=True)
class Waiting:
    """An entry that waits. `last`: its last opponent; `firsts`: first seats that it had, less others."""

    entry: int
    points: Fraction
    since: datetime
    last: int | None = None
    firsts: int = 0

    def just_met(self, other: "Waiting") -> bool:
        return self.last == other.entry or other.last == self.entry


Pair = tuple[Waiting, Waiting]


def pairings(waiting: Sequence[Waiting], now: datetime) -> list[tuple[int, int]]:
    """
    Pairs of entries, with the first seat for whoever had it less often. From the top of the points, each
    meets the next below with whom it has not just played. Of an odd number, whoever waits shortest stays; but
    somebody else if only then all others can meet somebody new.
    """
    ordered = sorted(waiting, key=lambda each: (-each.points, each.since, each.entry))
    if len(ordered) % 2 == 0:
        pairs, again = _pairs(ordered)
    else:
        pairs, again = _without_one(ordered)
    pairs += [pair for pair in again if now - max(each.since for each in pair) >= PATIENCE]
    return [_seated(*pair) for pair in pairs]


def _without_one(ordered: Sequence[Waiting]) -> tuple[list[Pair], list[Pair]]:
    """As `_pairs`, without the one of them, as new as can be, with whom gone fewest meet again."""
    newest, *others = sorted(ordered, key=lambda each: (each.since, each.entry), reverse=True)
    best = _pairs([each for each in ordered if each is not newest])
    for stays in others:
        if not best[1]:
            break
        found = _pairs([each for each in ordered if each is not stays])
        best = min(best, found, key=lambda each: len(each[1]))
    return best


def _pairs(waiting: Sequence[Waiting]) -> tuple[list[Pair], list[Pair]]:
    """Of an even number by points: those who meet at once, and those who have just met."""
    ordered = list(waiting)
    pairs: list[Pair] = []
    left: list[Waiting] = []
    while ordered:
        first = ordered.pop(0)
        other = next((each for each in ordered if not first.just_met(each)), None)
        if other is None:
            left.append(first)
        else:
            ordered.remove(other)
            pairs.append((first, other))
    again: list[Pair] = []
    while len(left) > 1:
        one, other = left.pop(), left.pop()
        if not _parted(one, other, pairs):
            again.append((one, other))
    return pairs, again


def _parted(one: Waiting, other: Waiting, pairs: list[Pair]) -> bool:
    """Let two who have just met change with the lowest pair that allows it; whether one does."""
    for at in range(len(pairs) - 1, -1, -1):
        first, second = pairs[at]
        for third, fourth in ((first, second), (second, first)):
            if not one.just_met(third) and not other.just_met(fourth):
                pairs[at : at + 1] = [(third, one), (fourth, other)]
                return True
    return False


def _seated(one: Waiting, other: Waiting) -> tuple[int, int]:
    return (other.entry, one.entry) if one.firsts > other.firsts else (one.entry, other.entry)
