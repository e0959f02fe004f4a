"""What a choice would be worth: for every card and space the score now, and the best that may come of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.drafting import Board
from engine.drafting.grid import Cell
from engine.drafting.sets import SPACES
from games.draft_table.imagined import best, earned
from games.draft_table.reading import Table, View, cell_of

Action = Mapping[str, Any]


@dataclass(frozen=True)
class Prospect:
    """
    `gain`: by how much the seat's whole score would change. `own`: what the card itself would score there,
    and `best` the most that it could still (None where it is not asked). `changes`: the lines of the sheet
    that change.
    """

    gain: int
    own: int = 0
    best: int | None = None
    changes: Mapping[str, int] = field(default_factory=dict)


class Prospects:
    """For one seat of a view; `seat` is whose layout is looked at."""

    def __init__(self, view: View, seat: int) -> None:
        self.rules: str = view["rules"]
        self.turns = SPACES - view["turn"]
        self.seat = seat
        self.table = Table.read(view)
        self.board = self.table.boards[seat]
        self.score = self.table.scorer_of(seat)
        self.before = self.score(self.board)

    def laid(self, card: str, at: Cell) -> Prospect:
        """A card on a space, nothing rearranged."""
        grid = {**self.board.grid, at: card}
        after = self.score(Board(grid))
        own = earned(after, self.before, card, at)
        return Prospect(
            gain=after.total - self.before.total,
            own=own,
            best=best(self.rules, grid, at, self.turns, own),
            changes=_changes(self.before.scores, after.scores),
        )

    def rearranged(self, action: Action) -> Prospect:
        """A rabbit or an octopus with its exchange or move."""
        grid = {**self.board.grid, cell_of(action["at"]): action["card"]}
        start, end = (cell_of(cell) for cell in action.get("swap") or action["shift"])
        if "swap" in action:
            grid[start], grid[end] = grid[end], grid[start]
        else:
            grid[end] = grid.pop(start)
        return self._of(Board(grid))

    def turned(self, card: Cell) -> Prospect:
        """A card that a whale turns over."""
        return self._of(Board(self.board.grid, self.board.down | {card}))

    def _of(self, board: Board) -> Prospect:
        after = self.score(board)
        return Prospect(after.total - self.before.total, changes=_changes(self.before.scores, after.scores))


def placements(legal: Iterable[Action]) -> list[tuple[str, Cell]]:
    """The cards and spaces among the legal actions, each once."""
    pairs = {(action["card"], cell_of(action["at"])): None for action in legal if action["do"] == "place"}
    return list(pairs)


def rearrangements(legal: Iterable[Action], card: str, at: Cell) -> list[Action]:
    """What a rabbit or an octopus on the space may do besides."""
    return [
        action
        for action in legal
        if action["do"] == "place"
        and action["card"] == card
        and cell_of(action["at"]) == at
        and ("swap" in action or "shift" in action)
    ]


def _changes(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {
        line: after[line] - points
        for line, points in before.items()
        if after[line] != points and line not in ("gaps", "PRODUCERS", "PREY", "PREDATORS")
    }
