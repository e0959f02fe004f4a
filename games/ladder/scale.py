"""
Ratings of the ladder: openskill's, shown on the scale of the computer's levels (docs/strength.md), where 400
points more are odds of 10 to 1 and `greedy` has 1500.
"""

from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist

from games.people.services.ratings import MODEL

PROVISIONAL = 10
"""With fewer games than this a rating is provisional, and has no rank."""
POINTS = 400 / log(10) / (sqrt(2) * MODEL.beta)
"""Points of a unit of mu, as the model expects a victory with 1 in 1 + exp(-difference / (sqrt(2) beta))."""
MIDDLE = 1500
FIXED = 0.5
"""The sigma of a level: it is known well."""
Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Strength:
    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def points(self) -> int:
        return points(self.mu)

    @property
    def give_or_take(self) -> int:
        """Half of the interval of 95 %, in points."""
        return round(Z * self.sigma * POINTS)


def points(mu: float) -> int:
    return round(MIDDLE + (mu - MODEL.mu) * POINTS)


def of_points(shown: float) -> Strength:
    """A fixed one."""
    return Strength(MODEL.mu + (shown - MIDDLE) / POINTS, FIXED)


def rated(first: Strength, second: Strength, result: int) -> tuple[Strength, Strength]:
    """Both after a game; `result` in half points of the first."""
    teams = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in (first, second)]
    [one], [other] = MODEL.rate(teams, ranks=[2 - result, result])
    return Strength(one.mu, one.sigma), Strength(other.mu, other.sigma)
