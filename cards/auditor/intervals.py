"""How far two shares are apart, and how sure that is."""

from dataclasses import dataclass
from math import sqrt

from cards.decks.insight.hands import Estimate


@dataclass(frozen=True, slots=True)
class Difference:
    """Of two shares of independent trials, with its 95 % interval by Newcombe (1998, his method 10)."""

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
        """The distance from 0 that is sure at least; 0 where the interval holds 0."""
        return max(0.0, self.low, -self.high)
