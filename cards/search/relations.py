"""Finds the cards related to a named one. The engine is asked niche by niche; no rule is known here.

To the rules, cards of one niche differ only in terrains and climates (cards/models/derived.py). So the engine
is asked about each niche as if the two cards shared terrains and climates, and again as if they did not;
whatever changes its answer must be shared.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import product

from cards.models import Climate, Diet, Kind, Terrain
from cards.search.predicate import Named, Relation
from engine.phylo.cards import Abilities, Card
from engine.phylo.criteria import Criterion
from engine.phylo.support import decided, food_lack, neighbour_lack

ALL_TERRAINS = 2 ** len(Terrain.values) - 1
ALL_CLIMATES = 2 ** len(Climate.values) - 1
Lack = Callable[[Card, Card, str], str | None]
LACKS: Mapping[str, Lack] = {
    "eats": food_lack,
    "eatenby": food_lack,
    "beside": neighbour_lack,
}


PLAIN = 2**16 - 1
"""The highest niche without demands."""

Needs = tuple[bool, bool]
"""Whether a terrain must be shared, and whether a climate must be."""

Place = tuple[int, int]
"""Masks of terrains and of climates; a card must share one of each. 0: none need be shared."""


@dataclass(frozen=True, slots=True)
class Clause:
    """
    Cards of these niches in one of these places that meet all criteria in `met` and none in `unmet`.

    `bearer` is the card with the criteria, if they compare something with it.
    """

    niches: frozenset[int]
    places: frozenset[Place]
    bearer: Card | None = None
    met: tuple[Criterion, ...] = ()
    unmet: tuple[Criterion, ...] = ()


ASKED: tuple[Place, ...] = ((ALL_TERRAINS, ALL_CLIMATES), (0, ALL_CLIMATES), (ALL_TERRAINS, 0))
"""Places that show whether terrains or climates must be shared."""

Demand = tuple[Card | None, tuple[Criterion, ...], tuple[Criterion, ...]]
"""`bearer`, `met` and `unmet` of a clause."""
NO_DEMAND: Demand = (None, (), ())
Found = tuple[Place, Demand, frozenset[int]]


@dataclass(frozen=True)
class Niches:
    """All niches in use: those without demands, and one card for each of the others."""

    plain: tuple[int, ...]
    demanding: Mapping[int, Card]

    @cached_property
    def by_food(self) -> Mapping[int, frozenset[int]]:
        """Niches of food, by what matters to eaters; parasites that lie under a host are none (P24)."""
        found: defaultdict[int, set[int]] = defaultdict(set)
        feeding = [niche for niche, card in self.demanding.items() if not card.abilities.needs_host]
        for niche in (*self.plain, *feeding):
            found[niche & PLAIN].add(niche)
        return {food: frozenset(niches) for food, niches in found.items()}

    @cached_property
    def placed(self) -> Mapping[int, Mapping[Place, Card]]:
        """The demanding cards at the places that `_needs` asks about; at none if they demand their own."""
        return {
            niche: {}
            if _compares_place(card)
            else {place: replace(card, terrains=place[0], climates=place[1]) for place in ASKED}
            for niche, card in self.demanding.items()
        }


def clauses(relation: Relation, niches: Niches) -> list[Clause]:
    """The alternatives; a card is related if one of them fits."""
    find = _foods if relation.name == "eatenby" else _livers
    by_place: defaultdict[tuple[Place, Demand], set[int]] = defaultdict(set)
    for named in relation.cards:
        for place, demand, found in find(named, relation, niches):
            by_place[place, demand] |= found
    by_niches: defaultdict[tuple[frozenset[int], Demand], set[Place]] = defaultdict(set)
    for (place, demand), joined in by_place.items():
        by_niches[frozenset(joined), demand].add(place)
    return [Clause(joined, frozenset(places), *demand) for (joined, demand), places in by_niches.items()]


def _livers(host: Named, relation: Relation, niches: Niches) -> Iterator[Found]:
    """The niches that live on `host`, or may lie beside it."""
    lack, y = LACKS[relation.name], host.card
    if y.abilities.needs_host:  # it lies under another card (P24), which its plain niche does not tell
        return
    plain = _plain_livers(relation.name, relation.rules, host.niche & PLAIN, niches.plain)
    for needs, found in plain.items():
        yield _place(needs, y), NO_DEMAND, found
    for niche, specimen in niches.demanding.items():
        placed = niches.placed[niche]
        if not placed:
            if lack(specimen, y, relation.rules) is None:
                yield (0, 0), NO_DEMAND, frozenset({niche})
            continue
        answer = _needs(lambda *place, placed=placed: lack(placed[place], y, relation.rules))
        if answer is not None:
            yield _place(answer, y), NO_DEMAND, frozenset({niche})


@lru_cache(maxsize=4096)
def _plain_livers(
    name: str, rules: str, host: int, niches: tuple[int, ...]
) -> Mapping[Needs, frozenset[int]]:
    """Those of `niches`, all without demands, that live on a card of the niche `host`, by shared places."""
    lack, y = LACKS[name], _specimen(host, ALL_TERRAINS, ALL_CLIMATES)
    return _by_needs(niches, lambda niche, *masks: lack(_specimen(niche, *masks), y, rules))


def _foods(eater: Named, relation: Relation, niches: Niches) -> Iterator[Found]:
    """The niches that `eater` lives on, for every answer that its criteria can give."""
    criteria = (eater.card.abilities.feeds_only, eater.card.abilities.feeds_also)
    bearer = eater.card if any(map(_compares, criteria)) else None
    for answers in product(*((True, False) if criterion is not None else (None,) for criterion in criteria)):
        known = [(each, yes) for each, yes in zip(criteria, answers, strict=True) if each is not None]
        met = tuple(criterion for criterion, yes in known if yes)
        unmet = tuple(criterion for criterion, yes in known if not yes)
        foods = _plain_foods(relation.rules, eater.niche & PLAIN, *answers, tuple(niches.by_food))
        for needs, found in foods.items():
            joined = frozenset(niche for food in found for niche in niches.by_food[food])
            yield _place(needs, eater.card), (bearer, met, unmet), joined


@lru_cache(maxsize=4096)
def _plain_foods(
    rules: str, eater: int, only: bool | None, also: bool | None, foods: tuple[int, ...]
) -> Mapping[Needs, frozenset[int]]:
    """
    The members of `foods` that a card of the niche `eater` lives on, by what they share.

    `only`, `also`: whether they meet the eater's criterion; None if it has none.
    """
    lack, x = LACKS["eatenby"], _specimen(eater, ALL_TERRAINS, ALL_CLIMATES)
    some = Criterion(())
    feeds_only, feeds_also = (None if answer is None else some for answer in (only, also))
    x = replace(x, abilities=replace(x.abilities, feeds_only=feeds_only, feeds_also=feeds_also))
    x = decided(x, only=bool(only), also=bool(also))
    return _by_needs(foods, lambda food, *masks: lack(x, _specimen(food, *masks), rules))


def _by_needs(
    niches: Iterable[int], missing: Callable[[int, int, int], str | None]
) -> Mapping[Needs, frozenset[int]]:
    found: defaultdict[Needs, set[int]] = defaultdict(set)
    for niche in niches:
        needs = _needs(partial(missing, niche))
        if needs is not None:
            found[needs].add(niche)
    return {needs: frozenset(each) for needs, each in found.items()}


def _place(needs: Needs, card: Card) -> Place:
    return needs[0] and card.terrains, needs[1] and card.climates


def _needs(missing: Callable[[int, int], str | None]) -> Needs | None:
    """What must be shared, given what is `missing` with these places; None if it never fits."""
    shared, other_terrain, other_climate = ASKED
    if missing(*shared) is not None:
        return None
    return missing(*other_terrain) is not None, missing(*other_climate) is not None


@lru_cache(maxsize=2**14)
def _specimen(niche: int, terrains: int, climates: int) -> Card:
    """A card of a niche without demands, unpacked from derived.niche_of."""
    diet = niche >> 8 & 7
    return Card(
        key="",
        name="",
        kind=Kind.values[niche >> 11 & 3],
        food_chain=niche & 15,
        scale=niche >> 4 & 15,
        diet=Diet.values[diet - 1] if diet else "",
        kingdom="Plantae" if niche >> 13 & 1 else "",
        abilities=Abilities(any_scale=bool(niche >> 14 & 1), any_terrain=bool(niche >> 15 & 1)),
        terrains=terrains,
        climates=climates,
    )


def _compares_place(card: Card) -> bool:
    """Whether a criterion requires the card's own terrains or climates, which its niche then includes."""
    criteria = (card.abilities.feeds_only, card.abilities.feeds_also, card.abilities.beside)
    return any({"terrains", "climates"} & _compares(criterion) for criterion in criteria)


def _compares(criterion: Criterion | None) -> frozenset[str]:
    """The columns that `same` in a criterion compares with its bearer."""
    parts = [part for alternative in criterion.alternatives for part in alternative] if criterion else []
    same = [wanted for name, wanted in parts if name == "same" and not isinstance(wanted, int)]
    return frozenset(str(word) for wanted in same for word in wanted)
