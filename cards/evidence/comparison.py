"""
The game's food web beside reported feeding: which pairs of cards agree, and what keeps the others apart.

The engine says what eats what; no rule is known here. What keeps a pair apart is found by asking it again
about cards that differ in one attribute.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from engine.phylo.cards import Card
from engine.phylo.criteria import CLIMATES, TERRAINS
from engine.phylo.support import food_lack, host_lack

ALL_TERRAINS = (1 << len(TERRAINS)) - 1
ALL_CLIMATES = (1 << len(CLIMATES)) - 1
NUMBERS = range(2, 10)
PLAIN = 2**16 - 1
"""The highest niche without demands."""
EATERS = ("herbivore", "omnivore", "carnivore")


class Verdict(StrEnum):
    CONFIRMED = "confirmed"
    """The eater may live on it in the game, and a data set reports that it feeds on it."""
    POSSIBLE = "possible"
    """It may in the game; no data set here reports it."""
    IMPOSSIBLE = "impossible"
    """A data set reports it, and in the game it may not."""


class Lack(StrEnum):
    """What keeps the rules from a pair."""

    TERRAIN = "terrain"
    CLIMATE = "climate"
    DIET = "diet"
    NUMBER = "number"
    SCALE = "scale"
    OTHER = "other"
    """An ability, such as a menu, or that parasites under their hosts are no food."""


@dataclass(frozen=True, slots=True)
class Pair:
    """`eater` and `eaten` are places in the list of cards; `lacks` is empty unless it is IMPOSSIBLE."""

    eater: int
    eaten: int
    verdict: Verdict
    lacks: tuple[Lack, ...] = ()


def compared(
    cards: Sequence[Card],
    niches: Sequence[int],
    reported: Collection[tuple[int, int]],
    rules: str,
    *,
    only_reported: bool = False,
) -> Iterator[Pair]:
    """
    All pairs of different species about which game or data sets say something, by eater. `niches` are those
    of the cards (cards/models/derived.py), `reported` the places of eater and eaten in `cards`.
    """
    places = range(len(cards))
    feeding = _Feeding(cards, niches, rules)
    for eater, eaten in sorted(reported) if only_reported else product(places, places):
        if eater == eaten:
            continue
        is_reported = (eater, eaten) in reported
        if feeding.feeds(eater, eaten):
            yield Pair(eater, eaten, Verdict.CONFIRMED if is_reported else Verdict.POSSIBLE)
        elif is_reported:
            yield Pair(eater, eaten, Verdict.IMPOSSIBLE, feeding.lacks(eater, eaten))


class _Feeding:
    """What feeds what. The engine is asked once for two niches, unless criteria look at single cards."""

    def __init__(self, cards: Sequence[Card], niches: Sequence[int], rules: str) -> None:
        self.cards, self.niches, self.rules = cards, niches, rules
        self.alone = [
            niche > PLAIN or card.abilities.parasitic is not None
            for card, niche in zip(cards, niches, strict=True)
        ]
        self.known: dict[tuple[int, int], tuple[bool, bool, bool]] = {}
        self.lacking: dict[tuple[int, int], tuple[Lack, ...]] = {}

    def feeds(self, eater: int, eaten: int) -> bool:
        x, y = self.cards[eater], self.cards[eaten]
        if self.alone[eater]:
            return lives_on(x, y, self.rules)
        niches = self.niches[eater], self.niches[eaten]
        answer = self.known.get(niches)
        if answer is None:
            answer = self.known[niches] = self._asked(x, y)
        food, needs_terrain, needs_climate = answer
        return (
            food
            and (not needs_terrain or bool(x.terrains & y.terrains))
            and (not needs_climate or bool(x.climates & y.climates))
        )

    def lacks(self, eater: int, eaten: int) -> tuple[Lack, ...]:
        x, y = self.cards[eater], self.cards[eaten]
        if self.alone[eater]:
            return tuple(lacks(x, y, self.rules))
        niches = self.niches[eater], self.niches[eaten]
        food = self.lacking.get(niches)
        if food is None:
            food = self.lacking[niches] = tuple(_food_lacks(x, y, self.rules))
        return (*_place_lacks(x, y, self.rules), *food)

    def _asked(self, x: Card, y: Card) -> tuple[bool, bool, bool]:
        """Whether it is food where both live everywhere, and whether they must share a terrain, a climate."""
        x, y = _moved(x), _moved(y)
        return (
            lives_on(x, y, self.rules),
            not lives_on(replace(x, terrains=1), replace(y, terrains=2), self.rules),
            not lives_on(replace(x, climates=1), replace(y, climates=2), self.rules),
        )


def lives_on(x: Card, y: Card, rules: str) -> bool:
    """Whether `y` feeds `x` beside it, or under it as a host (P18, P24, P27)."""
    if x.food_chain > 1 and food_lack(x, y, rules) is None:
        return True
    return x.abilities.parasitic is not None and host_lack(x, y) is None


def lacks(x: Card, y: Card, rules: str) -> Iterator[Lack]:
    """Everything that keeps `x` from living on `y`."""
    yield from _place_lacks(x, y, rules)
    yield from _food_lacks(x, y, rules)


def _place_lacks(x: Card, y: Card, rules: str) -> Iterator[Lack]:
    found = food_lack(x, y, rules)
    if found == "no-terrain":
        yield Lack.TERRAIN
        found = food_lack(_moved(x, climates=False), _moved(y, climates=False), rules)
    if found == "no-climate":
        yield Lack.CLIMATE


def _food_lacks(x: Card, y: Card, rules: str) -> Iterator[Lack]:
    x, y = _moved(x), _moved(y)
    found = food_lack(x, y, rules)
    if found == "no-food":
        needed, ways = _needed(x, y, rules)
        yield from needed
        found = "too-big" if ways == {"too-big"} else None
    if found == "too-big":
        yield Lack.SCALE


def _needed(x: Card, y: Card, rules: str) -> tuple[tuple[Lack, ...], set[str | None]]:
    """The fewest of its attributes that an eater would need to be different, and what it would lack then."""
    choices: tuple[tuple[tuple[Lack, ...], Sequence[str], Sequence[int]], ...] = (
        ((Lack.DIET,), EATERS, (x.food_chain,)),
        ((Lack.NUMBER,), (x.diet,), NUMBERS),
        ((Lack.DIET, Lack.NUMBER), EATERS, NUMBERS),
    )
    for needed, diets, numbers in choices:
        others = (replace(x, diet=diet, food_chain=number) for diet in diets for number in numbers)
        ways = {food_lack(other, y, rules) for other in others} - {"no-food"}
        if ways:
            return needed, ways
    return (Lack.OTHER,), set()


def _moved(card: Card, *, climates: bool = True) -> Card:
    """The card as if it lived in all terrains, and in all climates."""
    return replace(card, terrains=ALL_TERRAINS, climates=ALL_CLIMATES if climates else card.climates)
