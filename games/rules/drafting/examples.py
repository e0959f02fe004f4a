"""
The examples of the drafting games: a TOML file for each game, a table for each example, named as the
templates call it.

An example is a row of `pictures`. A picture's `grid` is drawn with `.` for an empty space; one with an
`action` of the record format shows what that makes of the picture before it. `flips` are pairs of a whale's
cell and the one that it turns over, cells being [row, column] from the top left. `scores` and `total` are
what the scorer has to say. With `spaces` the picture lights up where the next card may lie, and `refused` are
spaces where it may not, `why` being one of drawing.REASONS.

`counts` are the card types that the example explains. The pictures of a `together` example are the players of
one table, with a `neutral` pile beside it perhaps; of a `solo` one the second is the opponent. A `sheet`
shows every line of the score sheet.
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
    """A picture as the file has it."""

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
        """The layouts of the pictures. Refused, if the engine does not carry out an action."""
        found: list[Board] = []
        for frame in self.frames:
            if frame.action is not None:
                found.append(Board(_after(self.game, found[-1], frame.action)))
            else:
                down = frozenset((row, column) for _whale, (row, column) in frame.flips)
                found.append(Board(_grid(frame.grid), down))
        return found

    def scored(self) -> list[Score]:
        """The score of each picture."""
        boards = self.boards()
        if self.together:
            return score_table(self.game, boards, neutral=self.neutral, solo=self.solo)
        return [score_table(self.game, [board])[0] for board in boards]


@cache
def examples(key: str) -> dict[str, Example]:
    """Every example of a game by its name."""
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
    """The layout, or that of the opponent, after an action in a solo game, which carries it out at once."""
    given = action["do"] == "give"
    layouts = [Layout(), Layout(dict(board.grid))] if given else [Layout(dict(board.grid)), Layout()]
    card, phase = action["card"], GIVE if given else DRAFT
    draft = Draft(game, 1, 0, [card] * WIDTH, [[card]], layouts, phase=phase)
    seat, chosen = read({"seat": 0, **action})
    draft.choose(seat, chosen)
    return dict(draft.layouts[1 if given else 0].cards)
