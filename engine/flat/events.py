"""What events do, when they expire, and what they may recover (P28 to P30)."""

from engine.flat.chance import below
from engine.flat.compiled import Numbers, compiled
from engine.flat.faces import effect_part, fact, has_effect, meets, owner, recast, settle_control
from engine.flat.layout import (
    AT,
    CARD,
    CELL,
    DECK,
    DECK_COUNT,
    EVENT_PLAYED,
    FACE_DOWN,
    FORCED,
    FORCED_COUNT,
    HAND,
    HAND_COUNT,
    LIES_ON,
    LYING,
    LYING_COUNT,
    OWNED_BY_1,
    PERMANENT,
    PILE,
    PILE_COUNT,
    PLACED,
    PLACED_COUNT,
    ROW,
    SEAT,
    SPECIES,
    STEPS,
    TURNS_LEFT,
    State,
)
from engine.flat.leaving import from_hand, from_pile, leave, take_out, to_pile
from engine.flat.tables import (
    BY,
    DO_DISCARD,
    DO_DISCARD_NEIGHBOURS,
    DO_DRAW,
    DO_FREEZE,
    DO_OPPONENT_DISCARDS,
    DO_RECOVER,
    DO_TAKE_CONTROL,
    DOES,
    DURATION,
    EFFECT_COUNT,
    FIRST_EFFECT,
    WHICH,
    Tables,
)


@compiled
def play_event(s: State, t: Tables, event: int, cell: int, chosen: Numbers, look: int) -> None:
    """Play an event on the upper species of a space; its effects run in the order on the card (P28 to P30).

    `chosen` are the kinds that each `recover` takes, in turn. With `look` of 1 or more, nothing is recovered
    and the event stops where its so manieth `recover` would run.
    """
    seat, card = s[SEAT], s[CARD + event]
    target = s[AT + cell] - 1
    from_hand(s, seat, event)
    s[EVENT_PLAYED] = 1
    duration = fact(t, card, DURATION)
    if duration > 0:
        s[LYING + s[LYING_COUNT]] = event
        s[LYING_COUNT] += 1
        s[LIES_ON + event], s[TURNS_LEFT + event] = target, duration
        recast(s, t, target)
        settle_control(s, t, target)
    gone, recovers, taken = False, 0, 0
    first = fact(t, card, FIRST_EFFECT)
    for effect in range(first, first + fact(t, card, EFFECT_COUNT)):
        do, number = effect_part(t, effect, DOES), effect_part(t, effect, BY)
        if do == DO_DISCARD and not gone:
            gone = True
            leave(s, t, target, -1, 0)
        elif do == DO_TAKE_CONTROL and not gone and duration == 0:
            take_for_good(s, t, target, seat)
        elif do == DO_DISCARD_NEIGHBOURS:
            discard_neighbours(s, t, cell, effect_part(t, effect, WHICH))
        elif do == DO_RECOVER:
            recovers += 1
            if recovers == look:
                return
            if look == 0:
                taken = recover(s, number, chosen, taken)
        elif do == DO_DRAW:
            draw(s, seat, number)
        elif do == DO_OPPONENT_DISCARDS:
            opponent_discards(s, 1 - seat, number)
    if duration == 0:
        to_pile(s, seat, event)


@compiled
def draw(s: State, seat: int, count: int) -> None:
    """Draw so many cards, or as many as are left (P9, P12, P30)."""
    for _ in range(min(count, s[DECK_COUNT + seat])):
        s[DECK_COUNT + seat] -= 1
        s[HAND + ROW * seat + s[HAND_COUNT + seat]] = s[DECK + ROW * seat + s[DECK_COUNT + seat]]
        s[HAND_COUNT + seat] += 1


@compiled
def take_for_good(s: State, t: Tables, target: int, seat: int) -> None:
    """Taking control without a duration changes the owner (P30)."""
    s[OWNED_BY_1] = s[OWNED_BY_1] & ~(1 << target) | seat << target
    settle_control(s, t, target)


