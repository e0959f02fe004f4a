"""Listing the legal actions of a turn as integers (P10 to P12, P22 to P26, P28).

An action is one integer inside the engine, so that listing hundreds of them costs little; notation.py turns
it into the record format's dictionary and back. Its bits, from low to high: 24 for a space, 10 for a slot, 4
for the kind, and above them what only some kinds need: the choice of `recover`, or for SPREAD pairs of card
and direction.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from .effects import recoveries
from .listing import Listing
from .matchup import EVERY, NEIGHBOURS, in_order

if TYPE_CHECKING:
    from .state import State

SLOT, KIND, EXTRA = 24, 34, 38
SPACE_MASK, SLOT_MASK, KIND_MASK = (1 << SLOT) - 1, (1 << KIND - SLOT) - 1, (1 << EXTRA - KIND) - 1
# PLAY, by far the most frequent, is 0: its actions are small integers, which Python makes faster.
PLAY, PASS, DISCARD, EVENT, MOVE, UNDER, SPREAD = (kind << KIND for kind in range(7))
FIRST, PAIR = (
    EXTRA + 3,
    12,
)  # where the first card and direction of a SPREAD begins, and how many bits each has
# The neighbours in the order of their [x, y], each with its step.
DISCARDS, EVENTS, MOVES = (
    tuple(kind | slot << SLOT for slot in range(SLOT_MASK + 1)) for kind in (DISCARD, EVENT, MOVE)
)
WAY_BITS = 2
ASCENDING = tuple((way, NEIGHBOURS[way]) for way in (0, 2, 3, 1))


def kind_of_action(action: int) -> int:
    """PASS, DISCARD and so on."""
    return (action >> KIND & KIND_MASK) << KIND


def legal(state: "State") -> list[int]:
    """Every legal action of the seat whose turn it is, copies of a card counted once; `resign` left out."""
    actions = [PASS]
    if state.actions_left > 0:
        listing = state.listing()
        _from_hand(state, listing, actions)
        _from_table(state, listing, actions)
    return actions


def _from_hand(state: "State", listing: Listing, actions: list[int]) -> None:
    matchup, tables, hand = state.matchup, state.tables, state.hands[state.seat][::-1]
    needs, trades = tables.support, bool(state.decks[state.seat])
    if matchup.rules.own_neighbour:  # P19
        own, species = state.own[state.seat], matchup.species
        needs = [cards & own if species >> slot & 1 else cards for slot, cards in enumerate(needs)]
    # Of copies the one drawn first.
    different = dict(zip(map(matchup.kind_of.__getitem__, hand), hand, strict=True)).values()
    events = []
    for slot in listing.add_plays(different, needs, actions):
        listed = [DISCARDS[slot]] if trades else []
        if matchup.kinds[slot] == "event":
            events.append(slot)
        elif tables.beside[slot] != EVERY:
            _narrow_plays(state, slot, needs[slot], actions)
        else:
            base, cards = PLAY | slot << SLOT, needs[slot]
            listed += [base + space for space, near in state.open.items() if near & cards]
            listing.plays[slot] = base, cards, listed
        actions += listed
    if events and not (state.event_played and matchup.rules.event_ends_turn):
        _events(state, events, listing, actions)
    for slot in matchup.stacking.intersection(different):
        _invasions(state, slot, needs[slot], actions)
        _hosts(state, slot, actions)


def _narrow_plays(state: "State", slot: int, needs: int, actions: list[int]) -> None:
    """The plays of a card that must be beside another (P27)."""
    base, also = PLAY | slot << SLOT, state.tables.beside[slot]
    actions += [base | space for space, near in state.open.items() if near & needs and near & also]


def _events(state: "State", events: list[int], listing: Listing, actions: list[int]) -> None:
    recovering = state.matchup.recovering
    if not recovering:
        listing.add_targets(state, events, EVENTS, actions)
        return
    listing.add_targets(state, [slot for slot in events if slot not in recovering], EVENTS, actions)
    for slot in events:
        if slot not in recovering:
            continue
        targets: list[int] = []
        listing.add_targets(state, (slot,), EVENTS, targets)
        if recovering[slot]:
            _recovering(state, slot, targets, actions)
        elif targets:
            choices = len(recoveries(state, slot, targets[0] & SPACE_MASK)) or 1
            actions += [action | choice << EXTRA for choice in range(choices) for action in targets]


def _recovering(state: "State", slot: int, targets: list[int], actions: list[int]) -> None:
    """An event that discards before it recovers leaves another choice at every target."""
    for action in targets:
        choices = len(recoveries(state, slot, action & SPACE_MASK)) or 1
        actions += [action | choice << EXTRA for choice in range(choices)]


def uppers(state: "State", slots: int) -> tuple[int, ...]:
    """Those of a set of slots on the table that lie face up as the upper card of a space."""
    if state.face_down:
        slots &= ~state.face_down
    for below in state.below.values():
        slots &= ~(1 << below)
    return in_order(slots)


def _invasions(state: "State", slot: int, needs: int, actions: list[int]) -> None:
    also = state.tables.beside[slot]
    on_table = state.own[0] | state.own[1]
    for prey in uppers(state, state.tables.prey[slot] & on_table):
        space = state.cell_of[prey]
        near = state.near[space]
        if space not in state.below and near & needs and near & also:
            actions.append(PLAY | slot << SLOT | space)


def _hosts(state: "State", slot: int, actions: list[int]) -> None:
    parasite = state.face(slot)
    on_table = state.own[0] | state.own[1]
    for host in uppers(state, state.tables.hosts[slot] & on_table):
        face = state.face(host)
        if (
            state.cell_of[host] not in state.below
            and face.terrains & parasite.terrains
            and face.climates & parasite.climates
        ):
            actions.append(UNDER | slot << SLOT | state.cell_of[host])


def _from_table(state: "State", listing: Listing, actions: list[int]) -> None:
    matchup, own = state.matchup, state.own[state.seat]
    movers, spreaders = own & matchup.mobile, own & matchup.spreaders if state.spread_source() else 0
    if state.events and (movers or spreaders):
        awake = ~state.frozen()
        movers, spreaders = movers & awake, spreaders & awake
    if movers:
        _moves(state, uppers(state, movers), listing, actions)
    if spreaders:
        _spreads(state, uppers(state, spreaders), listing, actions)


def _moves(state: "State", movers: Sequence[int], listing: Listing, actions: list[int]) -> None:
    beside = state.tables.beside
    if state.covered or not state.matchup.fussy.isdisjoint(movers):
        narrow = [slot for slot in movers if beside[slot] != EVERY or released_by(state, state.cell_of[slot])]
        for slot in narrow:
            _narrow_moves(state, slot, released_by(state, state.cell_of[slot]), actions)
        movers = [slot for slot in movers if slot not in narrow]
    listing.add_moves(state, movers, MOVES, actions)


def _narrow_moves(state: "State", slot: int, released: int, actions: list[int]) -> None:
    """The moves of a card that must be beside another, or that releases one (P23, P27)."""
    space, at = state.cell_of[slot], state.at
    needs, also = state.tables.support[slot], state.tables.beside[slot]
    for step in state.matchup.reach[slot]:
        near = state.open.get(space + step, 0) & ~(1 << slot)
        if step in NEIGHBOURS and space + step not in at:
            near |= released
        if near & needs and near & also:
            actions.append(MOVE | slot << SLOT | space + step)


def released_by(state: "State", space: int) -> int:
    """P23: the covered card that counts at once when its invader leaves, as a set."""
    below = state.below.get(space)
    return 1 << below & state.covered if below is not None and state.covered >> below & 1 else 0


def _spreads(state: "State", spreaders: Sequence[int], listing: Listing, actions: list[int]) -> None:
    """P26: every way to lay out as many cards as can be; using fewer is legal, but never listed."""
    source, different = state.spread_source(), None
    for slot in listing.add_spreads(spreaders, state, source, actions):
        space, listed = state.cell_of[slot], []
        if state.may_spread(slot):
            free = [way for way, step in ASCENDING if space + step in state.open]
            count = min(state.matchup.spreads[slot], len(free), len(source))
            if count == 1:
                if different is None:
                    different = {state.matchup.kind_of[card]: card for card in reversed(source)}.values()
                base = SPREAD | slot << SLOT | 1 << EXTRA
                cards = [base | card << WAY_BITS + FIRST for card in different]
                listed = [card | way << FIRST for way in free for card in cards]
            elif count:
                listed = list(_layouts(state, slot, free, count))
            actions += listed
        if slot not in state.events:
            listing.spreads[slot] = space, listed


def _layouts(state: "State", slot: int, free: list[int], count: int) -> Iterator[int]:
    copies: dict[int, list[int]] = {}
    for card in state.spread_source():
        copies.setdefault(state.matchup.kind_of[card], []).append(card)
    kinds = [kind for kind, cards in copies.items() for _ in cards[:count]]
    for order in sorted(set(permutations(kinds, count))):
        taken = [copies[kind][order[:place].count(kind)] for place, kind in enumerate(order)]
        for ways in combinations(free, count):
            yield spread_action(slot, list(zip(taken, ways, strict=True)))


def spread_action(slot: int, pairs: list[tuple[int, int]]) -> int:
    """The integer of a SPREAD by `slot` of (card, direction) pairs."""
    action = SPREAD | slot << SLOT | len(pairs) << EXTRA
    for place, (card, way) in enumerate(pairs):
        action |= (card << 2 | way) << FIRST + place * PAIR
    return action


def spread_pairs(action: int) -> list[tuple[int, int]]:
    """The (card, direction) pairs of a SPREAD, in the order of its spaces."""
    extra = action >> EXTRA
    pairs = [extra >> 3 + place * PAIR for place in range(extra & 7)]
    return [(pair >> 2 & SLOT_MASK, pair & 3) for pair in pairs]
