"""Cards that leave the table, and upkeep, which makes them leave (P13, P23, P29, P31)."""

from engine.flat.board import exchange, lift
from engine.flat.compiled import compiled
from engine.flat.faces import owner, recast, settle_control, share_place
from engine.flat.layout import (
    AT,
    CELL,
    COVERED,
    FACE_DOWN,
    HAND,
    HAND_COUNT,
    LIES_ON,
    LOOSE,
    LOWER,
    LYING,
    LYING_COUNT,
    NOTES,
    ORIGINAL,
    OWN,
    PERMANENT,
    PILE,
    PILE_COUNT,
    PLACED,
    PLACED_COUNT,
    ROW,
    SEEDLING_COUNT,
    SEEDLINGS,
    UNDER,
    State,
)
from engine.flat.tables import Tables


@compiled
def to_pile(s: State, seat: int, slot: int) -> None:
    """Lay a card on a seat's discard pile."""
    s[PILE + ROW * seat + s[PILE_COUNT + seat]] = slot
    s[PILE_COUNT + seat] += 1


@compiled
def take_out(s: State, first: int, count: int, slot: int) -> None:
    """Take a card out of the list that begins at `first` and whose length is at `count`."""
    place = first
    while s[place] != slot:
        place += 1
    s[count] -= 1
    for later in range(place, first + s[count]):
        s[later] = s[later + 1]


@compiled
def from_hand(s: State, seat: int, slot: int) -> None:
    """Take a card out of a hand."""
    take_out(s, HAND + ROW * seat, HAND_COUNT + seat, slot)


@compiled
def from_pile(s: State, seat: int, slot: int) -> None:
    """Take a card out of a discard pile."""
    take_out(s, PILE + ROW * seat, PILE_COUNT + seat, slot)


@compiled
def leave(s: State, t: Tables, slot: int, successor: int, together: int) -> None:
    """Take a card off the table: to its owner's pile, or to the place of its first seedling (P31).

    `successor` is the invader that takes over the space (P23), or -1. `together` are the cards that leave in
    the same round: they cannot take each other's place.
    """
    heir = -1
    if s[SEEDLING_COUNT] > 0:
        for place in range(s[SEEDLING_COUNT] - 1, -1, -1):
            card = s[SEEDLINGS + place]
            if s[ORIGINAL + card] == slot and together >> card & 1 == 0:
                heir = card
    cell = s[CELL + slot]
    upper = s[AT + cell] - 1
    if upper == slot:
        vacate(s, t, slot, cell, successor)
    else:  # a parasite under its host
        s[UNDER + upper] = 0
        s[LOWER] &= ~(1 << slot)
    if heir < 0:
        seat = owner(s, slot)
        if s[FACE_DOWN] >> slot & 1 != 0:
            uncover(s, t, slot)
        disown(s, slot)
        s[CELL + slot] = 0
        to_pile(s, seat, slot)
    else:
        replace(s, t, slot, heir)


@compiled
def vacate(s: State, t: Tables, slot: int, cell: int, successor: int) -> None:
    """The upper card leaves its space to the invader, to the card under it, or empty."""
    drop_events(s, t, slot)
    below = s[UNDER + slot] - 1
    s[UNDER + slot] = 0
    if successor >= 0:
        exchange(s, cell, successor)
    elif below >= 0:
        bring_up(s, t, cell, below)
    else:
        lift(s, cell)


@compiled
def bring_up(s: State, t: Tables, cell: int, below: int) -> None:
    """The lower card of a space becomes its upper card; a covered one is released (P23, P24)."""
    s[LOWER] &= ~(1 << below)
    exchange(s, cell, below)
    if s[COVERED] >> below & 1 != 0:
        s[COVERED] &= ~(1 << below)
        settle_control(s, t, below)


@compiled
def replace(s: State, t: Tables, slot: int, heir: int) -> None:
    """The original takes the place of its first seedling, whose own card is discarded (P31)."""
    exchange(s, s[CELL + heir], slot)
    settle_control(s, t, slot)
    uncover(s, t, heir)
    disown(s, heir)
    s[CELL + heir] = 0
    to_pile(s, owner(s, heir), heir)


@compiled
def uncover(s: State, t: Tables, slot: int) -> None:
    """Turn a seedling that leaves the table face up again."""
    take_out(s, SEEDLINGS, SEEDLING_COUNT, slot)
    s[FACE_DOWN] &= ~(1 << slot)
    recast(s, t, slot)


@compiled
def disown(s: State, slot: int) -> None:
    """No player controls the card any more: it left the table or was covered."""
    s[OWN] &= ~(1 << slot)
    s[OWN + 1] &= ~(1 << slot)


@compiled
def drop_events(s: State, t: Tables, slot: int) -> None:
    """Move the events on a card to their players' piles (P29)."""
    if s[LYING_COUNT] == 0:
        return
    kept = 0
    for place in range(s[LYING_COUNT]):
        event = s[LYING + place]
        if s[LIES_ON + event] == slot:
            to_pile(s, owner(s, event), event)
        else:
            s[LYING + kept] = event
            kept += 1
    if kept < s[LYING_COUNT]:
        s[LYING_COUNT] = kept
        recast(s, t, slot)
        settle_control(s, t, slot)


@compiled
def upkeep(s: State, t: Tables, seat: int) -> None:
    """Remove cards without support, in rounds; within a round in the order of placement (P13)."""
    while True:
        lost = unsupported(s, seat)
        if lost == 0:
            return
        count = 0
        for place in range(s[PLACED_COUNT]):
            upper = s[AT + s[PLACED + place]] - 1
            if lost >> upper & 1 != 0:
                s[NOTES + count] = upper
                count += 1
            below = s[UNDER + upper] - 1
            if below >= 0 and lost >> below & 1 != 0:
                s[NOTES + count] = below
                count += 1
        for place in range(count):
            leave(s, t, s[NOTES + place], -1, lost)


@compiled
def unsupported(s: State, seat: int) -> int:
    """The set of the cards of a seat that would leave in this round."""
    lost = s[LOOSE] & s[OWN + seat] & ~(s[PERMANENT] & ~s[FACE_DOWN])
    if s[LOWER] & s[OWN + seat] == 0:
        return lost
    for place in range(s[PLACED_COUNT]):
        upper = s[AT + s[PLACED + place]] - 1
        below = s[UNDER + upper] - 1
        if below >= 0 and s[OWN + seat] >> below & 1 != 0 and not share_place(s, below, upper, False):
            lost |= 1 << below
    return lost
