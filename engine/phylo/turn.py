"""The course of a turn: drawing, carrying out actions, upkeep, the end of the game (P8 to P13, P32)."""

from engine import chance
from engine.phylo.actions import (
    DISCARD,
    EVENT,
    KINDS,
    MOVE,
    PLAY,
    SLOT,
    SLOT_MASK,
    SPACE_MASK,
    SPREAD,
    UNDER,
    recovered,
    spread_pairs,
)
from engine.phylo.effects import leave, play_event
from engine.phylo.game import Game
from engine.phylo.matchup import NEIGHBOURS, place
from engine.phylo.upkeep import upkeep


def reveal(game: Game, seat: int, slot: int | None) -> None:
    """P8: store what a seat reveals; when both have chosen, decide who begins."""
    game.revealed[seat] = slot
    if len(game.revealed) < 2:
        return
    compares = game.matchup.rules.reveal_compares
    values = [0, 0]
    for each, card in sorted(game.revealed.items()):
        game.note("revealed", each, card)
        values[each] = 0 if card is None else getattr(game.matchup.cards[card], compares)
    coin = values[0] == values[1]
    if coin:
        first, game.chance = chance.below(game.chance, 2)
    else:
        first = int(values[1] > values[0])
    game.revealed = {}
    game.note("begins", first, coin=coin)
    begin_turn(game, first)


def highest(game: Game, seat: int) -> int | None:
    """P8, option `auto`: the highest species in hand, the first of several."""
    compares = game.matchup.rules.reveal_compares
    species = [slot for slot in game.hands[seat] if game.matchup.species >> slot & 1]
    return max(species, key=lambda slot: getattr(game.matchup.cards[slot], compares), default=None)


def begin_turn(game: Game, seat: int) -> None:
    """P9: begin a turn and draw."""
    rules = game.matchup.rules
    game.seat, game.running = seat, True
    game.number += 1
    game.actions_left = rules.actions
    game.event_played = False
    if game.log is not None:
        game.note("turn", seat, number=game.number, last=game.last_turn)
    game.draw(seat, rules.draw)


def perform(game: Game, action: int, forced: list[int] | None = None) -> None:
    """Carry out a legal action of the seat whose turn it is, and end the turn if it was the last one.

    `forced` are the cards of the other hand that chance has already chosen, according to a record.
    """
    game.actions_left = act(game, action, forced)
    if game.actions_left <= 0:
        end_turn(game)


def act(game: Game, action: int, forced: list[int] | None = None) -> int:
    """Carry out an action without ending the turn; the actions that are left then."""
    slot, space = action >> SLOT & SLOT_MASK, action & SPACE_MASK
    kind, left = action & KINDS, game.actions_left - 1
    if kind == PLAY:
        game.take(game.seat, slot)
        _play(game, slot, space)
    elif kind == UNDER:
        game.take(game.seat, slot)
        _lay_under(game, slot, space)
    elif kind == MOVE:
        move(game, slot, space)
    elif kind == DISCARD:
        game.take(game.seat, slot)
        game.discards[game.seat].append(slot)
        game.note("discarded", game.seat, slot)
        game.draw(game.seat, game.matchup.rules.trade)
    elif kind == EVENT:
        play_event(game, slot, space, recovered(action), forced)
        if game.matchup.rules.event_ends_turn:  # P11
            left = 0
    elif kind == SPREAD:
        _spread(game, slot, spread_pairs(action))
    else:
        game.note("passed", game.seat)
        left = 0
    return left


def _play(game: Game, slot: int, space: int) -> None:
    """P21 to P23: lay a card from hand into an empty space or onto a species."""
    seat = game.seat
    if game.log is not None:
        game.note("played", seat, slot, space)
    if space in game.at:
        _invade(game, slot, space)
    else:
        game.put(space, slot)
    game.own[seat] |= 1 << slot


def _lay_under(game: Game, slot: int, space: int) -> None:
    """P24: lay a parasite from hand under its host."""
    game.note("played", game.seat, slot, space, under=True)
    game.below[space] = slot
    game.cell_of[slot] = space
    game.own[game.seat] |= 1 << slot


def _invade(game: Game, slot: int, space: int) -> None:
    """P23: the covered card is discarded (1.4a) or turned face down (1.3); its events go to their owners."""
    prey = game.at[space]
    if not game.matchup.rules.invader_covers:
        leave(game, prey, "invaded", successor=slot)
        return
    game.drop_events(prey)
    game.covered |= 1 << prey
    game.disown(prey)
    game.exchange(space, slot)
    game.below[space] = prey
    game.note("covered", game.seat, prey, space, owner=game.owner(prey))


def move(game: Game, slot: int, space: int) -> None:
    """P25: move a species with its events and the parasite under it; a card that it covers is released."""
    old = game.cell_of[slot]
    if game.log is not None:
        game.note("moved", game.seat, slot, start=old, to=place(space))
    below = game.below.pop(old, None)
    if below is not None and game.covered >> below & 1:
        release(game, old, below)
    else:
        game.lift(old)
        if below is not None:
            game.below[space] = below
            game.cell_of[below] = space
    game.put(space, slot)


def release(game: Game, space: int, below: int) -> None:
    """P23, P24: the lower card of a space becomes its upper card."""
    game.exchange(space, below)
    if game.covered >> below & 1:
        game.covered &= ~(1 << below)
        game.settle_control(below)
        game.note("released", game.owner(below), below, space)


def _spread(game: Game, slot: int, pairs: list[tuple[int, int]]) -> None:
    """P26, P31: lay cards face down beside the card that spreads."""
    seat, space = game.seat, game.cell_of[slot]
    spaces = [space + NEIGHBOURS[direction] for _, direction in pairs]
    names = [game.matchup.keys[card] for card, _ in pairs]
    game.note("spread", seat, slot, start=space, cards=names, to=[place(to) for to in spaces])
    original = game.matchup.cards[slot]
    for (card, _), to in zip(pairs, spaces, strict=True):
        if game.matchup.rules.spread_from == "hand":
            game.take(seat, card)
        else:
            game.discards[seat].remove(card)
        game.seedlings[card] = slot
        game.face_down |= 1 << card
        game.recast(card, original.lying(game.owner(card), seedling=True))
        game.put(to, card)
        game.own[seat] |= 1 << card


def end_turn(game: Game) -> None:
    """P13, P29, P32: upkeep, expiry, then the other player's turn, or the end."""
    upkeep(game, game.seat)
    if game.events:
        _expire(game)
    if game.last_turn:
        _end(game)
        return
    game.last_turn = not (game.decks[0] and game.decks[1])
    begin_turn(game, 1 - game.seat)


def _expire(game: Game) -> None:
    """P29: at the end of a turn, events with no turn left go to their player's pile; others lose one turn."""
    events = game.events
    under = list(events) if len(events) == 1 else [slot for slot in game.at.values() if slot in events]
    for slot in under:
        lying = game.events[slot]
        over = [event for event, left in lying if left == 0]
        rest = [(event, left - 1) for event, left in lying if left > 0]
        if rest:
            game.events[slot] = rest
        else:
            del game.events[slot]
        for event in over:
            game.discards[game.owner(event)].append(event)
            game.note("expired", game.owner(event), event, game.cell_of[slot])
        if over:
            game.recast(slot)
            game.settle_control(slot)


def _end(game: Game) -> None:
    """P33: the higher score wins, equal points are a draw."""
    scores = [game.score(0), game.score(1)]
    game.finish("draw" if scores[0] == scores[1] else int(scores[1] > scores[0]))
