"""
What a choice would be worth: for every card and space the score now, and the most that it may still become.

The upper bound of what a card can earn in a cell is its score in a layout of its own, with as many cards that
it likes as can still come within its reach: one in each remaining turn, laid there or brought there by a
rabbit or an octopus.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from engine.drafting import ECOSYSTEM, GAMES, Board, Score, coral_reef, score_table
from engine.drafting.ecosystem import within_two
from engine.drafting.grid import Cell, Grid, beside
from engine.drafting.layout import box
from engine.drafting.sets import HEIGHT, SPACES, WIDTH
from engine.record_format import DraftAction, DraftView, Placing
from games.table.draft.reading import Table, cell_of
from games.table.draft.score_words import FOES

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
"""The types that a card counts; the upper bound is computed with the first of them."""
BESIDE = ("BEAR", "BEE", "TROUT", "GROUPER", "CLOWNFISH", "EEL")
"""These count cards beside them; the others, except eagles, crabs and sharks, may count the whole layout."""


@dataclass(frozen=True)
class Evaluation:
    """
    `gain`: the change of the seat's whole score. `own`: what the card itself would score there; `best`: an
    upper bound of what it may still score there (both None if not computed). `changes`: the points by which
    lines of the score sheet change.
    """

    gain: int
    own: int | None = None
    best: int | None = None
    changes: Mapping[str, int] = field(default_factory=dict)


class Evaluator:
    """Evaluates the choices in a view for the layout of one seat."""

    def __init__(self, view: DraftView, seat: int) -> None:
        self.rules = view["rules"]
        self.turns = SPACES - view["turn"]
        self.seat = seat
        self.table = Table.read(view)
        self.board = self.table.boards[seat]
        self.score = self.table.scorer_of(seat)
        self.before = self.score(self.board)

    def placed(self, card: str, at: Cell) -> Evaluation:
        """A card laid on a space without rearranging."""
        grid = {**self.board.grid, at: card}
        after = self.score(Board(grid))
        own = earned(after, self.before, card, at)
        return Evaluation(
            gain=after.total - self.before.total,
            own=own,
            best=_best(self.rules, grid, at, self.turns, own),
            changes=_changes(self.before.scores, after.scores),
        )

    def rearranged(self, action: Placing, start: Cell, end: Cell) -> Evaluation:
        """A rabbit or an octopus laid, and two cards exchanged or one moved."""
        grid = {**self.board.grid, cell_of(action["at"]): action["card"]}
        if "swap" in action:
            grid[start], grid[end] = grid[end], grid[start]
        else:
            grid[end] = grid.pop(start)
        return self._of(Board(grid))

    def turned_over(self, card: Cell) -> Evaluation:
        """A card turned over by a whale."""
        return self._of(Board(self.board.grid, self.board.down | {card}))

    def _of(self, board: Board) -> Evaluation:
        after = self.score(board)
        return Evaluation(after.total - self.before.total, changes=_changes(self.before.scores, after.scores))


def placements(legal: Iterable[DraftAction]) -> list[tuple[str, Cell]]:
    """The distinct pairs of card and space among the legal actions."""
    pairs = {(action["card"], cell_of(action["at"])): None for action in legal if action["do"] == "place"}
    return list(pairs)


def rearrangements(legal: Iterable[DraftAction], card: str, at: Cell) -> Iterator[tuple[Placing, Cell, Cell]]:
    """The rearrangements open to a rabbit or an octopus laid at `at`, with the two cells."""
    for action in legal:
        if action["do"] != "place" or (action["card"], cell_of(action["at"])) != (card, at):
            continue
        if pair := action.get("swap") or action.get("shift"):
            yield action, cell_of(pair[0]), cell_of(pair[1])


def _changes(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {
        line: after[line] - points
        for line, points in before.items()
        if after[line] != points and line not in ("gaps", "PRODUCERS", "PREY", "PREDATORS")
    }


def earned(score: Score, before: Score, kind: str, cell: Cell) -> int:
    """
    The points of the card laid in the cell, or of its group; for deer and turtles, what the layout scores
    more for them than before.
    """
    if kind in ("DEER", "TURTLE"):
        return score.scores[kind] - before.scores[kind]
    return sum(part.points for part in score.parts[kind] if cell in (part.card, *part.counts))


def _best(rules: str, grid: Grid, cell: Cell, turns: int, now: int) -> int:
    """
    An upper bound of what the card in the cell can earn with `turns` left after this one; `now` is what it
    earns in the current layout.
    """
    kind = grid[cell]
    if kind in ("STREAM", "WOLF", "PLANKTON"):
        # The other players' choices may still make it first, even in the last turn.
        return _worth(rules, kind, 0)
    if not turns:
        return now
    if kind == "FOX":
        return _worth(rules, kind, 0) if _count(grid, beside(cell), *FOES) <= turns else now
    if kind == "CORAL":
        return _worth(rules, kind, 0) if sum(other[0] > cell[0] for other in grid) <= turns else now
    return max(now, _worth(rules, kind, _countable(rules, grid, cell, turns)))


@cache
def _worth(rules: str, kind: str, liked: int) -> int:
    """What a card earns in a layout of its own with `liked` cards that it likes where it counts them."""
    cells = _counted(kind)[:liked]
    grid = {(0, 0): kind} | dict.fromkeys(cells, LIKES.get(kind, ("",))[0])
    if kind == "EEL" and cells:
        grid[cells[0]] = "CORAL"
    score, nothing = (score_table(GAMES[rules], [Board(cards)])[0] for cards in (grid, {}))
    return earned(score, nothing, kind, (0, 0))


def _counted(kind: str) -> list[Cell]:
    """The cells in which a card at (0, 0) counts others, nearest first; a line for the whole layout."""
    row = [(0, column) for column in range(1, WIDTH)]
    if kind == "EAGLE":
        return within_two((0, 0))
    if kind == "CRAB":
        return row
    if kind == "SHARK":
        return [*row, *((line, 0) for line in range(1, HEIGHT))]
    return list(beside((0, 0))) if kind in BESIDE else [(0, column) for column in range(1, SPACES)]


def _countable(rules: str, grid: Grid, cell: Cell, turns: int) -> int:
    """The most cards it likes that the card in the cell may count after so many turns."""
    kind = grid[cell]
    if kind in BESIDE or kind == "EAGLE":
        reach = within_two(cell) if kind == "EAGLE" else beside(cell)
        found = _count(grid, reach, *LIKES[kind])
        if kind == "EEL":
            found += min(1, _count(grid, reach, "CORAL"))
        # A rabbit laid within an eagle's reach counts itself and may bring another card by exchanging two.
        return min(found + (2 * turns if kind == "EAGLE" else turns), _room(rules, grid, reach, turns))
    if kind == "CRAB":
        others, most = [other for other in grid if other[0] == cell[0]], WIDTH - 1
    elif kind == "SHARK":
        others = [other for other in grid if other[0] == cell[0] or other[1] == cell[1]]
        most = WIDTH - 1 + HEIGHT - 1
    else:
        others, most = [other for other in grid if other != cell], SPACES - 1
    return min(_count(grid, others, *LIKES[kind]) + turns, most) if kind in LIKES else 0


def _count(grid: Grid, cells: Iterable[Cell], *kinds: str) -> int:
    return sum(grid.get(cell) in kinds for cell in cells)


def _room(rules: str, grid: Grid, cells: Iterable[Cell], turns: int) -> int:
    """How many of the cells hold or can still hold a card, as a layout has four rows and five columns."""
    edges = box(grid)
    return sum(cell in grid or _fits(rules, grid, edges, cell, turns) for cell in cells)


def _fits(rules: str, grid: Grid, edges: tuple[int, int, int, int], cell: Cell, turns: int) -> bool:
    top, left, bottom, right = edges
    row, column = cell
    if max(bottom, row) - min(top, row) < HEIGHT and max(right, column) - min(left, column) < WIDTH:
        return True
    # Octopuses, one a turn, may move away cards that lie too far on the other side.
    far = sum(abs(row - other[0]) >= HEIGHT or abs(column - other[1]) >= WIDTH for other in grid)
    return rules != ECOSYSTEM.key and far <= turns
