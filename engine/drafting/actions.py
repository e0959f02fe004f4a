"""
Actions: as readable objects, and inside a game as one integer each.

A rabbit or an octopus in hand gives hundreds of actions, and creating an object for each would be most of the
work of a game. The bits of an integer, from low to high: three cells (`grid.NUMBERS`) of ten bits each, five
bits for the card type, and then the kind of action.
"""

from typing import NamedTuple

from engine.drafting.grid import CELL_BITS, CELLS, NUMBERS, Cell
from engine.drafting.sets import GAMES

Pair = tuple[Cell, Cell]


class Place(NamedTuple):
    """Lay a card from the hand on a space. A rabbit or an octopus may exchange two cards (`swap`); an octopus
    may instead move one, from the first cell of `shift` to the second.
    """

    card: str
    at: Cell
    swap: Pair | None = None
    shift: Pair | None = None


class Flip(NamedTuple):
    """A whale turns over a card beside it."""

    whale: Cell
    card: Cell


class Give(NamedTuple):
    """Give the opponent a card, in a solo game."""

    card: str


Action = Place | Flip | Give

KINDS = tuple(kind for game in GAMES.values() for kind in game.deck)
FIRST, SECOND, KIND, DO = CELL_BITS, 2 * CELL_BITS, 3 * CELL_BITS, 3 * CELL_BITS + 5
"""The first bits of a pair's cells, the card type and the kind of action; the card's space is at bit 0."""
CELL_MASK, KIND_MASK = (1 << CELL_BITS) - 1, (1 << DO - KIND) - 1
PLACING, SWAPPING, SHIFTING, GIVING, TURNING = range(5)
PLACES, SWAPS, SHIFTS, GIFTS = (
    {kind: do << DO | number << KIND for number, kind in enumerate(KINDS)}
    for do in (PLACING, SWAPPING, SHIFTING, GIVING)
)
"""By card type, the number of an action without its cells."""


def number_of(action: Action) -> int:
    """The integer of an action; its cells must be within reach of a layout (`grid.NUMBERS`)."""
    if isinstance(action, Give):
        return GIFTS[action.card]
    if isinstance(action, Flip):
        return TURNING << DO | pair_number(action)
    if action.swap:
        base, pair = SWAPS[action.card], pair_number(action.swap)
    elif action.shift:
        base, pair = SHIFTS[action.card], pair_number(action.shift)
    else:
        base, pair = PLACES[action.card], 0
    return base | pair | NUMBERS[action.at]


def action_of(number: int) -> Action:
    do = number >> DO
    if do == GIVING:
        return Give(kind_in(number))
    pair = pair_in(number)
    if do == TURNING:
        return Flip(*pair)
    return Place(
        kind_in(number),
        CELLS[number & CELL_MASK],
        pair if do == SWAPPING else None,
        pair if do == SHIFTING else None,
    )


def kind_in(number: int) -> str:
    return KINDS[number >> KIND & KIND_MASK]


def pair_number(pair: Pair | Flip) -> int:
    return NUMBERS[pair[0]] << FIRST | NUMBERS[pair[1]] << SECOND


def pair_in(number: int) -> Pair:
    return CELLS[number >> FIRST & CELL_MASK], CELLS[number >> SECOND & CELL_MASK]
