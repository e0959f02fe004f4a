"""Cards that leave the table, and what events do (P28 to P31)."""

from itertools import combinations
from typing import TYPE_CHECKING

from . import chance
from .cards import Effect
from .matchup import NEIGHBOURS

if TYPE_CHECKING:
    from .state import State


def leave(
    state: "State",
    slot: int,
    why: str,
    *,
    successor: int | None = None,
    together: set[int] | frozenset[int] = frozenset(),
) -> None:
    """Take a card off the table: to its owner's pile, or into the place of its first seedling (P31).

    `successor` is the invader that takes the space over (P23). `together` are the cards of the same round:
    they no longer lie there for one another.
    """
    space = state.cell_of[slot]
    heir = next((card for card, of in state.seedlings.items() if of == slot and card not in together), None)
    if state.at.get(space) == slot:
        _vacate(state, slot, space, successor)
    else:  # a parasite under its host
        del state.below[space]
    if heir is None:
        _to_pile(state, slot, space, why)
    else:
        _replace(state, slot, heir, space)


def _vacate(state: "State", slot: int, space: int, successor: int | None) -> None:
    """The upper card leaves its space to the invader, to the card under it, or to nobody."""
    state.drop_events(slot)
    below = state.below.pop(space, None)
    if successor is not None:
        state.exchange(space, successor)
    elif below is not None:
        state.exchange(space, below)
    else:
        state.lift(space)
    if below is not None and state.covered >> below & 1:
        state.covered &= ~(1 << below)
        state.settle_control(below)
        state.note("released", state.owner(below), below, space)


def _replace(state: "State", slot: int, heir: int, space: int) -> None:
    """P31: the original takes the place of the seedling placed first, whose own card is discarded."""
    there = state.cell_of[heir]
    state.exchange(there, slot)
    state.settle_control(slot)
    state.note("replaced", state.owner(slot), slot, there, space, instead=state.matchup.keys[heir])
    state.uncover(heir)
    state.disown(heir)
    state.cell_of[heir] = 0
    state.discards[state.owner(heir)].append(heir)


def _to_pile(state: "State", slot: int, space: int, why: str) -> None:
    seat = state.owner(slot)
    if slot in state.seedlings:
        state.uncover(slot)
    state.disown(slot)
    state.cell_of[slot] = 0
    state.discards[seat].append(slot)
    state.note("removed", seat, slot, space, why=why)


def play_event(
    state: "State",
    event: int,
    space: int,
    recovered: tuple[int, ...] | None = None,
    forced: list[int] | None = None,
    until: int | None = None,
) -> None:
    """P28 to P30: play an event on the upper species of a space; its effects run in the order on the card.

    `recovered` are the kinds of card chosen for `recover`, None when there is no choice; `forced` the cards
    that `opponent-discards` takes when chance has already spoken; `until` stops before the `recover` of that
    number, counted from 0.
    """
    seat, card = state.seat, state.matchup.cards[event]
    target = state.at[space]
    state.take(seat, event)
    state.event_played = True
    state.note("event-played", seat, event, space, target=state.matchup.keys[target])
    if card.duration:
        state.events.setdefault(target, []).append((event, card.duration))
        state.recast(target)
        state.settle_control(target)
    choices = None if recovered is None else list(recovered)
    gone, recovers = False, 0
    for effect in card.effects:
        if effect.do == "recover":
            if recovers == until:
                return
            recovers += 1
        if effect.do == "discard" and not gone:
            gone = True
            leave(state, target, "event")
        elif effect.do == "take-control" and not gone and not card.duration:
            _take_for_good(state, target, seat)
        elif effect.do == "discard-neighbours":
            _discard_neighbours(state, space, effect)
        elif effect.do == "recover":
            _recover(state, effect.number, choices)
        elif effect.do == "draw":
            state.draw(seat, effect.number)
        elif effect.do == "opponent-discards":
            _opponent_discards(state, effect.number, forced)
    if not card.duration:
        state.discards[seat].append(event)


