"""What a bot has thought: the actions that it looked at, and the one that it chose."""

from dataclasses import dataclass
from typing import Generic, TypeVar

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Candidate(Generic[A]):
    """An action that was looked at.

    `action` has no seat. `chance` is the chance to win the game after it, from 0 to 1; a draw counts half.
    `lead` is the expected lead at the end of the game, in points. `tries` is the number of playouts that
    began with it, and `line` the rest of this turn as it went best in them. `expected` is the chance to tell
    people, where `chance`, which is made for choosing, is too sure or too unsure.
    """

    action: A
    chance: float
    lead: float
    tries: int
    line: tuple[A, ...] = ()
    expected: float | None = None


@dataclass(frozen=True, slots=True)
class Thought(Generic[A]):
    """The candidates, best first, and the action chosen, which a weak level need not take from the best.

    `hurried`: the time was up before all playouts were made, so that thinking again may choose differently.
    """

    candidates: tuple[Candidate[A], ...]
    action: A
    hurried: bool = False
