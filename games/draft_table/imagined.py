"""
The most that a card can still earn where it is laid, as long as it stays there.

The scorer is asked about a layout of the card alone with so many cards that it likes as can still come within
its reach: in each turn that is left one of them is laid there, or brought there by a rabbit or an octopus.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from engine.drafting import ECOSYSTEM, GAMES, Board, Score, coral_reef, score_table
from engine.drafting.ecosystem import within_two
from engine.drafting.grid import Cell, beside
from engine.drafting.layout import box
from engine.drafting.sets import HEIGHT, SPACES, WIDTH

LIKES: Mapping[str, tuple[str, ...]] = {
    "BEAR": ("BEE", "TROUT"),
    "BEE": ("MEADOW",),
    "MEADOW": ("MEADOW",),
    "TROUT": ("STREAM", "DRAGONFLY"),
    "EAGLE": ("RABBIT", "TROUT"),
    "DRAGONFLY": ("STREAM",),
    "KRILL": ("KRILL",),
    "GROUPER": ("KRILL",),
    "CLOWNFISH": ("PLANKTON", "CORAL"),
    "CRAB": ("PLANKTON",),
    "EEL": coral_reef.PREY,
    "SHARK": coral_reef.PREY,
    "WHALE": ("KRILL",),
}
"""What a card counts; the first of them is imagined."""
BESIDE = ("BEAR", "BEE", "TROUT", "GROUPER", "CLOWNFISH", "EEL")
ANYWHERE = ("MEADOW", "DRAGONFLY", "KRILL", "WHALE")
"""These may count cards of the whole layout: all might come to hang together with them."""
FOES = ("WOLF", "BEAR")
Grid = Mapping[Cell, str]


def earned(score: Score, before: Score, kind: str, cell: Cell) -> int:
    """
    What a card scores that was laid in the cell: its own points or those of its group. Deer and turtles: what
    the layout scored less for them before.
    """
    if kind in ("DEER", "TURTLE"):
        return score.scores[kind] - before.scores[kind]
    return sum(part.points for part in score.parts[kind] if cell in (part.card, *part.counts))


def best(rules: str, grid: Grid, cell: Cell, turns: int, now: int) -> int:
    """
    An upper bound of what the card in the cell can earn when so many turns are left after this one; `now` is
    what it earns with the layout as it is.
    """
    kind = grid[cell]
    if kind in ("STREAM", "WOLF", "PLANKTON"):
        # What the others do may still bring the first prize, even after the last turn.
        return worth(rules, kind, 0)
    if not turns:
        return now
    if kind == "FOX":
        return worth(rules, kind, 0) if _count(grid, beside(cell), *FOES) <= turns else now
    if kind == "CORAL":
        return worth(rules, kind, 0) if sum(other[0] > cell[0] for other in grid) <= turns else now
    return max(now, worth(rules, kind, WANTED.get(kind, _none)(rules, grid, cell, turns)))


@cache
def worth(rules: str, kind: str, liked: int) -> int:
    """What a card alone in a layout earns with so many cards that it likes where it counts them."""
    cells = _counted(kind)[:liked]
    grid = {(0, 0): kind} | dict.fromkeys(cells, LIKES.get(kind, ("",))[0])
    if kind == "EEL" and cells:
        grid[cells[0]] = "CORAL"
    score, nothing = (score_table(GAMES[rules], [Board(cards)])[0] for cards in (grid, {}))
    return earned(score, nothing, kind, (0, 0))


def _counted(kind: str) -> list[Cell]:
    """The cells in which a card at the origin counts others: the nearest first, as a line where it is far."""
    row = [(0, column) for column in range(1, WIDTH)]
    if kind == "EAGLE":
        return within_two((0, 0))
    if kind == "CRAB":
        return row
    if kind == "SHARK":
        return [*row, *((line, 0) for line in range(1, HEIGHT))]
    return list(beside((0, 0))) if kind in BESIDE else [(0, column) for column in range(1, SPACES)]


Wanted = Callable[[str, Grid, Cell, int], int]
"""How many cards that the one in the cell likes it may count at most, by the turns that are left."""


def _none(_rules: str, _grid: Grid, _cell: Cell, _turns: int) -> int:
    return 0


def _near(rules: str, grid: Grid, cell: Cell, turns: int) -> int:
    return min(
        _count(grid, beside(cell), *LIKES[grid[cell]]) + turns, _room(rules, grid, beside(cell), turns)
    )


def _eagle(rules: str, grid: Grid, cell: Cell, turns: int) -> int:
    # A rabbit that is laid within reach and exchanges two cards brings two at once.
    reach = within_two(cell)
    return min(_count(grid, reach, *LIKES["EAGLE"]) + 2 * turns, _room(rules, grid, reach, turns))


def _eel(rules: str, grid: Grid, cell: Cell, turns: int) -> int:
    coral = min(1, _count(grid, beside(cell), "CORAL"))
    found = coral + _count(grid, beside(cell), *LIKES["EEL"])
    return min(found + turns, _room(rules, grid, beside(cell), turns))


def _row(_rules: str, grid: Grid, cell: Cell, turns: int) -> int:
    row = [other for other in grid if other[0] == cell[0]]
    return min(_count(grid, row, *LIKES["CRAB"]) + turns, WIDTH - 1)


def _row_and_column(_rules: str, grid: Grid, cell: Cell, turns: int) -> int:
    lines = [other for other in grid if other[0] == cell[0] or other[1] == cell[1]]
    return min(_count(grid, lines, *LIKES["SHARK"]) + turns, WIDTH - 1 + HEIGHT - 1)


def _all(_rules: str, grid: Grid, cell: Cell, turns: int) -> int:
    kinds = LIKES[grid[cell]]
    others = [other for other in grid if other != cell]
    return min(_count(grid, others, *kinds) + turns, SPACES - 1)


WANTED: Mapping[str, Wanted] = (
    dict.fromkeys(BESIDE, _near)
    | dict.fromkeys(ANYWHERE, _all)
    | {"EAGLE": _eagle, "EEL": _eel, "CRAB": _row, "SHARK": _row_and_column}
)


def _count(grid: Grid, cells: Iterable[Cell], *kinds: str) -> int:
    return sum(grid.get(cell) in kinds for cell in cells)


def _room(rules: str, grid: Grid, cells: Iterable[Cell], turns: int) -> int:
    """How many of the cells can hold a card yet: all lie in four rows and five columns."""
    edges = box(grid)
    return sum(cell in grid or _fits(rules, grid, edges, cell, turns) for cell in cells)


def _fits(rules: str, grid: Grid, edges: tuple[int, int, int, int], cell: Cell, turns: int) -> bool:
    top, left, bottom, right = edges
    row, column = cell
    if max(bottom, row) - min(top, row) < HEIGHT and max(right, column) - min(left, column) < WIDTH:
        return True
    # Octopuses, one a turn, may move away what lies too far on the other side.
    far = sum(abs(row - other[0]) >= HEIGHT or abs(column - other[1]) >= WIDTH for other in grid)
    return rules != ECOSYSTEM.key and far <= turns