def _take_for_good(state: "State", target: int, seat: int) -> None:
    """P30: control without a duration changes the owner."""
    bit = 1 << target
    state.owned_by_1 = state.owned_by_1 | bit if seat else state.owned_by_1 & ~bit
    state.settle_control(target)
    space = state.cell_of[target]
    state.note("taken", seat, target, space)


def _discard_neighbours(state: "State", space: int, effect: Effect) -> None:
    """Discard the species beside a space that meet the effect's criterion, left, right, below, above."""
    neighbours = [state.at[space + step] for step in NEIGHBOURS if space + step in state.at]
    faces = [(slot, state.face(slot)) for slot in neighbours]
    for slot in [
        slot for slot, face in faces if effect.which and not face.seedling and effect.which.met_by(face)
    ]:
        if not state.matchup.permanent >> slot & 1:
            leave(state, slot, "event")


def recoveries(state: "State", event: int, space: int) -> list[tuple[int, ...]]:
    """P30: the ways to take species back from the own pile, as kinds of card; none without a choice."""
    ways = recovery_ways(state, event, space)
    return ways if len(ways) > 1 else []


def recovery_ways(state: "State", event: int, space: int) -> list[tuple[int, ...]]:
    """The same, with the only way when there is one; all are of one length."""
    matchup = state.matchup
    if event not in matchup.recovering:
        return [()]
    ways: list[tuple[int, ...]] = [()]
    counts = [effect.number for effect in matchup.cards[event].effects if effect.do == "recover"]
    for place, count in enumerate(counts):
        longer = []
        for way in ways:
            kinds = _recoverable(state, event, space, way, place)
            more = sorted(set(combinations(kinds, min(count, len(kinds)))))
            longer += [way + taken for taken in more]
        ways = longer
    return ways


def _recoverable(state: "State", event: int, space: int, way: tuple[int, ...], place: int) -> list[int]:
    """The kinds of species in the own pile when the `recover` number `place` runs, `way` chosen before it.

    Effects that run before may have sent more cards to that pile.
    """
    pile = state.discards[state.seat]
    if place or state.matchup.recovering[event]:
        ahead = state.copy()
        play_event(ahead, event, space, way, until=place)
        pile = ahead.discards[state.seat]
    return sorted(state.matchup.kind_of[slot] for slot in pile if state.matchup.species >> slot & 1)


def _recover(state: "State", count: int, choices: list[int] | None) -> None:
    """Take species back from the own pile: the chosen kinds, or all there are."""
    matchup, pile = state.matchup, state.discards[state.seat]
    species = [slot for slot in pile if matchup.species >> slot & 1]
    count = min(count, len(species))
    if choices is None:
        taken = sorted(species[:count], key=lambda slot: matchup.kind_of[slot])
    else:
        taken = []
        for kind in choices[:count]:
            taken.append(next(slot for slot in pile if matchup.kind_of[slot] == kind and slot not in taken))
        del choices[:count]
    for slot in taken:
        pile.remove(slot)
        state.hands[state.seat].append(slot)
    if taken:
        state.note("recovered", state.seat, cards=[matchup.keys[slot] for slot in taken])


def _opponent_discards(state: "State", count: int, forced: list[int] | None) -> None:
    """P30: cards of the other hand, drawn at random."""
    other = 1 - state.seat
    hand, lost = state.hands[other], []
    for _ in range(min(count, len(hand))):
        if forced:
            slot = forced.pop(0)
        else:
            index, state.chance = chance.below(state.chance, len(hand))
            # Of copies the first one, so that a record, which names cards by key, replays to the same hand.
            slot = next(
                card for card in hand if state.matchup.kind_of[card] == state.matchup.kind_of[hand[index]]
            )
        state.take(other, slot)
        state.discards[other].append(slot)
        lost.append(state.matchup.keys[slot])
    if lost:
        state.note("opponent-discards", state.seat, cards=lost)
