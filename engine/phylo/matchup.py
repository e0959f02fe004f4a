"""Slots and tables: everything about two pools of cards that does not change during a game.

A card in a game is a slot, a small number; a set of cards is an integer with one bit per slot. For every slot
a table holds such a set: which cards can support it, which it may cover, and so on. Tables are generated from
the predicate in support.py and the criteria on the cards, once per matchup, and again for a card that an
event changes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from engine.phylo.cards import HIDDEN_KEY, HOME, PERMANENT, Card, Face
from engine.phylo.rules import FoodStep, RuleSet
from engine.phylo.support import support

# A space is one integer: coordinates from -2048 to 2047, so that no game reaches the edge (P1). NEIGHBOURS
# are the steps to the left, to the right, down and up.
ROW = 1 << 12
ORIGIN = (1 << 11) * (ROW + 1)
NEIGHBOURS = (-1, 1, -ROW, ROW)
HIDDEN = Card(key=HIDDEN_KEY, kind="hidden", name="?")
EVERY = -1  # the set of all slots


def cell(x: int, y: int) -> int:
    """The space at (x, y); x grows to the right, y upward (P3)."""
    return ORIGIN + y * ROW + x


def place(space: int) -> list[int]:
    """[x, y] of a space."""
    return [(space & ROW - 1) - ROW // 2, (space >> 12) - ROW // 2]


@dataclass(frozen=True, slots=True)
class Tables:
    """A list for each question, by slot; each answer is a set of slots. Never changed once in use.

    support: cards that support it (P15 to P18), itself left out. beside: cards that meet its *must be
    beside*; EVERY without that ability (P27). prey: species that it may cover as an invader (P23). hosts:
    species under which it may go as a parasite (P24). targets: species that the event may be played on (P28).
    """

    support: list[int]
    beside: list[int]
    prey: list[int]
    hosts: list[int]
    targets: list[int]

    def copy(self) -> "Tables":
        return Tables(*(list(column) for column in self.columns()))

    def columns(self) -> tuple[list[int], ...]:
        return self.support, self.beside, self.prey, self.hosts, self.targets


class Matchup:
    """Two pools of cards and two starters under one rule set, with the tables of the printed cards.

    Slots number the cards of seat 0's pool, then seat 1's, each sorted by key, then the two starters, then
    two hidden cards that stand for cards that a seat may not see.
    """

    def __init__(
        self, rules: RuleSet, food_step: FoodStep, cards: dict[str, Card], pools: tuple[tuple[str, ...], ...],
        starters: tuple[str, str],
    ) -> None:  # fmt: skip
        self.rules = rules
        self.food_step = food_step
        self.pools = pools
        self.definitions = {"home": HOME, **cards}
        keys = [*pools[0], *pools[1], *starters, "?", "?"]
        first, second = len(pools[0]), len(pools[0]) + len(pools[1])
        self.starters = (second, second + 1)
        self.hidden = (second + 2, second + 3)
        self.size = len(keys)
        self.cards = [self.definitions.get(key, HIDDEN) for key in keys]
        self.keys = keys
        self.owned_by_1 = (1 << second) - (1 << first) | 1 << second + 1 | 1 << second + 3
        self.printed = [card.lying(self.owned_by_1 >> slot & 1) for slot, card in enumerate(self.cards)]
        order = sorted(set(keys))
        self.kind_of = [order.index(key) for key in keys]
        self.kind_keys = order
        self.species = self._set(lambda slot: self.cards[slot].kind == "species")
        self.kinds = [card.kind for card in self.cards]
        self.permanent = self._set(lambda slot: self.cards[slot].kind in PERMANENT)
        self.pollinators = self._set(lambda slot: self.cards[slot].abilities.pollinator)
        self.mobile = self._set(
            lambda slot: bool(self.cards[slot].abilities.move or self.cards[slot].abilities.flight)
        )
        self.spreaders = self._set(lambda slot: self.cards[slot].abilities.spread is not None)
        needs = [card.abilities.spread.needs if card.abilities.spread else None for card in self.cards]
        self.free_spreaders = self._set(lambda slot: needs[slot] == frozenset())
        self.pollinated = self._set(lambda slot: "pollinator" in (needs[slot] or ()))
        self.windy = self._set(lambda slot: "wind" in (needs[slot] or ()))
        self.spreads = [card.abilities.spread.count if card.abilities.spread else 0 for card in self.cards]
        # Events with `recover`, and whether an effect before the last `recover` changes the pile.
        names = {slot: [effect.do for effect in card.effects] for slot, card in enumerate(self.cards)}
        self.recovering = {
            slot: bool({"discard", "discard-neighbours"} & set(does[: -does[::-1].index("recover") - 1]))
            for slot, does in names.items()
            if "recover" in does
        }
        # Cards that may have more actions in hand than are kept (listing.py).
        self.versatile = frozenset(
            slot
            for slot, card in enumerate(self.cards)
            if card.abilities.invasive is not None
            or card.abilities.parasitic is not None
            or self.recovering.get(slot) is False
        )
        self.events = frozenset(slot for slot, kind in enumerate(self.kinds) if kind == "event")
        # Cards that must be beside another.
        self.fussy = self._set(lambda slot: self.cards[slot].abilities.beside is not None)
        # Cards for which no list is kept. Habitats need no card of their player's own (P19).
        self.rare = frozenset(
            slot
            for slot, card in enumerate(self.cards)
            if card.abilities.beside is not None
            or self.recovering.get(slot)
            or (card.kind == "habitat" and rules.own_neighbour)
        )
        self.freezing, self.windblown = (
            frozenset(slot for slot, does in names.items() if what in does) for what in ("freeze", "wind")
        )
        self.points = [card.points for card in self.cards]
        self.reach = [_reach(card) for card in self.cards]
        # Each printed card of an owner, with the set of its copies.
        self._printed: dict[Face, int] = {}
        for slot, face in enumerate(self.printed):
            if slot not in self.hidden:
                self._printed[face] = self._printed.get(face, 0) | 1 << slot
        self._rows: dict[Face, tuple[int, ...]] = {}
        self._columns: dict[Face, tuple[int, ...]] = {}
        rows = [self.row(face) for face in self.printed]
        self.tables = Tables(*(list(column) for column in zip(*rows, strict=True)))
        for slot in range(self.size):
            self.tables.support[slot] &= ~(1 << slot)
        for starter in self.starters:  # HOME and habitats need no support (P5, P21)
            self.tables.support[starter] = EVERY

    def _set(self, holds: Callable[[int], bool]) -> int:
        return sum(1 << slot for slot in range(self.size) if holds(slot))

    def relations(self, x: Face, y: Face) -> tuple[bool, ...]:
        """The answers to the questions of Tables, in order, for a card `x` and another `y`."""
        return relations(x, y, self.rules, self.food_step)

    def row(self, x: Face) -> tuple[int, ...]:
        """For each question of Tables, the set of printed cards that are an answer for `x`."""
        row = self._rows.get(x)
        if row is None:
            sets = self._answers(lambda y: self.relations(x, y))
            if x.abilities.beside is None:
                sets[1] = EVERY
            row = self._rows[x] = tuple(sets)
        return row

    def column(self, y: Face) -> tuple[int, ...]:
        """For each question of Tables, the set of printed cards for which `y` is an answer."""
        column = self._columns.get(y)
        if column is None:
            column = self._columns[y] = tuple(self._answers(lambda x: self.relations(x, y)))
        return column

    def _answers(self, relations: Callable[[Face], tuple[bool, ...]]) -> list[int]:
        """For each question of Tables, the set of printed cards for which it holds."""
        sets = [0, 0, 0, 0, 0]
        for face, slots in self._printed.items():
            for question, answer in enumerate(relations(face)):
                if answer:
                    sets[question] |= slots
        return sets

    def recast(self, tables: Tables, slot: int, old: Face, faces: dict[int, Face]) -> Tables:
        """The tables after the face of `slot` changed from `old`; `faces` has those not as printed."""
        if not faces:
            return self.tables
        tables = tables.copy()
        face = faces.get(slot) or self.printed[slot]
        bit = 1 << slot
        row, column, before = self.row(face), self.column(face), self.column(old)
        for question, sets in enumerate(tables.columns()):
            sets[slot] = row[question]
            for other in in_order(column[question] ^ before[question]):
                sets[other] ^= bit
        for other in faces:  # which the rows and columns of printed cards do not cover
            if other == slot:  # no card lies beside itself
                continue
            for x, y in ((slot, other), (other, slot)):
                answers = self.relations(faces.get(x) or face, faces.get(y) or face)
                for sets, answer in zip(tables.columns(), answers, strict=True):
                    sets[x] = sets[x] | 1 << y if answer else sets[x] & ~(1 << y)
        tables.support[slot] &= ~bit
        return tables


def relations(x: Face, y: Face, rules: RuleSet, food_step: FoodStep) -> tuple[bool, ...]:
    """The answers to the questions of Tables, in order, for a card `x` and another `y`."""
    card, abilities = x.card, x.abilities
    if card.kind not in ("species", "event", "habitat"):
        return False, True, False, False, False
    face_up = y.card.kind == "species" and not y.seedling
    if card.kind == "event":
        return False, True, False, False, face_up and card.target.met_by(y)
    return (
        not abilities.needs_host and support(x, y, rules, food_step).supports,
        abilities.beside is None or abilities.beside.met_by(y, x),
        face_up and abilities.invasive is not None and abilities.invasive.met_by(y, x),
        face_up and abilities.parasitic is not None and abilities.parasitic.host.met_by(y, x),
        False,
    )


@lru_cache(maxsize=1 << 12)
def in_order(slots: int) -> tuple[int, ...]:
    """The members of a set of slots, lowest first. Sets recur, so results are cached."""
    members = []
    while slots:
        low = slots & -slots
        members.append(low.bit_length() - 1)
        slots ^= low
    return tuple(members)


def _reach(card: Card) -> frozenset[int]:
    """The steps that MOVE and FLIGHT allow (P25)."""
    abilities = card.abilities
    straight = {step * n for step in NEIGHBOURS for n in range(1, max(abilities.move, abilities.flight) + 1)}
    diagonals = (ROW + 1, ROW - 1, -ROW + 1, -ROW - 1)
    return frozenset(straight | {step * n for step in diagonals for n in range(1, abilities.flight + 1)})


@lru_cache(maxsize=64)
def matchup(
    rules: RuleSet, food_step: FoodStep, cards: tuple[Card, ...], pools: tuple[tuple[str, ...], ...],
    starters: tuple[str, str],
) -> Matchup:  # fmt: skip
    """The matchup of these cards; games between the same pools share one."""
    return Matchup(rules, food_step, {card.key: card for card in cards}, pools, starters)
