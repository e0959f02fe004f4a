"""The traits that evidence gives of living things, each with its unit. Importers convert to these units."""

from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Trait:
    """`unit` is empty for a word and for a number without one; `words` are the values of a word, if few."""

    label: str | Promise
    unit: str | Promise = ""
    is_word: bool = False


FOODS = MappingProxyType(
    {
        "diet_invertebrates": "invertebrates",
        "diet_warm_blooded": "mammals and birds",
        "diet_cold_blooded": "reptiles and amphibians",
        "diet_fish": "fish",
        "diet_other_vertebrates": "other vertebrates",
        "diet_carrion": "carrion",
        "diet_fruit": "fruit",
        "diet_nectar": "nectar",
        "diet_seeds": "seeds",
        "diet_other_plants": "other plants",
    }
)
"""Trait -> food: the shares of a diet, in per cent, with 100 together."""

TRAITS = MappingProxyType(
    {
        "mass_g": Trait(_("Mass of an adult"), "g"),
        "length_mm": Trait(_("Length of an adult"), "mm"),
        "longevity_y": Trait(_("Longest life"), _("years")),
        "diet_invertebrates": Trait(_("Invertebrates in the diet"), "%"),
        "diet_warm_blooded": Trait(_("Mammals and birds in the diet"), "%"),
        "diet_cold_blooded": Trait(_("Reptiles and amphibians in the diet"), "%"),
        "diet_fish": Trait(_("Fish in the diet"), "%"),
        "diet_other_vertebrates": Trait(_("Other vertebrates in the diet"), "%"),
        "diet_carrion": Trait(_("Carrion in the diet"), "%"),
        "diet_fruit": Trait(_("Fruit in the diet"), "%"),
        "diet_nectar": Trait(_("Nectar in the diet"), "%"),
        "diet_seeds": Trait(_("Seeds in the diet"), "%"),
        "diet_other_plants": Trait(_("Other plants in the diet"), "%"),
        "trophic_level": Trait(_("Trophic level"), is_word=True),
        "growth_form": Trait(_("Growth form"), is_word=True),
        "habitat": Trait(_("Habitat"), is_word=True),
        "climate": Trait(_("Climate"), is_word=True),
        "temperature_c": Trait(_("Mean temperature of the range"), "°C"),
        "latitude_south": Trait(_("Southernmost latitude"), "°"),
        "latitude_north": Trait(_("Northernmost latitude"), "°"),
        "introduced_to": Trait(_("Introduced to"), is_word=True),
    }
)
"""Trait -> what it is. Words of trophic_level: herbivore, omnivore, carnivore."""
