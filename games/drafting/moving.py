"""All moves of one card within a layout at once, on boards of bits: `Layout.may_shift` says what they are."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import repeat

from games.drafting.grid import Cell
from games.drafting.sets import HEIGHT, WIDTH

STRIDE, ABOVE, BEFORE = 16, 5, 6
"""Bits of a row, and room for all spaces that a layout can ever reach: no step leads around a corner."""
Box = tuple[int, int, int, int]


def moves(cards: Iterable[Cell], spaces: Sequence[Cell]) -> Iterator[tuple[Cell, list[tuple[Cell, Cell]]]]:
    """Each space, and with a card there, from where to where a card may be moved."""
    cells = list(cards)
    if not cells:
        return
    top, left = min(row for row, _column in cells), min(column for _row, column in cells)
    bits = [1 << (row - top + ABOVE) * STRIDE + column - left + BEFORE for row, column in cells]
    whole = sum(bits)
    box_whole = _box(whole)
    without = [(cell, *_without(whole, bit, box_whole)) for cell, bit in zip(cells, bits, strict=True)]
    boxes = {box_whole, *(entry[-1] for entry in without)}
    here = _around(whole) & _window(box_whole, None, None)
    names = _names(whole, top, left)
    named: dict[int, list[Cell]] = {}
    for space in spaces:
        row, column = space[0] - top + ABOVE, space[1] - left + BEFORE
        new = 1 << row * STRIDE + column
        near, free = _around(new), ~(whole | new)
        windows = {box: _window(box, row, column) & free for box in boxes}
        reaches = [(space, here & free)]
        for start, parts, around, box in without:
            if len(parts) == 1 and around & new:
                reaches.append((start, (around | near) & windows[box]))
            else:
                reaches.append((start, _between(parts, new, near) & windows[box]))
        found: list[tuple[Cell, Cell]] = []
        for start, reach in reaches:
            ends = named.get(reach)
            if ends is None:
                ends = named[reach] = [name for bit, name in names if bit & reach]
            found += zip(repeat(start), ends)
        yield space, found


def _without(whole: int, bit: int, box: Box) -> tuple[list[int], int, Box]:
    """The layout without one of its cards: its parts, the spaces beside them, and its box."""
    rest, near = whole ^ bit, _around(bit) & whole
    # Without a card at the end of the others these still hang together.
    parts = [rest] if near and not near & near - 1 else _parts(rest)
    top, left, bottom, right = box
    row, column = divmod(bit.bit_length() - 1, STRIDE)
    inner = top < row < bottom and left < column < right
    return parts, _around(rest), box if inner else _box(rest)


def _names(whole: int, top: int, left: int) -> list[tuple[int, Cell]]:
    """The spaces that may be in reach with one card more."""
    cells, found = _around(whole), []
    cells = (cells | _around(cells)) & ~whole
    while cells:
        low = cells & -cells
        row, column = divmod(low.bit_length() - 1, STRIDE)
        found.append((low, (row - ABOVE + top, column - BEFORE + left)))
        cells ^= low
    return found


@lru_cache(maxsize=4096)
def _window(box: Box, row: int | None, column: int | None) -> int:
    """The cells in reach of a layout with this box, and one more card, that keep its size."""
    top, left, bottom, right = box
    if row is not None and column is not None:
        top, left, bottom, right = min(top, row), min(left, column), max(bottom, row), max(right, column)
    rows, columns = range(bottom - HEIGHT + 1, top + HEIGHT), range(right - WIDTH + 1, left + WIDTH)
    return sum(1 << each * STRIDE + other for each in rows for other in columns)


def _around(cells: int) -> int:
    return (cells << 1 | cells >> 1 | cells << STRIDE | cells >> STRIDE) & ~cells


def _parts(cells: int) -> list[int]:
    """The groups that hang together."""
    found = []
    while cells:
        part, grown = 0, cells & -cells
        while grown != part:
            part = grown
            grown |= (part << 1 | part >> 1 | part << STRIDE | part >> STRIDE) & cells
        found.append(part)
        cells ^= part
    return found


def _between(parts: Sequence[int], new: int, near: int) -> int:
    """The spaces beside all of the parts, of which the new card may connect some."""
    reach, joined = -1, new
    for part in parts:
        if part & near:
            joined |= part
        else:
            reach &= _around(part)
    return reach & _around(joined)


def _box(cells: int) -> Box:
    """For no cells a box that anything widens."""
    if not cells:
        return STRIDE, STRIDE, -1, -1
    top, bottom = ((cells & -cells).bit_length() - 1) // STRIDE, (cells.bit_length() - 1) // STRIDE
    row = 0
    for number in range(top, bottom + 1):
        row |= cells >> number * STRIDE & (1 << STRIDE) - 1
    return top, (row & -row).bit_length() - 1, bottom, row.bit_length() - 1
