"""
How a finished match went: the score after each turn, and the turn that stands out. That is the one that
decided, where a slice above has judged the match; until then it is the one with the winner's biggest gain.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.record_format import LogEntry
from games.matches.models import Match
from games.matches.services.positions import Step
from phylo.slices import Extension


@dataclass(frozen=True)
class Decision:
    """The turn that decided, the version before its first move, and what is said of it."""

    number: int
    start: int
    words: str


Judgement = Callable[[Sequence[str], int | None], Decision | None]
"""Tells the decision with these names of the seats, of which the reader's is called "you"."""
JUDGEMENTS = Extension[Callable[[Match], Judgement | None]]("judgements")
"""Give the judgement of a finished match; None as long as there is none."""


def judgement_of(match: Match) -> Judgement | None:
    return next((found for of in JUDGEMENTS if (found := of(match)) is not None), None)


@dataclass(frozen=True)
class TurnScore:
    """The score after a turn; `start` is the version before its first move. Turn 0 is before the first."""

    number: int
    start: int
    scores: tuple[int, int]


@dataclass(frozen=True)
class Swing:
    """How much a turn gained the winner on the other; `start` as in TurnScore."""

    number: int
    start: int
    points: int


def turn_scores(steps: Sequence[Step]) -> list[TurnScore]:
    """From 0 : 0 to the last turn."""
    found = {0: TurnScore(0, 0, (0, 0))}
    for before, step in pairwise((None, *steps)):
        assert step is not None
        start = found[step.turn].start if step.turn in found else before.version if before else 0
        found[step.turn] = TurnScore(step.turn, start, (step.scores[0], step.scores[1]))
    return list(found.values())


def biggest_gain(turns: Sequence[TurnScore], winner: int) -> Swing | None:
    """The turn, the first of several, in which the winner gained most on the other; None without a gain."""
    leads = [turn.scores[winner] - turn.scores[1 - winner] for turn in turns]
    swings = [
        Swing(turn.number, turn.start, after - before)
        for turn, (before, after) in zip(turns[1:], pairwise(leads), strict=True)
        if after > before
    ]
    return max(swings, key=lambda swing: swing.points, default=None)


@dataclass(frozen=True)
class Loss:
    """The log's entry, and the key of the card that was played for it, if it did not go by upkeep."""

    entry: LogEntry
    cause: str


def losses(steps: Sequence[Step], seat: int) -> list[Loss]:
    """What a seat lost, in order; cards that the other side controlled are told of their owner."""
    found = []
    for step in steps:
        played = next((each["card"] for each in step.log if each["event"] in ("event-played", "played")), "")
        found += [
            Loss(entry, played if entry.get("why") in ("event", "invaded") else "")
            for entry in step.log
            if entry["event"] == "removed" and entry["seat"] == seat
        ]
    return found
