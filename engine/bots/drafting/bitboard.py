"""
Bitboards, for bots that try many boards: each card type is an integer with a bit for each cell.

A row has seven bits, five cells and two that stay empty, so that steps of up to two never wrap around.
"""

from collections.abc import Mapping
from functools import lru_cache

from engine.drafting.grid import Cell
from engine.drafting.sets import HEIGHT, WIDTH

STRIDE = WIDTH + 2
NUMBERS = tuple(row * STRIDE + column for row in range(HEIGHT) for column in range(WIDTH))
"""The cells of a board as bit numbers, in reading order."""
INSIDE = sum(1 << number for number in NUMBERS)
ROWS = tuple(((1 << WIDTH) - 1) << row * STRIDE for row in range(HEIGHT))
COLUMNS = tuple(sum(1 << row * STRIDE + column for row in range(HEIGHT)) for column in range(WIDTH))

Masks = list[int]
"""The cells of each card type as bits, in the order of the score sheet."""


def spread(mask: int) -> int:
    """The cells beside these; includes these only where they are neighbours of each other."""
    return (mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE) & INSIDE


def meetings(these: int, those: int) -> int:
    """The number of pairs of neighbours, one from each mask."""
    return (
        (these << 1 & those).bit_count()
        + (these >> 1 & those).bit_count()
        + (these << STRIDE & those).bit_count()
        + (these >> STRIDE & those).bit_count()
    )


def _two_steps(number: int) -> int:
    near = spread(1 << number)
    return (near | spread(near)) & ~(1 << number)


_SIZE = HEIGHT * STRIDE
BIT = tuple(1 << number for number in range(_SIZE))
NEAR = tuple(spread(1 << number) for number in range(_SIZE))
FAR = tuple(_two_steps(number) for number in range(_SIZE))
"""The cells at one or two steps."""
ROW = tuple(ROWS[number // STRIDE] for number in range(_SIZE))
COLUMN = tuple(COLUMNS[number % STRIDE] if number % STRIDE < WIDTH else 0 for number in range(_SIZE))


@lru_cache(maxsize=1 << 13)
def numbers(mask: int) -> tuple[int, ...]:
    """The cells of a mask as bit numbers."""
    return tuple(number for number in NUMBERS if mask >> number & 1)


@lru_cache(maxsize=1 << 13)
def regions(mask: int) -> tuple[int, ...]:
    """The connected groups of a mask."""
    found = []
    while mask:
        region, grown = 0, mask & -mask
        while grown != region:
            region = grown
            grown |= spread(region) & mask
        found.append(region)
        mask &= ~region
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def lines(mask: int) -> int:
    """The number of rows and columns that contain a cell of the mask."""
    return sum(mask & line != 0 for line in (*ROWS, *COLUMNS))


def bottom_row(mask: int) -> int:
    """All cells of the lowest row with a card."""
    return ROW[mask.bit_length() - 1] if mask else ROWS[0]


def masks_of(cards: Mapping[Cell, int], origin: Cell) -> Masks:
    """Card types by cell, as masks; `origin` is the cell at the top left of the board."""
    masks, (top, left) = [0] * 11, origin
    for (row, column), kind in cards.items():
        masks[kind] |= 1 << (row - top) * STRIDE + column - left
    return masks