@compiled
def discard_neighbours(s: State, t: Tables, cell: int, which: int) -> None:
    """Discard species beside a space that meet the effect's criterion: left, right, below, above."""
    marked = 0
    for step in STEPS:
        slot = s[AT + cell + step] - 1
        if slot >= 0 and s[FACE_DOWN] >> slot & 1 == 0 and meets(s, t, which, slot, slot):
            marked |= 1 << slot
    marked &= ~s[PERMANENT]
    if marked == 0:
        return
    first, second, third, fourth = (
        s[AT + cell + STEPS[0]] - 1, s[AT + cell + STEPS[1]] - 1, s[AT + cell + STEPS[2]] - 1,
        s[AT + cell + STEPS[3]] - 1,
    )  # fmt: skip
    for slot in (first, second, third, fourth):
        if slot >= 0 and marked >> slot & 1 != 0:
            leave(s, t, slot, -1, 0)


@compiled
def recover(s: State, count: int, chosen: Numbers, taken: int) -> int:
    """Recover the chosen kinds from one's own pile; how many choices are used up then."""
    seat = s[SEAT]
    for _ in range(min(count, species_in_pile(s))):
        place = PILE + ROW * seat
        while s[CARD + s[place]] != chosen[taken]:
            place += 1
        slot = s[place]
        from_pile(s, seat, slot)
        s[HAND + ROW * seat + s[HAND_COUNT + seat]] = slot
        s[HAND_COUNT + seat] += 1
        taken += 1
    return taken


@compiled
def species_in_pile(s: State) -> int:
    """How many species there are in the discard pile of the seat whose turn it is."""
    seat, count = s[SEAT], 0
    for place in range(s[PILE_COUNT + seat]):
        count += s[SPECIES] >> s[PILE + ROW * seat + place] & 1
    return count


@compiled
def opponent_discards(s: State, other: int, count: int) -> None:
    """The opponent discards cards, chosen at random unless they are given already (P30)."""
    hand = HAND + ROW * other
    for _ in range(min(count, s[HAND_COUNT + other])):
        if s[FORCED_COUNT] > 0:
            slot = s[FORCED]
            take_out(s, FORCED, FORCED_COUNT, slot)
        else:
            # The first of several copies, as in the plain engine.
            kind, place = s[CARD + s[hand + below(s, s[HAND_COUNT + other])]], 0
            while s[CARD + s[hand + place]] != kind:
                place += 1
            slot = s[hand + place]
        from_hand(s, other, slot)
        to_pile(s, other, slot)


@compiled
def expire(s: State, t: Tables) -> None:
    """At the end of a turn, events with no turn left go to their player's pile; others lose a turn (P29)."""
    for place in range(s[PLACED_COUNT]):
        slot = s[AT + s[PLACED + place]] - 1
        count, kept = s[LYING_COUNT], 0
        for number in range(count):
            event = s[LYING + number]
            if s[LIES_ON + event] == slot and s[TURNS_LEFT + event] == 0:
                to_pile(s, owner(s, event), event)
                continue
            if s[LIES_ON + event] == slot:
                s[TURNS_LEFT + event] -= 1
            s[LYING + kept] = event
            kept += 1
        if kept < count:
            s[LYING_COUNT] = kept
            recast(s, t, slot)
            settle_control(s, t, slot)


@compiled
def frozen_cards(s: State, t: Tables) -> int:
    """The set of species that may not MOVE, FLY or SPREAD (P30)."""
    frozen = 0
    for place in range(s[LYING_COUNT]):
        card, slot = s[CARD + s[LYING + place]], s[LIES_ON + s[LYING + place]]
        if not has_effect(t, card, DO_FREEZE):
            continue
        first = fact(t, card, FIRST_EFFECT)
        for effect in range(first, first + fact(t, card, EFFECT_COUNT)):
            which = effect_part(t, effect, WHICH)
            if effect_part(t, effect, DOES) != DO_FREEZE:
                continue
            if which == 0:
                frozen |= 1 << slot
                continue
            for step in STEPS:
                other = s[AT + s[CELL + slot] + step] - 1
                if other >= 0 and meets(s, t, which, other, other):
                    frozen |= 1 << other
    return frozen
