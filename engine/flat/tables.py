"""Everything about cards that does not change in a game, by kind of card; made by asking the predicate.

A kind is a distinct card. What a card looks like while it lies face down as a seedling of another (P31) is a
kind of its own. The kinds of a universe may be more than lie in a game: other kinds can be written into the
slots of hidden cards without making anything anew.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.flat.compiled import Numbers, frozen
from engine.phylo.cards import EFFECTS, HOME, Card, Face
from engine.phylo.criteria import ALL_CLIMATES, ALL_TERRAINS, NEVER, Criterion, Wanted
from engine.phylo.matchup import HIDDEN, relations
from engine.phylo.rules import FoodStep, RuleSet
from engine.phylo.support import sustenance

Tables = Numbers
"""One list: where its parts begin, the rules, then the parts. Offsets are those of the list, or of a row."""

# How many kinds there are, and where the parts begin.
KINDS, PAIRS_AT, FITS_AT, ALTERNATIVES_AT, EFFECTS_AT = range(5)
# Rules.
ACTIONS, DRAWN, TRADE, OPENING, EVENT_ENDS, OWN_NEIGHBOUR, COVERS, SPREADS_HAND, BY_SCALE = range(8, 17)
FACTS_AT = 32
"""From here by kind: a row of FACTS numbers. From PAIRS_AT by two kinds: how the first stands to the second.
From FITS_AT by criterion and kind: the alternatives that hold wherever the card lies, as a set. From
ALTERNATIVES_AT by criterion: where its alternatives are, each the places that it asks for. From EFFECTS_AT:
effects."""

# Facts of a kind. Criteria are numbered from 1; 0 is none.
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

# How a kind stands to another, as printed (SUPPORTED of an event: it may be played on the other), and above
# these bits whether the other is food for it (see `_food`).
SUPPORTED, PARTNER, PREY, HOST = 1, 2, 4, 8
FOOD_BITS, RELATIONS = 4, 15
# An effect: what it does, its number or mask, its criterion.
DOES, BY, WHICH = range(3)
# Effects, by number.
(
    DO_DISCARD, DO_DISCARD_NEIGHBOURS, DO_SET_TERRAINS, DO_ADD_TERRAINS, DO_REMOVE_TERRAINS, DO_SET_CLIMATES,
    DO_ADD_CLIMATES, DO_REMOVE_CLIMATES, DO_SHIFT_CLIMATE, DO_FREEZE, DO_TAKE_CONTROL, DO_CHANGE_POINTS,
    DO_RECOVER, DO_DRAW, DO_OPPONENT_DISCARDS, DO_WIND,
) = range(len(EFFECTS))  # fmt: skip
# An alternative of a criterion: terrains, climates, and which of them must be the bearer's.
SAME_TERRAINS, SAME_CLIMATES = 1, 2

EVERYWHERE = Criterion((frozenset({("terrains", ALL_TERRAINS)}),))
"""Met by every card that lies in any terrain."""


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
        rules = self.rules
        everywhere = [_everywhere(face) for face in self.faces]
        facts = [fact for kind, face in enumerate(self.faces) for fact in self._facts(kind, face)]
        pairs = [
            self._pair(x, y) | food << FOOD_BITS
            for x in self.faces
            for y, food in zip(self.faces, self._food(x, everywhere), strict=True)
        ]
        fits = [_fits(each, x, y) for each, x in self.criteria for y in everywhere]
        pairs_at = FACTS_AT + len(facts)
        fits_at = pairs_at + len(pairs)
        alternatives_at = fits_at + len(fits)
        places_at = alternatives_at + len(self.criteria)
        alternatives, places = [], list[int]()
        for criterion, _ in self.criteria:
            alternatives.append(places_at + len(places))
            for parts in criterion.alternatives:
                places += _places(parts)
        head = [len(self.faces), pairs_at, fits_at, alternatives_at, places_at + len(places), 0, 0, 0]
        head += [
            rules.actions, rules.draw, rules.trade, rules.hand, rules.event_ends_turn, rules.own_neighbour,
            rules.invader_covers, rules.spread_from == "hand", rules.reveal_compares == "scale",
        ]  # fmt: skip
        head += [0] * (FACTS_AT - len(head))
        return frozen([*head, *facts, *pairs, *fits, *alternatives, *places, *self.effects])

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
        self.criteria.append((criterion, bearer and _everywhere(bearer)))
        return len(self.criteria)

    def _pair(self, x: Face, y: Face) -> int:
        support, beside, prey, host, target = relations(x, y, self.rules, self.food_step)
        return SUPPORTED * (support or target) | PARTNER * beside | PREY * prey | HOST * host

    def _food(self, x: Face, others: Iterable[Face]) -> Iterable[int]:
        """Whether each card supports `x` where they share a place (P16), by the criteria it meets (P18, P27).

        Bit 2 * (it meets *feeds only*) + (it meets *feeds also*).
        """
        if x.card.kind not in ("species", "habitat") or x.abilities.needs_host:
            return [0 for _ in others]
        decided = [_decided(x.card, only=only, also=also) for only in (False, True) for also in (False, True)]
        cases: dict[Card, list[int]] = {}
        for case, card in enumerate(decided):
            same = next((each for each in cases if each.abilities == card.abilities), card)
            cases.setdefault(same, []).append(1 << case)
        found = [(replace(x, card=card), sum(bits)) for card, bits in cases.items()]
        return [
            sum(bits for face, bits in found if sustenance(face, y, self.rules, self.food_step).supports)
            for y in others
        ]


def _decided(card: Card, *, only: bool, also: bool) -> Card:
    """The card as if every card, or none, met its *feeds only* and *feeds also*."""
    abilities = card.abilities
    feeds_only = abilities.feeds_only and (EVERYWHERE if only else NEVER)
    feeds_also = abilities.feeds_also and (EVERYWHERE if also else NEVER)
    return replace(card, abilities=replace(abilities, feeds_only=feeds_only, feeds_also=feeds_also))


def _everywhere(face: Face) -> Face:
    return replace(face, terrains=ALL_TERRAINS, climates=ALL_CLIMATES)


def _fits(criterion: Criterion, x: Face | None, y: Face) -> int:
    """The alternatives that hold for two cards that lie everywhere, as a set."""
    held = [Criterion((parts,)).met_by(y, x) for parts in criterion.alternatives]
    return sum(1 << place for place, holds in enumerate(held) if holds)


def _places(parts: Collection[tuple[str, Wanted]]) -> list[int]:
    """The places that an alternative asks for."""
    masks = {name: wanted for name, wanted in parts if isinstance(wanted, int)}
    words = {name: wanted for name, wanted in parts if not isinstance(wanted, int)}
    same = words.get("same", frozenset())
    return [
        masks.get("terrains", 0), masks.get("climates", 0),
        SAME_TERRAINS * ("terrains" in same) | SAME_CLIMATES * ("climates" in same),
    ]  # fmt: skip
