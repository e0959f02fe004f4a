"""A view of a drafting game in the form that the scorer needs: boards, and the others' counts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.drafting import ECOSYSTEM, GAMES, Board, DraftingGame, Score, coral_reef, ecosystem, score_table
from engine.drafting.grid import Cell
from engine.drafting.scoring import compared, score_beside
from engine.record_format import DraftView, LaidOut


def cell_of(place: Sequence[int]) -> Cell:
    return place[0], place[1]


def grid_of(layout: Sequence[LaidOut]) -> dict[Cell, str]:
    """The cards of a view's layout by cell."""
    return {cell_of(lying["at"]): lying["card"] for lying in layout}


@dataclass(frozen=True)
class Table:
    """All boards of a view, with the turned-over cards that the viewer knows of."""

    game: DraftingGame
    boards: Sequence[Board]
    neutral: Sequence[str] | None
    solo: bool

    @classmethod
    def read(cls, view: DraftView) -> "Table":
        flips = view.get("flips") or [[] for _layout in view["layouts"]]
        boards = [
            Board(grid_of(layout), frozenset(cell_of(card) for _whale, card in flips[seat]))
            for seat, layout in enumerate(view["layouts"])
        ]
        neutral = list(view["pile"]) if view["players"] == 2 else None
        return cls(GAMES[view["rules"]], boards, neutral, view["players"] == 1)

    def scores(self) -> list[Score]:
        return score_table(self.game, self.boards, neutral=self.neutral, solo=self.solo)

    def sizes(self) -> list[dict[str, int]]:
        """The counts compared between players: of every board, and with two players of the neutral pile."""
        found = [compared(self.game, board) for board in self.boards]
        if self.neutral is not None:
            rules = ecosystem if self.game is ECOSYSTEM else coral_reef
            found.append(rules.sizes_of_pile(list(self.neutral)))
        return found

    def scorer_of(self, seat: int) -> Callable[[Board], Score]:
        """A function that scores another board for the seat, with all other boards unchanged."""
        others = [sizes for number, sizes in enumerate(self.sizes()) if number != seat]
        alone = self.solo and seat == 1
        return lambda board: score_beside(self.game, board, others, alone=alone)
