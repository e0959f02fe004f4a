"""Distribution of a deck over numbers, scales, points, diets, terrains and climates; copies are counted."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from cards.decks.insight.needs import climate_names, terrain_names
from cards.decks.insight.reading import Reading
from cards.decks.models.contents import Contents, Definitions
from engine.phylo.cards import Card
from engine.phylo.criteria import CLIMATES, DIETS, TERRAINS

Value = TypeVar("Value")
NINE = range(1, 10)
KINDS = ("species", "event", "habitat")


@dataclass(frozen=True, slots=True)
class Curves:
    """
    Numbers, scales and diets count species; terrains and climates count species and habitats. Every possible
    value is there, in order, even at zero.

    `coverage[terrain][climate]`: how many cards live in both. `points` is the sum over all cards,
    `mean_points` the mean of the species, 0 without any. `unknown`: cards that do not exist.
    """

    size: int
    kinds: Mapping[str, int]
    food_chain: Mapping[int, int]
    scale: Mapping[int, int]
    diets: Mapping[str, int]
    terrains: Mapping[str, int]
    climates: Mapping[str, int]
    coverage: Mapping[str, Mapping[str, int]]
    points: int
    mean_points: float
    points_curve: Mapping[int, int]
    unknown: int


def curves(contents: Contents, cards: Definitions) -> Curves:
    reading = Reading.of(contents, cards)
    counted = [(card, contents.cards[key]) for key, card in reading.cards.items()]
    species = [(card, copies) for card, copies in counted if card.kind == "species"]
    places = [(card, copies) for card, copies in counted if card.kind in ("species", "habitat")]
    living = sum(copies for _card, copies in species)
    both = _counts(places, lambda card: _pairs(card))
    return Curves(
        size=contents.size,
        kinds=_filled(KINDS, _counts(counted, lambda card: [card.kind])),
        food_chain=_filled(NINE, _counts(species, lambda card: [card.food_chain])),
        scale=_filled(NINE, _counts(species, lambda card: [card.scale])),
        diets=_filled(DIETS, _counts(species, lambda card: [card.diet])),
        terrains=_filled(TERRAINS, _counts(places, terrain_names)),
        climates=_filled(CLIMATES, _counts(places, climate_names)),
        coverage={terrain: {climate: both[terrain, climate] for climate in CLIMATES} for terrain in TERRAINS},
        points=sum(card.points * copies for card, copies in places),
        mean_points=sum(card.points * copies for card, copies in species) / living if living else 0.0,
        points_curve=_spanned(_counts(species, lambda card: [card.points])),
        unknown=contents.size - sum(copies for _card, copies in counted),
    )


def _pairs(card: Card) -> list[tuple[str, str]]:
    return [(terrain, climate) for terrain in terrain_names(card) for climate in climate_names(card)]


def _counts(cards: Iterable[tuple[Card, int]], values: Callable[[Card], Iterable[Value]]) -> Counter[Value]:
    found: Counter[Value] = Counter()
    for card, copies in cards:
        for value in values(card):
            found[value] += copies
    return found


def _filled(values: Iterable[Value], found: Counter[Value]) -> dict[Value, int]:
    return {value: found[value] for value in values}


def _spanned(found: Counter[int]) -> dict[int, int]:
    """From 1, or the smallest if lower, to the greatest, without gaps."""
    return {each: found[each] for each in range(min(1, *found), max(found) + 1)} if found else {}
