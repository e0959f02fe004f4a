"""What games say of a card: the share of wins with it and without it, and their difference."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from cards.decks.insight.hands import Estimate

TOO_FEW = 30
"""The least number of games with a card, and without it, for a result."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two independent shares, with its 95 % interval by Newcombe (1998, method 10)."""

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, one: Estimate, other: Estimate) -> "Difference":
        share = one.share - other.share
        down = sqrt((one.share - one.low) ** 2 + (other.high - other.share) ** 2)
        up = sqrt((one.high - one.share) ** 2 + (other.share - other.low) ** 2)
        return cls(share, max(-1.0, share - down), min(1.0, share + up))

    @property
    def least(self) -> float:
        """The distance from 0 that is certain; 0 if the interval contains 0."""
        return max(0.0, self.low, -self.high)


@dataclass(frozen=True, slots=True)
class Measured:
    """Wins in games with the card and without it, and the difference between the shares."""

    wins: int
    held: Estimate
    wins_without: int
    without: Estimate
    difference: Difference

    @classmethod
    def of(cls, tally: Iterable[int]) -> "Measured":
        games, wins, games_without, wins_without = tally
        held, without = Estimate.of(wins, games), Estimate.of(wins_without, games_without)
        return cls(wins, held, wins_without, without, Difference.of(held, without))

    @property
    def enough(self) -> bool:
        return min(self.held.n, self.without.n) >= TOO_FEW
