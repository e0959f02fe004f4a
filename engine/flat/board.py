"""Cards in spaces: who lies beside whom, which spaces are open, and who has lost its support (P1, P15)."""

from engine.flat.compiled import compiled
from engine.flat.layout import (
    AT,
    BESIDE,
    CELL,
    LOOSE,
    NEAR,
    OFF_BOARD,
    OPEN,
    OPEN_COUNT,
    PLACED,
    PLACED_COUNT,
    SIDE,
    STEPS,
    SUPPORT,
    UNDER,
    State,
)


@compiled
def put(s: State, cell: int, slot: int) -> None:
    """Lay a card into an empty space."""
    s[NEAR + slot + 1] = s[NEAR + s[AT + cell]]
    if s[AT + cell] < 0:
        close(s, cell)
    s[AT + cell] = slot + 1
    s[CELL + slot] = cell
    s[PLACED + s[PLACED_COUNT]] = cell
    s[PLACED_COUNT] += 1
    for step in STEPS:
        there = s[AT + cell + step]
        if there == 0:
            open_up(s, cell + step, 1 << slot)
            continue
        s[NEAR + there] |= 1 << slot
        if there > 0 and s[LOOSE] != 0:  # another card can only add support
            check(s, cell + step)
    check(s, cell)


@compiled
def lift(s: State, cell: int) -> None:
    """Remove the only card of a space."""
    slot = s[AT + cell] - 1
    s[AT + cell] = 0
    s[CELL + slot] = 0
    s[LOOSE] &= ~(1 << slot)
    place = 0
    while s[PLACED + place] != cell:
        place += 1
    s[PLACED_COUNT] -= 1
    for later in range(place, s[PLACED_COUNT]):
        s[PLACED + later] = s[PLACED + later + 1]
    if s[NEAR + slot + 1] != 0:
        open_up(s, cell, s[NEAR + slot + 1])
    for step in STEPS:
        there = s[AT + cell + step]
        s[NEAR + there] &= ~(1 << slot)
        if there > 0:
            check(s, cell + step)
        elif there < 0 and s[NEAR + there] == 0:
            close(s, cell + step)


@compiled
def exchange(s: State, cell: int, slot: int) -> None:
    """Make another card the upper one of an occupied space; what lies under it stays."""
    gone = s[AT + cell] - 1
    s[AT + cell] = slot + 1
    s[CELL + slot] = cell
    s[UNDER + slot] = s[UNDER + gone]
    s[UNDER + gone] = 0
    s[NEAR + slot + 1] = s[NEAR + gone + 1]
    s[LOOSE] &= ~(1 << gone)
    for step in STEPS:
        there = s[AT + cell + step]
        if there != 0:  # not beyond the rim
            s[NEAR + there] = s[NEAR + there] & ~(1 << gone) | 1 << slot
        if there > 0:
            check(s, cell + step)
    check(s, cell)


@compiled
def check(s: State, cell: int) -> None:
    """Update whether the upper card of a space is supported by a neighbour (P15, P20)."""
    slot = s[AT + cell] - 1
    near = s[NEAR + slot + 1]
    if near & s[SUPPORT + slot] != 0 and near & s[BESIDE + slot] != 0:
        s[LOOSE] &= ~(1 << slot)
    else:
        s[LOOSE] |= 1 << slot


@compiled
def check_around(s: State, cell: int) -> None:
    """The same for a space and its neighbours, as far as cards lie there."""
    if s[AT + cell] > 0:
        check(s, cell)
    for step in STEPS:
        if s[AT + cell + step] > 0:
            check(s, cell + step)


@compiled
def open_up(s: State, cell: int, near: int) -> None:
    """Note that a space is empty and beside these cards. Beyond the rim there is none."""
    x, y = cell % SIDE, cell // SIDE
    if x == 0 or y == 0 or x == SIDE - 1 or y == SIDE - 1:
        s[OFF_BOARD] = 1
        return
    s[OPEN + s[OPEN_COUNT]] = cell
    s[OPEN_COUNT] += 1
    s[AT + cell] = -s[OPEN_COUNT]
    s[NEAR - s[OPEN_COUNT]] = near


@compiled
def close(s: State, cell: int) -> None:
    """Forget an open space."""
    place = -s[AT + cell] - 1
    s[OPEN_COUNT] -= 1
    last = s[OPEN + s[OPEN_COUNT]]
    s[OPEN + place], s[NEAR - place - 1] = last, s[NEAR - s[OPEN_COUNT] - 1]
    s[AT + last] = -place - 1
    s[AT + cell] = 0
