"""
The rules by which values of a card follow from what was measured and from classification (docs/evidence.md).

Each is in RULES, and judges every card alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.models.attributes import Climate, Diet, Terrain


@dataclass(frozen=True, slots=True)
class Rule:
    """`says` is the rule in one sentence, `but` where it does not hold; `columns` follow from it."""

    columns: tuple[str, ...]
    says: str | Promise
    but: str | Promise = ""


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "mass": Rule(
            ("scale",),
            _("An animal below 200 g has scale 5, below 10 kg 6, below 100 kg 7, below a tonne 8, else 9."),
            _("Within a factor of 2 of a limit both scales fit; animals without a spine only above 1 g."),
        ),
        "insect": Rule(
            ("scale",),
            _("An insect has scale 4, which is named after insects."),
            _("One heavier than 1 g by a data set has the scale of its mass."),
        ),
        "cells": Rule(
            ("scale",),
            _("A bacterium or an alga of single cells has scale 2, or 3 where cells hang together."),
        ),
        "moss": Rule(("scale",), _("A moss has scale 5.")),
        "herb": Rule(
            ("scale",),
            _("A herb, which has no wood and stands by itself, has scale 5 or 6."),
            _("Of herbs taller than a person, such as reeds, bananas and bamboos, the rule says nothing."),
        ),
        "conifer": Rule(
            ("scale",),
            _("A conifer or a ginkgo that stands by itself is a tree and has scale 8 or 9."),
            _("Of junipers, many of which are shrubs, the rule says nothing."),
        ),
        "diet": Rule(
            ("diet",),
            _("An animal with at most a tenth of plants in its diet is a carnivore, at least nine tenths a "
              "herbivore, else an omnivore."),
            _("Carrion counts as animal; fruit, nectar and seeds count as plants."),
        ),
        "level": Rule(
            ("diet",),
            _("A trophic level that a data set gives is the diet of the animal."),
            _("Where another data set gives shares of the diet that say otherwise, both fit."),
        ),
        "light": Rule(
            ("diet", "food_chain"),
            _("A plant, a brown alga, a blue-green bacterium or a lichen lives by light and has number 1."),
            _("Plants that a data set lists as parasites, or as living on fungi, may live on others."),
        ),
        "fungus": Rule(
            ("diet", "food_chain"),
            _("A fungus lives on molecular carbon and has number 1."),
            _("Lichens live by the light of their alga; rusts live on living plants."),
        ),
        "number": Rule(
            ("food_chain",),
            _("A herbivore has number 2, an omnivore 3, and a carnivore 3."),
            _("A carnivore that feeds on vertebrates at least half may have 4."),
        ),
        "temperature": Rule(
            ("climates",),
            _("The climates of a land animal are that of the mean temperature in its range (below 0 °C cold, "
              "below 10 cool, below 20 warm, else hot) and its neighbours."),
        ),
        "habitat": Rule(
            ("terrains",),
            _("An animal lives in the terrains of the habitats that data sets name."),
            _("A layer in which it feeds, sea or trees, may confirm ocean or forest and refutes nothing: "
              "water may be fresh, and trees stand in towns."),
        ),
        "kin": Rule(
            ("terrains", "climates"),
            _("A species lives where its whole class, order, family or genus does, such as all corals in the "
              "sea and all palms in warm and hot climates."),
            _("It may live in other terrains as well."),
        ),
        "fresh": Rule(
            ("terrains",),
            _("What a data set of freshwater fishes lists, or calls an aquatic plant, lives in fresh water."),
            _("Seagrasses live in the sea."),
        ),
        "biome": Rule(
            ("terrains", "climates"),
            _("A species lives in the terrain and the climates of the biomes in which it is found, such as "
              "savanna: grassland, warm and hot."),
        ),
        "latitude": Rule(
            ("climates",),
            _("The climates of an animal are those between the latitudes of its range: up to 30° from the "
              "equator hot, to 45° warm, to 60° cool, beyond cold."),
            _("Within 5° of a limit both fit. Since mountains are colder, the rule refutes nothing; where "
              "the mean temperature is known, its climate must be among them."),
        ),
        "points": Rule(
            ("points",),
            _("The points are those of the formula of the Phylo project."),
        ),
    }
)  # fmt: skip
"""The key of each rule -> the rule."""

PLANTS = frozenset({"fruit", "nectar", "seeds", "other plants"})
"""The foods that are plants; all others are animals, alive or dead."""
VERTEBRATES = frozenset(
    {"mammals and birds", "reptiles and amphibians", "fish", "other vertebrates", "carrion"}
)
HARDLY = 10
"""The share of a diet, in per cent, up to which plants or animals do not count: the step of data sets."""
MOSTLY = 50
LIMITS = {6: 200, 7: 10_000, 8: 100_000, 9: 1_000_000}
"""Scale -> the mass in grams from which it applies. Below the first an animal is of scale 5."""
SPREAD = 2
"""By how much the mass of adults varies: data sets differ by up to this factor about the same species."""
LIGHTEST = 1
"""Grams from which an animal without a spine has the scale of its mass."""
INSECTS = 4
HERBS = (5, 6)
MOSSES = ("Bryophyta", "Marchantiophyta", "Anthocerotophyta")
SINGLE_CELLS = frozenset(
    {"Bacillariophyceae", "Dinophyceae", "Coccolithophyceae", "Chlorophyceae", "Zygnematophyceae"}
)
GREEN_PHYLA = frozenset({"Cyanobacteria"})
GREEN_CLASSES = frozenset({"Phaeophyceae", "Bacillariophyceae", "Coccolithophyceae", "Lecanoromycetes"})
RUSTS = frozenset({"Pucciniomycetes"})
TREES = frozenset({"Pinopsida", "Ginkgoopsida"})
SHRUBBY = "Juniperus"
LIVES_ON_OTHERS = frozenset({"parasite", "mycoheterotroph"})
"""Growth forms of plants of which some do not live by light."""
WARM_FROM = {Climate.COLD: -273.0, Climate.COOL: 0.0, Climate.WARM: 10.0, Climate.HOT: 20.0}
"""Climate -> the mean temperature of the year, in °C, from which it applies."""
UP_TO = {Climate.HOT: 30, Climate.WARM: 45, Climate.COOL: 60, Climate.COLD: 90}
"""Climate -> the latitude up to which the mean temperature of the year is of it, on land as at sea."""
MARGIN = 5
"""Degrees of latitude by which those limits vary."""
FRESHWATER_FISHES = "fishmorph"
"""A data set of freshwater fishes alone."""
AQUATIC = "aquatic"
"""A growth form of plants."""
HABITATS: Mapping[str, tuple[Terrain, ...]] = MappingProxyType(
    {
        "forest": (Terrain.FOREST,), "woodland": (Terrain.FOREST,), "deciduous forest": (Terrain.FOREST,),
        "coniferous forest": (Terrain.FOREST,), "trees": (Terrain.FOREST,),
        "grassland": (Terrain.GRASSLAND,), "savanna": (Terrain.GRASSLAND,),
        "mountain meadows": (Terrain.GRASSLAND,), "shrub": (Terrain.GRASSLAND,),
        "shrubland": (Terrain.GRASSLAND,), "desert": (Terrain.DESERT,), "tundra": (Terrain.TUNDRA,),
        "wetland": (Terrain.FRESHWATER,), "riverine": (Terrain.FRESHWATER,),
        "freshwater": (Terrain.FRESHWATER,), "swamps": (Terrain.FRESHWATER,), "reed": (Terrain.FRESHWATER,),
        "sea": (Terrain.OCEAN,), "open sea": (Terrain.OCEAN,), "marine": (Terrain.OCEAN,),
        "coastal": (Terrain.OCEAN,), "human modified": (Terrain.URBAN,),
        "human settlements": (Terrain.URBAN,),
    }
)  # fmt: skip
"""A habitat in the words of data sets -> the terrains of the game."""
_COLD, _COOL, _WARM = (
    (Climate.COLD, Climate.COOL), (Climate.COOL, Climate.WARM), (Climate.WARM, Climate.HOT)
)  # fmt: skip
BIOMES: Mapping[str, tuple[tuple[Terrain, ...], tuple[Climate, ...]]] = MappingProxyType(
    {
        "Antarctic": ((), _COLD), "Antarctic sea": ((Terrain.OCEAN,), _COLD),
        "Arctic sea": ((Terrain.OCEAN,), _COLD), "tundra": ((Terrain.TUNDRA,), _COLD),
        "boreal forest": ((Terrain.FOREST,), _COLD), "subalpine forest": ((Terrain.FOREST,), _COLD),
        "high mountains": ((), _COLD), "forest": ((Terrain.FOREST,), ()),
        "prairie": ((Terrain.GRASSLAND,), ()), "meadows": ((Terrain.GRASSLAND,), ()),
        "temperate zone": ((), _COOL), "temperate forest": ((Terrain.FOREST,), _COOL),
        "temperate sea": ((Terrain.OCEAN,), _COOL), "hot desert": ((Terrain.DESERT,), _WARM),
        "savanna": ((Terrain.GRASSLAND,), _WARM), "tropical forest": ((Terrain.FOREST,), _WARM),
        "subalpine or subarctic": ((), _COLD), "temperate": ((), _COOL), "subtropical": ((), _WARM),
        "wet tropical": ((), _WARM), "seasonally dry tropical": ((), _WARM),
        "subtropical and tropical": ((), _WARM), "subtropical or tropical": ((), _WARM),
        "temperate and tropical": ((), (*_COOL, Climate.HOT)),
        "temperate, subtropical or tropical": ((), (*_COOL, Climate.HOT)),
        "tropics": ((), _WARM), "tropical sea": ((Terrain.OCEAN,), _WARM), "towns": ((Terrain.URBAN,), ()),
        "fresh water": ((Terrain.FRESHWATER,), ()), "cold lake": ((Terrain.FRESHWATER,), _COLD),
        "sea": ((Terrain.OCEAN,), ()),
    }
)  # fmt: skip
"""Where a species is found, in the words of single sources and of data sets -> terrains, climates."""
LAYERS = frozenset({"sea", "trees"})
"""Those that are the layer in which a mammal feeds: that of the Baikal seal is the sea."""


def share_of(foods: frozenset[str], shares: Mapping[str, float]) -> float:
    """The share of some foods, in per cent, of a diet by foods."""
    return sum(share for food, share in shares.items() if food in foods)


def diet_of(plants: float) -> Diet:
    """The diet of an animal with that share of plants, 0 to 100 per cent."""
    if plants <= HARDLY:
        return Diet.CARNIVORE
    return Diet.HERBIVORE if plants >= 100 - HARDLY else Diet.OMNIVORE


def numbers_of(diet: Diet, vertebrates: float = 0) -> range:
    """The numbers in the food chain that fit an animal with that diet and share of vertebrates in it."""
    if diet == Diet.HERBIVORE:
        return range(2, 3)
    return range(3, 5 if diet == Diet.CARNIVORE and vertebrates >= MOSTLY else 4)


def scales_of(mass: float) -> range:
    """The scales that fit an animal of that mass in grams: one, or two near a limit."""
    return range(_scale(mass / SPREAD), _scale(mass * SPREAD) + 1)


def nearest(value: int, fitting: range) -> int:
    """The fitting value that is nearest to the one on the card: that one, if it fits."""
    return min(max(value, fitting[0]), fitting[-1])


def climate_of(temperature: float) -> Climate:
    """The climate of that mean temperature, in °C."""
    return max(
        (climate for climate in WARM_FROM if temperature >= WARM_FROM[climate]), key=list(WARM_FROM).index
    )


def beside(climate: Climate) -> list[Climate]:
    """The climate and its neighbours, from cold to hot."""
    order = list(WARM_FROM)
    at = order.index(climate)
    return order[max(0, at - 1) : at + 2]


def climates_between(south: float, north: float) -> list[Climate]:
    """The climates of a range between two latitudes in degrees, negative in the south; from hot to cold."""
    least = 0.0 if south <= 0 <= north else min(abs(south), abs(north))
    most = max(abs(south), abs(north))
    found, above = [], 0.0
    for climate, limit in UP_TO.items():
        if least - MARGIN <= limit and most + MARGIN >= above:
            found.append(climate)
        above = limit
    return found


def _scale(mass: float) -> int:
    return max((scale for scale, limit in LIMITS.items() if mass >= limit), default=min(LIMITS) - 1)
