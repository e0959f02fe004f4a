"""The values of a card's attributes, and sets of them as bit masks."""

from collections.abc import Iterable
from functools import lru_cache

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Kind(models.TextChoices):
    SPECIES = "species", pgettext_lazy("kind of card", "Species")
    EVENT = "event", _("Event")
    HABITAT = "habitat", _("Habitat")
    HOME = "home", pgettext_lazy("kind of card", "Home")


class Diet(models.TextChoices):
    PHOTOSYNTHETIC = "photosynthetic", _("Photosynthetic")
    MOLECULAR_CARBON = "molecular-carbon", _("Molecular carbon")
    HERBIVORE = "herbivore", _("Herbivore")
    OMNIVORE = "omnivore", _("Omnivore")
    CARNIVORE = "carnivore", _("Carnivore")


class Terrain(models.TextChoices):
    """In the order of their bits: never reorder, only append."""

    DESERT = "desert", _("Desert")
    FOREST = "forest", _("Forest")
    FRESHWATER = "freshwater", _("Freshwater")
    GRASSLAND = "grassland", _("Grassland")
    OCEAN = "ocean", _("Ocean")
    TUNDRA = "tundra", _("Tundra")
    URBAN = "urban", _("Urban")


class Climate(models.TextChoices):
    """From cold to hot, in the order of their bits."""

    COLD = "cold", _("Cold")
    COOL = "cool", _("Cool")
    WARM = "warm", _("Warm")
    HOT = "hot", _("Hot")


def mask_of(choices: type[models.TextChoices], names: Iterable[str]) -> int:
    """Bit mask of the names; raises ValueError for an unknown name."""
    values = choices.values
    return sum({1 << values.index(name) for name in names})


def names_in(choices: type[models.TextChoices], mask: int) -> list[str]:
    return list(_names_in(choices, mask))


@lru_cache(maxsize=256)  # there are 128 sets of terrains
def _names_in(choices: type[models.TextChoices], mask: int) -> tuple[str, ...]:
    return tuple(name for bit, name in enumerate(choices.values) if mask >> bit & 1)
