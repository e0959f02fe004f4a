"""
The examples of the drafting games: a TOML file for each game with a table for each example, under the name
that the templates use.

An example is a series of `pictures`. A picture's `grid` is drawn with `.` for an empty cell; a picture with
an `action` of the record format shows the previous one after that action. `flips` are pairs of a whale's cell
and the cell that it turns over; cells are [row, column] from the top left. `scores` and `total` are what the
scorer must find. With `spaces` the picture highlights where the next card may lie; `refused` are cells where
it may not, with `why` a key of drawing.REASONS.

`counts` are the card types that the example explains. In a `together` example the pictures are the layouts of
the players of one game, perhaps with a `neutral` pile; in a `solo` one the second is the opponent's. With
`sheet` every line of the score sheet is shown.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engine.drafting.draft import DRAFT, GIVE, Draft
from engine.drafting.grid import Cell
from engine.drafting.layout import Layout
from engine.drafting.notation import read
from engine.drafting.scoring import Board, Score, score_table
from engine.drafting.sets import GAMES, WIDTH, DraftingGame
from games.table.board import Action

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Frame:
    """A picture as it is in the file."""

    grid: str = ""
    action: Action | None = None
    label: str = ""
    flips: Sequence[Sequence[Sequence[int]]] = ()
    scores: Mapping[str, int] = field(default_factory=dict)
    total: int | None = None
    spaces: bool = False
    refused: Sequence[Action] = ()


@dataclass(frozen=True)
class Example:
    name: str
    game: DraftingGame
    frames: Sequence[Frame]
    counts: Sequence[str] = ()
    together: bool = False
    solo: bool = False
    neutral: Sequence[str] | None = None
    sheet: bool = False

    def boards(self) -> list[Board]:
        """The layouts of the pictures. Raises the engine's exception for an illegal action."""
        found: list[Board] = []
        for frame in self.frames:
            if frame.action is not None:
                found.append(Board(_after(self.game, found[-1], frame.action)))
            else:
                down = frozenset((row, column) for _whale, (row, column) in frame.flips)
                found.append(Board(_grid(frame.grid), down))
        return found

    def scored(self) -> list[Score]:
        boards = self.boards()
        if self.together:
            return score_table(self.game, boards, neutral=self.neutral, solo=self.solo)
        return [score_table(self.game, [board])[0] for board in boards]


@cache
def examples(key: str) -> dict[str, Example]:
    """All examples of a game by name."""
    data = tomllib.loads((FOLDER / f"{key}.toml").read_text(encoding="utf-8"))
    return {name: _read(name, GAMES[key], example) for name, example in data.items()}


def _read(name: str, game: DraftingGame, data: dict[str, Any]) -> Example:
    frames = [Frame(**frame) for frame in data.pop("pictures")]
    return Example(name=name, game=game, frames=frames, **data)


def _grid(text: str) -> dict[Cell, str]:
    return {
        (row, column): kind
        for row, line in enumerate(text.strip().splitlines())
        for column, kind in enumerate(line.split())
        if kind != "."
    }


def _after(game: DraftingGame, board: Board, action: Action) -> dict[Cell, str]:
    """The layout (the opponent's for `give`) after an action; in a solo game, so it takes effect at once."""
    given = action["do"] == "give"
    layouts = [Layout(), Layout(dict(board.grid))] if given else [Layout(dict(board.grid)), Layout()]
    card, phase = action["card"], GIVE if given else DRAFT
    draft = Draft(game, 1, 0, [card] * WIDTH, [[card]], layouts, phase=phase)
    seat, chosen = read({"seat": 0, **action})
    draft.choose(seat, chosen)
    return dict(draft.layouts[1 if given else 0].cards)
