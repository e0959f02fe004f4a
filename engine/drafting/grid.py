"""Cells, and the cards in them: neighbours, groups, rows and columns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

Cell = tuple[int, int]
"""Row, counted downwards, and column."""
Grid = Mapping[Cell, str]
"""The face-up cards of one player by cell; a growing layout may have any origin."""


@dataclass(frozen=True)
class Part:
    """Points, the card that earns them (None: several together), and the cells that it earns them from."""

    points: int
    card: Cell | None
    counts: tuple[Cell, ...] = ()


CELL_BITS, ROW = 10, 32
CELLS: Sequence[Cell] = [(row, column) for row in range(-16, 16) for column in range(-16, 16)]
NUMBERS: Mapping[Cell, int] = {cell: number for number, cell in enumerate(CELLS)}
"""
The numbers of cells, in reading order, with rows ROW apart. They include every cell that a layout can reach:
it begins at (0, 0), and each of the eight octopuses takes it at most one row or column further.
"""


@lru_cache(maxsize=1024)
def beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells above, left, right and below."""
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def cells_of(grid: Grid, *kinds: str) -> list[Cell]:
    return sorted(cell for cell, kind in grid.items() if kind in kinds)


def those(grid: Grid, cells: Iterable[Cell], *kinds: str) -> tuple[Cell, ...]:
    """Those of the cells that hold a card of these kinds."""
    return tuple(sorted(cell for cell in cells if grid.get(cell) in kinds))


def regions(grid: Grid, kind: str) -> list[tuple[Cell, ...]]:
    """The connected groups of cards of a kind."""
    left, found = set(cells_of(grid, kind)), []
    while left:
        region, edge = set(), [min(left)]
        while edge:
            cell = edge.pop()
            if cell in left:
                left.remove(cell)
                region.add(cell)
                edge.extend(beside(cell))
        found.append(tuple(sorted(region)))
    return found


def lines(grid: Grid, kind: str) -> Iterator[tuple[Cell, ...]]:
    """The cards of a kind by row, then by column."""
    cells = cells_of(grid, kind)
    for axis in (0, 1):
        for line in sorted({cell[axis] for cell in cells}):
            yield tuple(cell for cell in cells if cell[axis] == line)
