"""What happens in a turn: drawing, the effect of an action, upkeep, the end of the game (P8 to P13, P32)."""

from typing import TYPE_CHECKING

from . import chance
from .effects import leave, play_event, recoveries
from .legal import (
    DISCARD,
    EVENT,
    EXTRA,
    KINDS,
    MOVE,
    PLAY,
    SLOT,
    SLOT_MASK,
    SPACE_MASK,
    SPREAD,
    UNDER,
    spread_pairs,
)
from .matchup import NEIGHBOURS, place
from .support import host_lack

if TYPE_CHECKING:
    from .state import State


def reveal(state: "State", seat: int, slot: int | None) -> None:
    """P8: note what a seat reveals; when both have chosen, decide who begins."""
    state.revealed[seat] = slot
    if len(state.revealed) < 2:
        return
    compares = state.matchup.rules.reveal_compares
    values = [0, 0]
    for each, card in sorted(state.revealed.items()):
        state.note("revealed", each, card)
        values[each] = 0 if card is None else getattr(state.matchup.cards[card], compares)
    coin = values[0] == values[1]
    if coin:
        first, state.chance = chance.below(state.chance, 2)
    else:
        first = int(values[1] > values[0])
    state.revealed = {}
    state.note("begins", first, coin=coin)
    begin_turn(state, first)


def highest(state: "State", seat: int) -> int | None:
    """P8, option `auto`: the species in hand that compares highest, the first of several."""
    compares = state.matchup.rules.reveal_compares
    species = [slot for slot in state.hands[seat] if state.matchup.species >> slot & 1]
    return max(species, key=lambda slot: getattr(state.matchup.cards[slot], compares), default=None)


def begin_turn(state: "State", seat: int) -> None:
    """P9: the turn begins with drawing."""
    rules = state.matchup.rules
    state.seat, state.running = seat, True
    state.number += 1
    state.actions_left = rules.actions
    state.event_played = False
    if state.log is not None:
        state.note("turn", seat, number=state.number, last=state.last_turn)
    state.draw(seat, rules.draw)


def perform(state: "State", action: int, forced: list[int] | None = None) -> None:
    """Carry out a legal action of the seat whose turn it is.

    `forced` are the cards of the other hand that chance has already chosen (an action read from a record).
    """
    slot, space = action >> SLOT & SLOT_MASK, action & SPACE_MASK
    kind, left = action & KINDS, state.actions_left - 1
    if kind == PLAY:
        state.take(state.seat, slot)
        _play(state, slot, space)
    elif kind == UNDER:
        state.take(state.seat, slot)
        _lay_under(state, slot, space)
    elif kind == MOVE:
        move(state, slot, space)
    elif kind == DISCARD:
        state.take(state.seat, slot)
        state.discards[state.seat].append(slot)
        state.note("discarded", state.seat, slot)
        state.draw(state.seat, state.matchup.rules.trade)
    elif kind == EVENT:
        ways = recoveries(state, slot, space)
        play_event(state, slot, space, ways[action >> EXTRA] if ways else None, forced)
        if state.matchup.rules.event_ends_turn:  # P11
            left = 0
    elif kind == SPREAD:
        _spread(state, slot, spread_pairs(action))
    else:
        state.note("passed", state.seat)
        left = 0
    state.actions_left = left
    if left <= 0:
        end_turn(state)


def _play(state: "State", slot: int, space: int) -> None:
    """P21 to P23: lay a card from hand into an empty space or onto a species."""
    seat = state.seat
    if state.log is not None:
        state.note("played", seat, slot, space)
    if space in state.at:
        _invade(state, slot, space)
    else:
        state.put(space, slot)
    state.own[seat] |= 1 << slot


def _lay_under(state: "State", slot: int, space: int) -> None:
    """P24: lay a parasite from hand under its host."""
    state.note("played", state.seat, slot, space, under=True)
    state.below[space] = slot
    state.cell_of[slot] = space
    state.own[state.seat] |= 1 << slot


