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
SPACE_MASK, SLOT_MASK, KINDS = (1 << SLOT) - 1, (1 << KIND - SLOT) - 1, (1 << EXTRA) - (1 << KIND)
# PLAY, by far the most frequent, is 0: its actions are small integers, which Python makes faster.
PLAY, PASS, DISCARD, EVENT, MOVE, UNDER, SPREAD = (kind << KIND for kind in range(7))
FIRST, PAIR = (
    EXTRA + 3,
    12,
)  # where the first card and direction of a SPREAD begins, and how many bits each has
# The neighbours in the order of their [x, y], each with its step.
PLAYS, DISCARDS, EVENTS, MOVES = (
    tuple(kind | slot << SLOT for slot in range(SLOT_MASK + 1)) for kind in (PLAY, DISCARD, EVENT, MOVE)
)
WAY_BITS = 2
SPREADS = [
    [SPREAD | slot << SLOT | 1 << EXTRA | way << FIRST for slot in range(SLOT_MASK + 1)] for way in range(4)
]
SETS = [1 << slot for slot in range(SLOT_MASK + 1)]  # of one card each
CARDS = [card << FIRST + WAY_BITS for card in range(SLOT_MASK + 1)]
ASCENDING = tuple((way, NEIGHBOURS[way]) for way in (0, 2, 3, 1))


def kind_of_action(action: int) -> int:
    """PASS, DISCARD and so on."""
    return action & KINDS


def legal(state: "State") -> list[int]:
    """Every legal action of the seat whose turn it is, copies of a card counted once; `resign` left out."""
    actions = [PASS]
    if state.actions_left > 0:
        listing = state.listing()
        _from_hand(state, listing, actions)
        _from_table(state, listing, actions)
    return actions


def _from_hand(state: "State", listing: Listing, actions: list[int]) -> None:
    matchup, hand = state.matchup, state.hands[state.seat]
    events, copies_of, beside = matchup.events, matchup.copies_of, state.tables.beside
    needs = _own_neighbours(state, hand) if matchup.rules.own_neighbour else state.tables.support
    if needs is not listing.needs:
        listing.adapt([slot for slot in hand if slot not in events], needs)
        listing.adapt(events.intersection(hand), state.tables.targets)
        listing.needs = needs
    for slot in listing.add_plays(hand, events, actions):
        copies = copies_of[slot]
        if copies and not copies.isdisjoint(hand[: hand.index(slot)]):  # the first is listed
            continue
        listed = [DISCARDS[slot]] if listing.trades else []
        if slot in events:
            _targets(state, slot, listing, listed)
        elif beside[slot] == EVERY:
            base, cards = PLAYS[slot], needs[slot]
            listed += [base + space for space, near in state.open.items() if near & cards]
            listing.plays[slot] = base, cards, listed
        else:
            _narrow_plays(state, slot, needs[slot], listed)
        actions += listed
    if not matchup.stacking.isdisjoint(hand):
        for slot in matchup.stacking.intersection(hand):
            if copies_of[slot].isdisjoint(hand[: hand.index(slot)]):
                _invasions(state, slot, needs[slot], actions)
                _hosts(state, slot, actions)


def _own_neighbours(state: "State", hand: list[int]) -> list[int]:
    """The support of the cards in hand where only own neighbours give it to species (P19)."""
    needs, own, species = state.tables.support.copy(), state.own[state.seat], state.matchup.species
    for slot in hand:
        if species >> slot & 1:
            needs[slot] &= own
    return needs


def _narrow_plays(state: "State", slot: int, needs: int, actions: list[int]) -> None:
    """The plays of a card that must be beside another (P27)."""
    base, also = PLAYS[slot], state.tables.beside[slot]
    actions += [base + space for space, near in state.open.items() if near & needs and near & also]


