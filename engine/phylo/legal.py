"""Listing the legal actions of a turn as integers (P10 to P12, P22 to P26, P28).

An action is one integer inside the engine, so that listing hundreds of them costs little; notation.py turns
it into the record format's dictionary and back. Its bits, from low to high: 24 for a space, 10 for a slot, 4
for the kind, and above them what only some kinds need: the choice of `recover`, or for SPREAD pairs of card
and direction.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from .effects import recoveries
from .listing import Listing, within
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
    hand = state.hands[state.seat]
    if listing.waiting:
        for slot in listing.waiting:
            _list_anew(state, slot, listing)
        listing.waiting.clear()
    if listing.known < len(hand):
        held, kind_of = listing.held, state.matchup.kind_of
        for slot in hand[listing.known :]:
            kind = kind_of[slot]
            if kind in held:
                held[kind].append(slot)
            else:
                held[kind] = []
                _list_anew(state, slot, listing)
        listing.known = len(hand)
    for _, _, listed in listing.plays.values():
        actions += listed
    for _, _, listed in listing.aims.values():
        actions += listed
    for slot in listing.rare:
        _list_rare(state, slot, listing, actions)
    for slot in listing.besides:
        _list_besides(state, slot, listing, actions)


def _list_anew(state: "State", slot: int, listing: Listing) -> None:
    """List what a card in hand may do to be kept, if it can be brought up to date."""
    matchup, tables = state.matchup, state.tables
    if slot not in matchup.rare and slot not in matchup.events:
        base, cards = PLAYS[slot], tables.support[slot]
        needs = cards if listing.own == EVERY else cards & listing.own
        plays = [base + space for space, near in state.open.items() if near & needs]
        listing.plays[slot] = base, cards, [DISCARDS[slot], *plays] if listing.trades else plays
    elif slot in matchup.rare or _events_over(state):
        listing.rare.append(slot)
    else:
        base, targets = EVENTS[slot], tables.targets[slot]
        aimed = [base + space for space, upper in state.at.items() if targets & SETS[upper]]
        listing.aims[slot] = base, targets, [DISCARDS[slot], *aimed] if listing.trades else aimed
    if slot in matchup.versatile and slot not in listing.besides:
        listing.besides.append(slot)


def _list_besides(state: "State", slot: int, listing: Listing, actions: list[int]) -> None:
    """Add what a card in hand may do besides what is kept or listed as rare."""
    if slot in state.matchup.recovering:
        if slot in listing.aims:
            _choices(state, slot, listing.aims[slot][2][listing.trades :], actions)
    else:
        _invasions(state, slot, actions)
        _hosts(state, slot, actions)


def _needs(state: "State", slot: int) -> int:
    """The cards beside which a card in hand may lie: a species under P19 only its player's own."""
    needs = state.tables.support[slot]
    if state.matchup.rules.own_neighbour and state.matchup.species >> slot & 1:
        needs &= state.own[state.seat]
    return needs


def _list_rare(state: "State", slot: int, listing: Listing, actions: list[int]) -> None:
    if listing.trades:
        actions.append(DISCARDS[slot])
    if slot in state.matchup.events:
        if not _events_over(state):
            _targets(state, slot, actions)
    else:
        _narrow_plays(state, slot, _needs(state, slot), actions)


def _events_over(state: "State") -> bool:
    """P11: whether the turn's event has been played and ends it; in no turn but one laid out so."""
    return state.event_played and state.matchup.rules.event_ends_turn


def _narrow_plays(state: "State", slot: int, needs: int, actions: list[int]) -> None:
    """The plays of a card that must be beside another (P27)."""
    base, also = PLAYS[slot], state.tables.beside[slot]
    actions += [base + space for space, near in state.open.items() if near & needs and near & also]


def _targets(state: "State", slot: int, actions: list[int]) -> None:
    """The targets of an event (P28) that discards before it takes cards back: at each another choice."""
    base, targets = EVENTS[slot], state.tables.targets[slot]
    for space, upper in state.at.items():
        if targets & SETS[upper]:
            choices = len(recoveries(state, slot, space)) or 1
            actions += [base + space | choice << EXTRA for choice in range(choices)]


def _choices(state: "State", slot: int, aimed: list[int], actions: list[int]) -> None:
    """What an event may take back (P30) beyond the first choice, which is kept."""
    if aimed:
        for choice in range(1, len(recoveries(state, slot, aimed[0] & SPACE_MASK))):
            extra = choice << EXTRA
            actions += [action + extra for action in aimed]


def uppers(state: "State", slots: int) -> int:
    """Those of a set of slots on the table that lie face up as the upper card of a space."""
    slots &= ~state.face_down
    for below in state.below.values():
        slots &= ~(1 << below)
    return slots


def _invasions(state: "State", slot: int, actions: list[int]) -> None:
    needs, also = _needs(state, slot), state.tables.beside[slot]
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
    matchup, seat = state.matchup, state.seat
    own = state.own[seat]
    if state.face_down or state.below:
        own = uppers(state, own)
    if state.events:
        own &= ~state.frozen()
    movers = own & matchup.mobile
    if state.covered or movers & matchup.fussy:
        for slot in in_order(movers):
            if _moved_narrowly(state, slot, actions):
                movers &= ~(1 << slot)
    if movers or listing.movers:
        listing.add_moves(state, movers, MOVES, actions)
    spreaders = own & matchup.spreaders
    if spreaders:
        source = state.spread_source()
        able = state.able_to_spread(spreaders) if source else 0
        if able:
            _spreads(state, able, source, listing, actions)


def _moved_narrowly(state: "State", slot: int, actions: list[int]) -> bool:
    """Add the moves of a card that must be beside another or releases one; whether it is such a card."""
    released = released_by(state, state.cell_of[slot])
    if not released and state.tables.beside[slot] == EVERY:
        return False
    _narrow_moves(state, slot, released, actions)
    return True


def _narrow_moves(state: "State", slot: int, released: int, actions: list[int]) -> None:
    """The moves of a card that must be beside another, or that releases one (P23, P27)."""
    space, open_, others = state.cell_of[slot], state.open, ~(1 << slot)
    needs, also = state.tables.support[slot], state.tables.beside[slot]
    for target in within(state.matchup.reach[slot], space):
        if target in open_:
            near = open_[target] & others
            if target - space in NEIGHBOURS:
                near |= released
            if near & needs and near & also:
                actions.append(MOVES[slot] + target)


def released_by(state: "State", space: int) -> int:
    """P23: the covered card that counts at once when its invader leaves, as a set."""
    below = state.below.get(space)
    return 1 << below & state.covered if below is not None and state.covered >> below & 1 else 0


def _spreads(state: "State", able: int, source: list[int], listing: Listing, actions: list[int]) -> None:
    """P26: every way to lay out as many cards as can be; using fewer is legal, but never listed."""
    matchup, cell_of, open_ = state.matchup, state.cell_of, state.open
    if source != listing.source:
        kinds = {matchup.kind_of[card]: CARDS[card] for card in reversed(source)}
        listing.source, listing.seeds = source.copy(), list(kinds.values())
    several, seeds = len(source) > 1, listing.seeds
    for slot in in_order(able):
        if several and matchup.spreads[slot] > 1:
            actions += _layouts(state, slot, source)
            continue
        space = cell_of[slot]
        for way, step in ASCENDING:
            if space + step in open_:
                base = SPREADS[way][slot]
                actions += [base + seed for seed in seeds]


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
