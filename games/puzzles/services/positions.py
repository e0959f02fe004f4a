"""Stored puzzles as the engine knows them, and the table after some answers."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from engine import MalformedAction
from engine.puzzles.files import from_json
from engine.puzzles.judging import NotRight, best_line, reached
from engine.puzzles.puzzle import Puzzle as Known
from games.exercises.services import Exercise
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRun

AGAIN, SOLUTION = {"do": "again"}, {"do": "solution"}
"""What may be answered besides actions of the game: begin once more, and be shown the solution."""
USUAL, FOR_AN_ACTION = 2, 2.0
"""How many actions most best lines have, and what one more is worth: 120 points of a rating."""
EASY, FOR_EASY = "easy", 4.0
"""The theme of what the greedy bot solves too, and what that is worth: 240 points less."""
Action = Mapping[str, Any]
"""An action of the record format, without its seat."""


@dataclass(frozen=True)
class Standing:
    """A puzzle as it stands for a player, or for a visitor who has answered nothing (`attempt` None)."""

    puzzle: Puzzle
    attempt: PuzzleAttempt | None = None

    @cached_property
    def known(self) -> Known:
        """The puzzle of the row, whose `content` was checked when it was stored; takes a millisecond."""
        return from_json(self.puzzle.content)

    @property
    def version(self) -> int:
        return self.attempt.version if self.attempt else 0

    @property
    def over(self) -> bool:
        return self.attempt is not None and self.attempt.ended is not None

    @property
    def actions(self) -> list[dict[str, Any]]:
        """The actions of the game in the attempt."""
        return self._played[0]

    @property
    def right(self) -> list[dict[str, Any]]:
        """The actions up to the first that was not right."""
        return self._played[1]

    @cached_property
    def _played(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """`actions` and `right`; none if the puzzle has changed since, so that they cannot be played."""
        given = self.attempt.answers if self.attempt else []
        actions = [each["action"] for each in given if each["action"] not in (AGAIN, SOLUTION)]
        right = [each["action"] for each in given if each["verdict"] == "right"]
        try:
            state, _number = reached(self.known, right)
            refused = [state.why_not({**each, "seat": self.known.seat}) for each in actions[len(right) :]]
        except (NotRight, MalformedAction):
            return [], []
        return ([], []) if any(refused) else (actions, right)

    @cached_property
    def exercise(self) -> Exercise:
        return self._table("", self.actions, began=self.version - len(self.actions), over=self.over)

    @cached_property
    def rest(self) -> tuple[Action, ...]:
        """The best line from behind the right actions; secret until the attempt is over."""
        state, number = reached(self.known, self.right)
        return best_line(self.known, number, state)

    @property
    def solution(self) -> Exercise:
        """The table on which the right actions and the rest of the best line are played; from version 0."""
        return self._table(":solution", [*self.right, *self.rest], began=0, over=True)

    def _table(self, which: str, actions: Sequence[Action], *, began: int, over: bool) -> Exercise:
        puzzle, names = self.known, [_("The other player")] * 2
        names[puzzle.seat] = _("You")
        return Exercise(
            name=f"puzzle:{puzzle.key}{which}",
            rules=puzzle.rules,
            start=puzzle.start(),
            seat=puzzle.seat,
            names=names,
            cards=puzzle.record["cards"],
            actions=[{**action, "seat": puzzle.seat} for action in actions],
            began=began,
            over=over,
        )


def standing(puzzle: Puzzle, player_id: uuid.UUID | None, run: PuzzleRun | None = None) -> Standing:
    """As it stands for a player, or for a visitor who is none; in a run, as it stands there."""
    rows = PuzzleAttempt.objects.filter(player=player_id, puzzle=puzzle, run=run) if player_id else None
    return Standing(puzzle, rows.order_by("-pk").first() if rows is not None else None)


def harder(puzzle: Known) -> float:
    """A guess at how much harder it is than most, in mu, until people have tried it."""
    return (puzzle.length - USUAL) * FOR_AN_ACTION - (FOR_EASY if EASY in puzzle.themes else 0)
