"""Everything about cards that does not change in a game, by kind of card; made by asking the predicate.

A kind is a distinct card. What a card looks like while it lies face down as a seedling of another (P31) is a
kind of its own. The kinds of a universe may be more than lie in a game: other kinds can be written into the
slots of hidden cards without making anything anew.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from engine.flat.compiled import Numbers, frozen
from engine.phylo.cards import EFFECTS, HOME, PERMANENT, Card, Face
from engine.phylo.criteria import ALL_CLIMATES, ALL_TERRAINS, NEVER, Criterion
from engine.phylo.matchup import HIDDEN, relations
from engine.phylo.rules import FoodStep, RuleSet
from engine.phylo.support import sustenance

# Rules, by place in Tables.rules.
ACTIONS, DRAWN, TRADE, OPENING, EVENT_ENDS, OWN_NEIGHBOUR, COVERS, SPREADS_HAND, BY_SCALE = range(9)

# Facts of a kind, by place in its row of Tables.facts. Criteria are numbered from 1; 0 is none.
(
    WHAT, FOOD_CHAIN, SCALE, POINTS, TERRAINS_PRINTED, CLIMATES_PRINTED, FLAGS, STRAIGHT, DIAGONAL,
    SPREAD_COUNT, SPREAD_NEEDS, FEEDS_ONLY, FEEDS_ALSO, BESIDE_WHICH, PREY_WHICH, HOST_WHICH,
    TARGET_WHICH, FIRST_EFFECT, EFFECT_COUNT, DURATION, SEEDLING,
) = range(21)  # fmt: skip
FACTS = 21
WHATS = ("species", "event", "habitat", "home", "seedling", "hidden")
A_SPECIES, AN_EVENT, A_HABITAT, A_HOME, A_SEEDLING = range(5)
ANY_TERRAIN, NEEDS_HOST, POLLINATOR, RECOVERS, RECOVERS_LATE = 1, 2, 4, 8, 16  # flags
BY_POLLINATOR, BY_WIND = 1, 2  # needs of a SPREAD

# Relations of a kind to another, by bit of Tables.printed.
SUPPORTED, PARTNER, PREY, HOST = 1, 2, 4, 8
# Effects, by number.
(
    DO_DISCARD, DO_DISCARD_NEIGHBOURS, DO_SET_TERRAINS, DO_ADD_TERRAINS, DO_REMOVE_TERRAINS, DO_SET_CLIMATES,
    DO_ADD_CLIMATES, DO_REMOVE_CLIMATES, DO_SHIFT_CLIMATE, DO_FREEZE, DO_TAKE_CONTROL, DO_CHANGE_POINTS,
    DO_RECOVER, DO_DRAW, DO_OPPONENT_DISCARDS, DO_WIND,
) = range(len(EFFECTS))  # fmt: skip
# The alternatives of a criterion, by place in a row of Tables.places.
WANTED_TERRAINS, WANTED_CLIMATES, SAME_PLACES = range(3)
SAME_TERRAINS, SAME_CLIMATES = 1, 2

EVERYWHERE = Criterion((frozenset({("terrains", ALL_TERRAINS)}),))
"""Met by every card that lies in any terrain."""


class Tables(NamedTuple):
    """Flat tables: rows of `kinds` numbers, one for each kind, unless said otherwise."""

    kinds: int
    rules: Numbers
    facts: Numbers  # by kind, FACTS numbers each
    printed: Numbers  # by kind and kind: relations as printed; SUPPORTED of an event: may target it
    food: Numbers  # by kind and kind: whether it is food, a bit for each of four cases (see `_food`)
    fits: Numbers  # by criterion and kind: set of the alternatives that hold wherever the card lies
    alternatives: Numbers  # by criterion: the first of its alternatives, then how many
    places: Numbers  # by alternative: the places it asks for, 3 numbers each
    effects: Numbers  # by effect: what it does, its number or mask, its criterion


@dataclass(frozen=True, eq=False)
class Universe:
    """The cards that a game and its imagined hidden cards are made of, with their tables."""

    rules: RuleSet
    food_step: FoodStep
    cards: tuple[Card, ...]  # by kind; seedlings and the hidden card are not among them
    kind_of: dict[str, int]
    hidden: int  # kind
    tables: Tables


@lru_cache(maxsize=64)
def universe(rules: RuleSet, food_step: FoodStep, cards: tuple[Card, ...]) -> Universe:
    """The universe of these cards and HOME."""
    known = {"home": HOME, **{card.key: card for card in cards}}
    ordered = tuple(known[key] for key in sorted(known))
    kind_of = {card.key: kind for kind, card in enumerate(ordered)}
    tables = _Maker(rules, food_step, ordered).tables()
    return Universe(rules, food_step, ordered, kind_of, len(ordered), tables)


class _Maker:
    """Makes tables by asking the predicate about every two cards."""

    def __init__(self, rules: RuleSet, food_step: FoodStep, cards: tuple[Card, ...]) -> None:
        self.rules, self.food_step = rules, food_step
        self.faces = [card.printed for card in (*cards, HIDDEN)]
        self.seedling = {}
        for kind, card in enumerate(cards):
            if card.abilities.spread is not None:
                self.seedling[kind] = len(self.faces)
                self.faces.append(card.lying(0, seedling=True))
        self.criteria: list[tuple[Criterion, Face | None]] = []
        self.effects: list[int] = []

    def tables(self) -> Tables:
        facts = [fact for kind, face in enumerate(self.faces) for fact in self._facts(kind, face)]
        pairs = [(x, y) for x in self.faces for y in self.faces]
        first, alternatives, places = 0, [], []
        for criterion, _ in self.criteria:
            alternatives += [first, len(criterion.alternatives)]
            first += len(criterion.alternatives)
            for parts in criterion.alternatives:
                places += _places(parts)
        rules = self.rules
        return Tables(
            kinds=len(self.faces),
            rules=frozen([
                rules.actions, rules.draw, rules.trade, rules.hand, rules.event_ends_turn,
                rules.own_neighbour, rules.invader_covers, rules.spread_from == "hand",
                rules.reveal_compares == "scale",
            ]),
            facts=frozen(facts),
            printed=frozen([self._printed(x, y) for x, y in pairs]),
            food=frozen([self._food(x, y) for x, y in pairs]),
            fits=frozen([_fits(each, x, y) for each, x in self.criteria for y in self.faces]),
            alternatives=frozen(alternatives),
            places=frozen(places),
            effects=frozen(self.effects),
        )  # fmt: skip

    def _facts(self, kind: int, face: Face) -> list[int]:
        card, abilities = face.card, face.abilities
        spread, parasitic = abilities.spread, abilities.parasitic
        names = [effect.do for effect in card.effects]
        late = "recover" in names and {"discard", "discard-neighbours"} & set(
            names[: len(names) - 1 - names[::-1].index("recover")]
        )
        flags = (
            ANY_TERRAIN * abilities.any_terrain | NEEDS_HOST * abilities.needs_host
            | POLLINATOR * abilities.pollinator | RECOVERS * ("recover" in names) | RECOVERS_LATE * bool(late)
        )  # fmt: skip
        needs = spread.needs if spread else frozenset()
        first = len(self.effects) // 3
        for effect in card.effects:
            number = effect.mask or effect.number
            which = 0 if effect.which is None else self._criterion(effect.which, None)
            self.effects += [list(EFFECTS).index(effect.do), number, which]
        return [
            WHATS.index("seedling" if face.seedling else card.kind), card.food_chain, card.scale,
            0 if face.seedling else card.points, face.terrains, face.climates, flags,
            max(abilities.move, abilities.flight), abilities.flight, spread.count if spread else 0,
            BY_POLLINATOR * ("pollinator" in needs) | BY_WIND * ("wind" in needs),
            self._criterion(abilities.feeds_only, face), self._criterion(abilities.feeds_also, face),
            self._criterion(abilities.beside, face), self._criterion(abilities.invasive, face),
            self._criterion(parasitic.host if parasitic else None, face),
            self._criterion(card.target if card.kind == "event" else None, None), first, len(card.effects),
            card.duration, self.seedling.get(kind, 0),
        ]  # fmt: skip

    def _criterion(self, criterion: Criterion | None, bearer: Face | None) -> int:
        """The number of a criterion."""
        if criterion is None:
            return 0
        self.criteria.append((criterion, bearer))
        return len(self.criteria)

    def _printed(self, x: Face, y: Face) -> int:
        support, beside, prey, host, target = relations(x, y, self.rules, self.food_step)
        return SUPPORTED * (support or target) | PARTNER * beside | PREY * prey | HOST * host

    def _food(self, x: Face, y: Face) -> int:
        """Whether `y` supports `x` where they share a place (P16), by which criteria it meets (P18, P27).

        Bit 2 * (it meets *feeds only*) + (it meets *feeds also*).
        """
        if x.card.kind not in ("species", "habitat") or x.abilities.needs_host:
            return 0
        bits, y = 0, _everywhere(y)
        for only in (0, 1):
            for also in (0, 1):
                card = _decided(x.card, only=bool(only), also=bool(also))
                found = sustenance(replace(x, card=card), y, self.rules, self.food_step)
                bits |= found.supports << 2 * only + also
        return bits


def _decided(card: Card, *, only: bool, also: bool) -> Card:
    """The card as if every card, or none, met its *feeds only* and *feeds also*."""
    abilities = card.abilities
    feeds_only = abilities.feeds_only and (EVERYWHERE if only else NEVER)
    feeds_also = abilities.feeds_also and (EVERYWHERE if also else NEVER)
    return replace(card, abilities=replace(abilities, feeds_only=feeds_only, feeds_also=feeds_also))


def _everywhere(face: Face) -> Face:
    return replace(face, terrains=ALL_TERRAINS, climates=ALL_CLIMATES)


def _fits(criterion: Criterion, x: Face | None, y: Face) -> int:
    """The alternatives that hold if both cards lie everywhere, as a set."""
    bearer = None if x is None else _everywhere(x)
    held = [Criterion((parts,)).met_by(_everywhere(y), bearer) for parts in criterion.alternatives]
    return sum(1 << place for place, holds in enumerate(held) if holds)


def _places(parts: Iterable[tuple[str, Any]]) -> list[int]:
    """The places that an alternative asks for."""
    wanted = dict(parts)
    same = wanted.get("same", ())
    return [
        wanted.get("terrains", 0), wanted.get("climates", 0),
        SAME_TERRAINS * ("terrains" in same) | SAME_CLIMATES * ("climates" in same),
    ]  # fmt: skip


PERMANENT_WHATS = tuple(WHATS.index(what) for what in PERMANENT)
