"""The score sheet: the points of every player, including prizes for comparisons between players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.drafting import coral_reef, ecosystem
from engine.drafting.grid import Cell, Grid, Part
from engine.drafting.sets import ECOSYSTEM, DraftingGame


@dataclass(frozen=True)
class Board:
    """A player's layout; `down` are the cards that whales have turned over."""

    grid: Grid
    down: frozenset[Cell] = frozenset()

    @property
    def face_up(self) -> dict[Cell, str]:
        return {cell: kind for cell, kind in self.grid.items() if cell not in self.down}

    @property
    def bottom(self) -> int:
        """The lowest row, including cards that are turned over."""
        return max((row for row, _column in self.grid), default=0)


@dataclass(frozen=True)
class Score:
    """
    `scores` has the points of every card type and what the game adds at the end, in the order of the score
    sheet; `parts` says for each card type what earned its points.
    """

    scores: Mapping[str, int]
    total: int
    parts: Mapping[str, Sequence[Part]] = field(default_factory=dict)


class Scorer(Protocol):
    """What both ecosystem.py and coral_reef.py provide for comparisons between players."""

    @property
    def PRIZES(self) -> Mapping[str, Sequence[int]]: ...

    def sizes(self, grid: Grid, /) -> dict[str, int]: ...

    def sizes_of_pile(self, pile: list[str], /) -> dict[str, int]: ...


def _scorer(game: DraftingGame) -> Scorer:
    return ecosystem if game is ECOSYSTEM else coral_reef


def score_table(
    game: DraftingGame, boards: Sequence[Board], *, neutral: Sequence[str] | None = None, solo: bool = False
) -> list[Score]:
    """
    The scores of all players. `neutral` is the neutral player's pile in a game of two; with `solo` the second
    board is the opponent's.
    """
    rules = _scorer(game)
    sizes = [rules.sizes(board.face_up) for board in boards]
    if neutral is not None:
        sizes.append(rules.sizes_of_pile(list(neutral)))
    prizes = {kind: shares([size[kind] for size in sizes], awards) for kind, awards in rules.PRIZES.items()}
    return [
        _score(game, board, {kind: won[number] for kind, won in prizes.items()}, alone=solo and number == 1)
        for number, board in enumerate(boards)
    ]


def score_beside(
    game: DraftingGame, board: Board, others: Sequence[Mapping[str, int]], *, alone: bool = False
) -> Score:
    """The score of a board, given what `compared` returns for the others; `alone` for a solo opponent."""
    rules = _scorer(game)
    own = compared(game, board)
    prizes = {
        kind: shares([own[kind], *(sizes[kind] for sizes in others)], awards)[0]
        for kind, awards in rules.PRIZES.items()
    }
    return _score(game, board, prizes, alone=alone)


def compared(game: DraftingGame, board: Board) -> dict[str, int]:
    """The counts by which players are compared, such as their wolves."""
    return _scorer(game).sizes(board.face_up)


def shares(values: Sequence[int], awards: Sequence[int]) -> list[int]:
    """
    The award for each value: tied values all get the full award of their rank, and the ranks that they use up
    are skipped. A value of 0 wins nothing.
    """
    places = [sum(other > value for other in values) for value in values]
    return [
        awards[place] if value and place < len(awards) else 0
        for value, place in zip(values, places, strict=True)
    ]


def winners(scores: Sequence[Score]) -> list[int]:
    """The players with the most points; tied players share the victory."""
    most = max(score.total for score in scores)
    return [number for number, score in enumerate(scores) if score.total == most]


def _score(game: DraftingGame, board: Board, prizes: Mapping[str, int], *, alone: bool) -> Score:
    grid = board.face_up
    if game is ECOSYSTEM:
        parts, contenders = ecosystem.parts(grid), ecosystem.contenders(grid)
    else:
        parts, contenders = coral_reef.parts(grid, board.bottom), coral_reef.contenders(grid)
    for kind, points in prizes.items():
        parts[kind] = [Part(points, None, contenders[kind])]
    scores = {kind: sum(part.points for part in parts[kind]) for kind in game.deck}
    if game is ECOSYSTEM:
        scores |= ecosystem.finish(scores, alone=alone)
        return Score(scores, ecosystem.total(scores), parts)
    scores |= coral_reef.finish(scores)
    return Score(scores, coral_reef.total(scores), parts)
