"""
Bitboards, for bots that try many boards: each card type is an integer with a bit for each cell.

A row has seven bits, five cells and two that stay empty, so that steps of up to two never wrap around.
"""

from collections.abc import Mapping

from engine.drafting.grid import Cell
from engine.drafting.sets import HEIGHT, WIDTH
from engine.flat.compiled import COMPILED, compiled, frozen

STRIDE = WIDTH + 2
SIZE = HEIGHT * STRIDE
KINDS = 11
ROW = (1 << WIDTH) - 1
"""The cells of the top row."""
INSIDE = sum(ROW << row * STRIDE for row in range(HEIGHT))
NUMBERS = tuple(number for number in range(SIZE) if INSIDE >> number & 1)
"""The cells of a board as bit numbers, in reading order."""

Masks = list[int]
"""The cells of each card type as bits, in the order of the score sheet."""


def _ones(mask: int) -> int:
    mask -= mask >> 1 & 0x55555555
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    return ((mask + (mask >> 4) & 0x0F0F0F0F) * 0x01010101 >> 24) & 63


ones = compiled(_ones) if COMPILED else int.bit_count
"""The number of cells of a mask."""


@compiled
def spread(mask: int) -> int:
    """The cells beside these; includes these only where they are neighbours of each other."""
    return (mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE) & INSIDE


@compiled
def adjacent_pairs(these: int, those: int) -> int:
    """The number of pairs of neighbours, one from each mask."""
    return (
        ones(these << 1 & those)
        + ones(these >> 1 & those)
        + ones(these << STRIDE & those)
        + ones(these >> STRIDE & those)
    )


@compiled
def region(mask: int, part: int) -> int:
    """All cells of the mask that are connected with the part of it."""
    grown = 0
    while grown != part:
        grown = part
        part |= spread(part) & mask
    return part


@compiled
def lines(mask: int) -> int:
    """The number of rows and columns that contain a cell of the mask."""
    found, columns = 0, 0
    for row in range(HEIGHT):
        there = mask >> row * STRIDE & ROW
        columns |= there
        if there:
            found += 1
    return found + ones(columns)


@compiled
def bottom_row(mask: int) -> int:
    """All cells of the lowest row with a card."""
    row = ROW << (HEIGHT - 1) * STRIDE
    while mask and not mask & row:
        row >>= STRIDE
    return row if mask else ROW


def _two_steps(mask: int) -> int:
    near = spread(mask)
    return (near | spread(near)) & ~mask


NEAR = frozen([spread(1 << number) for number in range(SIZE)])
FAR = frozen([_two_steps(1 << number) for number in range(SIZE)])
"""The cells at one or two steps."""
ALONG = frozen([ROW << number // STRIDE * STRIDE for number in range(SIZE)])
"""The cells of the same row."""
ACROSS = frozen(
    [sum(1 << number % STRIDE + row * STRIDE for row in range(HEIGHT)) & INSIDE for number in range(SIZE)]
)
"""The cells of the same column."""


def masks_of(cards: Mapping[Cell, int], origin: Cell) -> Masks:
    """Card types by cell, as masks; `origin` is the cell at the top left of the board."""
    masks, (top, left) = [0] * KINDS, origin
    for (row, column), kind in cards.items():
        masks[kind] |= 1 << (row - top) * STRIDE + column - left
    return masks