def _invade(state: "State", slot: int, space: int) -> None:
    """P23: the covered card is discarded (1.4a) or turned face down (1.3); its events go to their owners."""
    prey = state.at[space]
    if not state.matchup.rules.invader_covers:
        leave(state, prey, "invaded", successor=slot)
        return
    state.drop_events(prey)
    state.covered |= 1 << prey
    state.disown(prey)
    state.exchange(space, slot)
    state.below[space] = prey
    state.note("covered", state.seat, prey, space, owner=state.owner(prey))


def move(state: "State", slot: int, space: int) -> None:
    """P25: move a species with the events on it and the parasite under it; what it covered is released."""
    old = state.cell_of[slot]
    if state.log is not None:
        state.note("moved", state.seat, slot, start=old, to=place(space))
    below = state.below.pop(old, None)
    if below is not None and state.covered >> below & 1:
        release(state, old, below)
    else:
        state.lift(old)
        if below is not None:
            state.below[space] = below
            state.cell_of[below] = space
    state.put(space, slot)


def release(state: "State", space: int, below: int) -> None:
    """P23, P24: the card under the upper one becomes the card of the space."""
    state.exchange(space, below)
    if state.covered >> below & 1:
        state.covered &= ~(1 << below)
        state.settle_control(below)
        state.note("released", state.owner(below), below, space)


def _spread(state: "State", slot: int, pairs: list[tuple[int, int]]) -> None:
    """P26, P31: lay cards face down beside the card that spreads."""
    seat, space = state.seat, state.cell_of[slot]
    spaces = [space + NEIGHBOURS[way] for _, way in pairs]
    names = [state.matchup.keys[card] for card, _ in pairs]
    state.note("spread", seat, slot, start=space, cards=names, to=[place(to) for to in spaces])
    seedling = state.matchup.cards[slot].seedling
    for (card, _), to in zip(pairs, spaces, strict=True):
        if state.matchup.rules.spread_from == "hand":
            state.take(seat, card)
        else:
            state.discards[seat].remove(card)
        state.seedlings[card] = slot
        state.face_down |= 1 << card
        state.recast(card, seedling)
        state.put(to, card)
        state.own[seat] |= 1 << card


def end_turn(state: "State") -> None:
    """P13, P29, P32: upkeep, expiry, then the other player's turn, or the end."""
    upkeep(state, state.seat)
    if state.events:
        _expire(state)
    if state.last_turn:
        _end(state)
        return
    state.last_turn = not (state.decks[0] and state.decks[1])
    begin_turn(state, 1 - state.seat)


def unsupported(state: "State", seat: int) -> set[int]:
    """P13: the cards of a seat that would leave in this round."""
    candidates = state.loose & state.own[seat] & ~(state.matchup.permanent & ~state.face_down)
    lost = set()
    while candidates:
        low = candidates & -candidates
        lost.add(low.bit_length() - 1)
        candidates ^= low
    for space, slot in state.below.items():
        if state.own[seat] >> slot & 1 and host_lack(state.face(slot), state.face(state.at[space])):
            lost.add(slot)
    return lost


def upkeep(state: "State", seat: int) -> None:
    """P13: cards without support leave in rounds, within a round in the order of placement."""
    if not (state.loose or state.below):
        return
    while lost := unsupported(state, seat):
        placed = [slot for space, upper in state.at.items() for slot in (upper, state.below.get(space))]
        for slot in placed:
            if slot in lost:
                leave(state, slot, "no-support", together=lost)


def _expire(state: "State") -> None:
    """P29: at a turn's end events with no turn left go to their player's pile, the others have one less."""
    events = state.events
    under = list(events) if len(events) == 1 else [slot for slot in state.at.values() if slot in events]
    for slot in under:
        lying = state.events[slot]
        over = [event for event, left in lying if left == 0]
        rest = [(event, left - 1) for event, left in lying if left > 0]
        if rest:
            state.events[slot] = rest
        else:
            del state.events[slot]
        for event in over:
            state.discards[state.owner(event)].append(event)
            state.note("expired", state.owner(event), event, state.cell_of[slot])
        if over:
            state.recast(slot)
            state.settle_control(slot)


def _end(state: "State") -> None:
    """P33: the higher score wins, equal points are a draw."""
    scores = [state.score(0), state.score(1)]
    state.finish("draw" if scores[0] == scores[1] else int(scores[1] > scores[0]))
