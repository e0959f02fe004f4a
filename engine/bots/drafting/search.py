"""Playing candidates out: the compiled part of the strong bot."""

from engine.bots.drafting.bitboard import KINDS, SIZE, STRIDE, bottom_row
from engine.bots.drafting.playout import (
    BOARDS,
    HANDS,
    PLAYERS,
    ROOM,
    TOTALS,
    constant,
    count,
    give,
    play_out,
    put,
    spaces,
    taken,
    value,
)
from engine.flat.chance import below
from engine.flat.compiled import Numbers, compiled, copy_into

KIND, GIVEN, DOWN, RIGHT, LAYOUT = range(5)
"""A candidate: its card type; whether it is given away; the room of its layout, and its masks."""
CANDIDATE = LAYOUT + KINDS
WORTH, LEAD, TRIES, WON = range(4)
"""What has been found out about a candidate: sums over its playouts; in WON a victory is 2, a draw 1."""
RESULT = WON + 1
MOST_LEAD = 100
"""By how much the curve can tell leads apart, in both directions."""


@compiled
def settle(w: Numbers, t: Numbers, seat: int, down: int, right: int) -> None:
    """Move a layout from the top left of its board, and work out what the policy needs to know of it."""
    for kind in range(KINDS):
        mask = w[BOARDS + seat * KINDS + kind] << down * STRIDE + right
        w[BOARDS + seat * KINDS + kind] = mask
        for cell in range(SIZE):
            if mask >> cell & 1:
                put(w, t, seat, kind, cell)
    count(w, t, seat, bottom_row(taken(w, seat)))


@compiled
def opinions(w: Numbers, t: Numbers, seat: int, left: int, found: Numbers) -> None:
    """Write the policy's value of each card type in each cell where a card may be placed, in UNITs."""
    free = spaces(w, seat)
    for kind in range(KINDS):
        for cell in range(SIZE):
            if free >> cell & 1:
                found[kind * SIZE + cell] = value(w, t, seat, kind, cell, left) + constant(t, kind, left)


@compiled
def explore(
    world: Numbers, w: Numbers, t: Numbers, seat: int, candidates: Numbers, alive: Numbers, number: int,
    curve: Numbers, doubled: int, found: Numbers
) -> None:  # fmt: skip
    """
    Play out the first `number` alive candidates in this world, and add what came of it to `found`. `curve` is
    what a lead is worth, from -MOST_LEAD; twice a lead above `doubled` wins; `w` is overwritten.
    """
    seats = max(world[PLAYERS], 2)
    for place in range(number):
        c, r = alive[place] * CANDIDATE, alive[place] * RESULT
        copy_into(w, world)
        placed = candidates[c + GIVEN] == 0
        if placed:
            w[ROOM + 2 * seat] = candidates[c + DOWN]
            w[ROOM + 2 * seat + 1] = candidates[c + RIGHT]
            for kind in range(KINDS):
                w[BOARDS + seat * KINDS + kind] = candidates[c + LAYOUT + kind]
        for each in range(seats):
            down = below(w, w[ROOM + 2 * each] + 1)
            settle(w, t, each, down, below(w, w[ROOM + 2 * each + 1] + 1))
        if placed:
            w[HANDS + seat * KINDS + candidates[c + KIND]] -= 1
            play_out(w, t, seat)
        else:
            give(w, t, candidates[c + KIND])
            play_out(w, t, -1)
        best = -(1 << 20)
        for other in range(seats):
            if other != seat:
                best = max(best, w[TOTALS + other])
        lead = w[TOTALS + seat] - best
        found[r + WORTH] += curve[MOST_LEAD + min(max(lead, -MOST_LEAD), MOST_LEAD)]
        found[r + LEAD] += lead
        found[r + TRIES] += 1
        found[r + WON] += 2 if 2 * lead > doubled else 1 if 2 * lead == doubled else 0
