"""
What may be chosen: as readable objects, and inside a game as one integer each.

A rabbit or an octopus in hand gives hundreds of actions, and making an object for each would be most of the
work of a game. The bits of a number, from low to high: three cells (`grid.NUMBERS`), ten bits each, five for
the card type, and above them what is done.
"""

from typing import NamedTuple

from engine.drafting.grid import CELL_BITS, CELLS, NUMBERS, Cell
from engine.drafting.sets import GAMES

Pair = tuple[Cell, Cell]


class Place(NamedTuple):
    """A card out of the hand onto a space; a rabbit or an octopus may exchange two cards, an octopus may move
    one instead, from the first cell of `shift` to the second.
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
    """In a solo game: the card that goes to the opponent."""

    card: str


Action = Place | Flip | Give

KINDS = tuple(kind for game in GAMES.values() for kind in game.deck)
FIRST, SECOND, KIND, DO = CELL_BITS, 2 * CELL_BITS, 3 * CELL_BITS, 3 * CELL_BITS + 5
"""Where the cells of a pair, the card type and what is done begin; the space for a card is at the bottom."""
CELL_MASK, KIND_MASK = (1 << CELL_BITS) - 1, (1 << DO - KIND) - 1
PLACING, SWAPPING, SHIFTING, GIVING, TURNING = range(5)
PLACES, SWAPS, SHIFTS, GIFTS = (
    {kind: do << DO | number << KIND for number, kind in enumerate(KINDS)}
    for do in (PLACING, SWAPPING, SHIFTING, GIVING)
)
"""By card type an action without its cells."""


def number_of(action: Action) -> int:
    """The number of an action whose cells a layout can reach."""
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
