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
ASCENDING = (0, 2, 3, 1)  # the neighbours in the order of their [x, y]


def kind_of_action(action: int) -> int:
    """PASS, DISCARD and so on."""
    return (action >> KIND & KIND_MASK) << KIND


def legal(state: "State") -> list[int]:
    """Every legal action of the seat whose turn it is, copies of a card counted once; `resign` left out."""
    actions = [PASS]
    if state.actions_left > 0:
        # Set of neighbours -> the open spaces beside one of them: cards that need the same fit into the same.
        fitting: dict[int, list[int]] = {}
        _from_hand(state, fitting, actions)
        _from_table(state, fitting, actions)
    return actions


def _from_hand(state: "State", fitting: dict[int, list[int]], actions: list[int]) -> None:
    matchup, tables = state.matchup, state.tables
    kind_of, kinds = matchup.kind_of, matchup.kinds
    support, beside, open_spaces = tables.support, tables.beside, state.open.items()
    no_event = state.event_played and matchup.rules.event_ends_turn
    on_table = state.own[0] | state.own[1]
    allowed = state.own[state.seat] if matchup.rules.own_neighbour else on_table  # P19
    different = {kind_of[slot]: slot for slot in reversed(state.hands[state.seat])}.values()
    if state.decks[state.seat]:
        actions += [DISCARD + (slot << SLOT) for slot in different]
    for slot in different:
        kind = kinds[slot]
        if kind == "event":
            if not no_event:
                _events(state, slot, actions)
            continue
        needs = support[slot] & (allowed if kind == "species" else on_table)
        if needs:
            base, also = PLAY | slot << SLOT, beside[slot]
            spaces = fitting.get(needs)
            if spaces is None:
                spaces = fitting[needs] = [space for space, near in open_spaces if near & needs]
            if also == EVERY:
                actions += [base + space for space in spaces]
            else:
                actions += [base + space for space in spaces if state.open[space] & also]
        if slot in matchup.stacking:
            if needs and tables.prey[slot] & on_table:
                _invasions(state, slot, needs, actions)
            if tables.hosts[slot] & on_table:
                _hosts(state, slot, actions)


def _events(state: "State", slot: int, actions: list[int]) -> None:
    targets = state.tables.targets[slot] & (state.own[0] | state.own[1]) & ~state.face_down
    if not targets:
        return
    base = EVENT | slot << SLOT
    spaces = [base + space for space, upper in state.at.items() if targets >> upper & 1]
    recovering = state.matchup.recovering.get(slot)
    if recovering is None:
        actions += spaces
    elif not recovering and spaces:
        choices = len(recoveries(state, slot, spaces[0] & SPACE_MASK)) or 1
        actions += [action | choice << EXTRA for action in spaces for choice in range(choices)]
    else:
        _recovering(state, slot, spaces, actions)


def _recovering(state: "State", slot: int, spaces: list[int], actions: list[int]) -> None:
    """An event that discards before it recovers leaves another choice at every target."""
    for action in spaces:
        choices = len(recoveries(state, slot, action & SPACE_MASK)) or 1
        actions += [action | choice << EXTRA for choice in range(choices)]


def uppers(state: "State", slots: int) -> list[int]:
    """Those of a set of slots that lie face up as the upper card of a space."""
    slots &= (state.own[0] | state.own[1]) & ~state.face_down
    for below in state.below.values():
        slots &= ~(1 << below)
    return in_order(slots)


def _invasions(state: "State", slot: int, needs: int, actions: list[int]) -> None:
    also = state.tables.beside[slot]
    for prey in uppers(state, state.tables.prey[slot]):
        space = state.cell_of[prey]
        near = state.near[space]
        if space not in state.below and near & needs and near & also:
            actions.append(PLAY | slot << SLOT | space)


def _hosts(state: "State", slot: int, actions: list[int]) -> None:
    parasite = state.face(slot)
    for host in uppers(state, state.tables.hosts[slot]):
        face = state.face(host)
        if (
            state.cell_of[host] not in state.below
            and face.terrains & parasite.terrains
            and face.climates & parasite.climates
        ):
            actions.append(UNDER | slot << SLOT | state.cell_of[host])


def _from_table(state: "State", fitting: dict[int, list[int]], actions: list[int]) -> None:
    matchup = state.matchup
    movers = state.own[state.seat] & matchup.mobile
    spreaders = state.own[state.seat] & _may_spread_now(state)
    if (movers or spreaders) and state.events:
        awake = ~state.frozen()
        movers, spreaders = movers & awake, spreaders & awake
    if movers:
        _moves(state, uppers(state, movers), fitting, actions)
    if spreaders:
        _spreads(state, uppers(state, spreaders), actions)


def _may_spread_now(state: "State") -> int:
    """P26: the cards whose need may be met as the table is, before looking at each."""
    matchup = state.matchup
    if not state.spread_source():
        return 0
    slots = matchup.free_spreaders
    if matchup.pollinators & (state.own[0] | state.own[1]):
        slots |= matchup.pollinated
    return slots | matchup.spreaders if state.events else slots


def _moves(state: "State", movers: list[int], fitting: dict[int, list[int]], actions: list[int]) -> None:
    near_open, reach = state.open.get, state.matchup.reach
    on_table = state.own[0] | state.own[1]
    support, beside = state.tables.support, state.tables.beside
    for slot in movers:
        space = state.cell_of[slot]
        base = MOVE | slot << SLOT
        released = released_by(state, space) if state.covered else 0
        needs, also = support[slot] & (on_table | released) & ~(1 << slot), beside[slot]
        if not needs:
            continue
        if also == EVERY and needs in fitting and not released:
            actions += [base + to for to in fitting[needs] if to - space in reach[slot]]
        elif also == EVERY and not released:
            actions += [base + to for step in reach[slot] if near_open(to := space + step, 0) & needs]
        else:
            _narrow_moves(state, slot, released, actions)


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


def _spreads(state: "State", spreaders: list[int], actions: list[int]) -> None:
    """P26: every way to lay out as many cards as can be; using fewer is legal, but never listed."""
    source = state.spread_source()
    matchup = state.matchup
    kinds = {matchup.kind_of[card]: card for card in reversed(source)}.values()
    for slot in spreaders:
        if not state.may_spread(slot):
            continue
        space = state.cell_of[slot]
        free = [way for way in ASCENDING if space + NEIGHBOURS[way] in state.open]
        count = min(matchup.spreads[slot], len(free), len(source))
        if count == 1:
            base = SPREAD | slot << SLOT | 1 << EXTRA
            actions += [base | (card << 2 | way) << FIRST for card in kinds for way in free]
        elif count:
            actions += _layouts(state, slot, free, count)


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
