"""
The rules that lead from what was measured to the values of a card (docs/cards.md).

A card's diet and scale are judged by them, never one by one.
"""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.models.attributes import Diet

RULES: Mapping[str, str | Promise] = MappingProxyType(
    {
        "mass": _("The scale of a vertebrate follows from the mass of an adult."),
        "diet": _("The diet of an animal follows from the shares of plants and animals in what it eats."),
    }
)
"""The key of each rule -> the rule in one sentence."""

PLANTS = frozenset({"fruit", "nectar", "seeds", "other plants"})
"""The foods that are plants; all others are animals, alive or dead."""
HARDLY = 10
"""The share of a diet, in per cent, up to which plants or animals do not count: the step of data sets."""
LIMITS = {6: 200, 7: 10_000, 8: 100_000, 9: 1_000_000}
"""Scale -> the mass in grams from which it applies. Below the first a vertebrate is of scale 5."""
SPREAD = 2
"""By how much the mass of adults varies: data sets differ by up to this factor about the same species."""


def plants_in(shares: Mapping[str, int]) -> int:
    """The share of plants, in per cent, of a diet by foods."""
    return sum(share for food, share in shares.items() if food in PLANTS)


def diet_of(plants: int) -> Diet:
    """The diet of an animal with that share of plants, 0 to 100 per cent."""
    if plants <= HARDLY:
        return Diet.CARNIVORE
    return Diet.HERBIVORE if plants >= 100 - HARDLY else Diet.OMNIVORE


def number_of(diet: Diet) -> int:
    """The least number in the food chain of an animal with that diet; some hunters have a higher one."""
    return 2 if diet == Diet.HERBIVORE else 3


def scales_of(mass: float) -> range:
    """The scales that fit a vertebrate of that mass in grams: one, or two near a limit."""
    return range(_scale(mass / SPREAD), _scale(mass * SPREAD) + 1)


def nearest_scale(scale: int, mass: float) -> int:
    """The scale that fits the mass and is nearest to the one on the card: that one, if it fits."""
    fitting = scales_of(mass)
    return min(max(scale, fitting[0]), fitting[-1])


def _scale(mass: float) -> int:
    return max((scale for scale, limit in LIMITS.items() if mass >= limit), default=min(LIMITS) - 1)