def _targets(state: "State", slot: int, listing: Listing, listed: list[int]) -> None:
    """The targets of an event (P28), with every choice if it takes cards back (P30)."""
    if state.event_played and state.matchup.rules.event_ends_turn:
        return
    base, targets = EVENTS[slot], state.tables.targets[slot]
    aimed = [base + space for space, upper in state.at.items() if targets & SETS[upper]]
    recovering = state.matchup.recovering.get(slot)
    if recovering is None:
        listed += aimed
        listing.plays[slot] = base, targets, listed
    elif recovering:  # what it discards before leaves another choice at every target
        for action in aimed:
            choices = len(recoveries(state, slot, action & SPACE_MASK)) or 1
            listed += [action | choice << EXTRA for choice in range(choices)]
    elif aimed:
        listed += aimed
        for choice in range(1, len(recoveries(state, slot, aimed[0] & SPACE_MASK))):
            extra = choice << EXTRA
            listed += [action + extra for action in aimed]


def uppers(state: "State", slots: int) -> int:
    """Those of a set of slots on the table that lie face up as the upper card of a space."""
    slots &= ~state.face_down
    for below in state.below.values():
        slots &= ~(1 << below)
    return slots


def _invasions(state: "State", slot: int, needs: int, actions: list[int]) -> None:
    also = state.tables.beside[slot]
    on_table = state.own[0] | state.own[1]
    for prey in in_order(uppers(state, state.tables.prey[slot] & on_table)):
        space = state.cell_of[prey]
        near = state.near[space]
        if space not in state.below and near & needs and near & also:
            actions.append(PLAY | slot << SLOT | space)


def _hosts(state: "State", slot: int, actions: list[int]) -> None:
    parasite = state.face(slot)
    on_table = state.own[0] | state.own[1]
    for host in in_order(uppers(state, state.tables.hosts[slot] & on_table)):
        face = state.face(host)
        if (
            state.cell_of[host] not in state.below
            and face.terrains & parasite.terrains
            and face.climates & parasite.climates
        ):
            actions.append(UNDER | slot << SLOT | state.cell_of[host])


def _from_table(state: "State", listing: Listing, actions: list[int]) -> None:
    matchup, own = state.matchup, state.own[state.seat]
    if state.face_down or state.below:
        own = uppers(state, own)
    movers, source = own & matchup.mobile, state.spread_source()
    spreaders = own & matchup.spreaders if source else 0
    if state.events:
        awake = ~state.frozen()
        movers, spreaders = movers & awake, spreaders & awake
    if movers:
        _moves(state, in_order(movers), listing, actions)
    if spreaders:
        _spreads(state, spreaders, source, actions)


def _moves(state: "State", movers: Sequence[int], listing: Listing, actions: list[int]) -> None:
    if state.covered or not state.matchup.fussy.isdisjoint(movers):
        movers = [slot for slot in movers if not _moved_narrowly(state, slot, actions)]
    listing.add_moves(state, movers, MOVES, actions)


def _moved_narrowly(state: "State", slot: int, actions: list[int]) -> bool:
    """Add the moves of a card that must be beside another or releases one; whether it is such a card."""
    released = released_by(state, state.cell_of[slot])
    if not released and state.tables.beside[slot] == EVERY:
        return False
    _narrow_moves(state, slot, released, actions)
    return True


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


def _spreads(state: "State", spreaders: int, source: list[int], actions: list[int]) -> None:
    """P26: every way to lay out as many cards as can be; using fewer is legal, but never listed."""
    able = state.able_to_spread(spreaders)
    if not able:
        return
    matchup, cell_of, open_ = state.matchup, state.cell_of, state.open
    kinds = {matchup.kind_of[card]: card for card in reversed(source)}
    for slot in in_order(able):
        if matchup.spreads[slot] > 1 < len(source):
            actions += _layouts(state, slot, source)
            continue
        space = cell_of[slot]
        for way, step in ASCENDING:
            if space + step in open_:
                base = SPREADS[way][slot]
                for card in kinds.values():
                    actions.append(base + CARDS[card])


def _layouts(state: "State", slot: int, source: list[int]) -> Iterator[int]:
    space = state.cell_of[slot]
    free = [way for way, step in ASCENDING if space + step in state.open]
    count = min(state.matchup.spreads[slot], len(free), len(source))
    if not count:
        return
    copies: dict[int, list[int]] = {}
    for card in source:
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
