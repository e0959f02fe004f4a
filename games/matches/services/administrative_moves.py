"""
Moves that are not actions of the game.

`flag`: a seat's time has run out. `late`: its time has run out and the site made its `pick`. `draw`: both
players have agreed to one. `take-back`: return to the state at version `to`. They are stored like all other
moves, and stored moves never change: a take-back is one more move, not one less.
"""

from collections.abc import Iterable
from typing import Any

from engine.record_format import Log

FLAG, LATE, DRAW, TAKE_BACK = "flag", "late", "draw", "take-back"
ADMINISTRATIVE = frozenset({FLAG, LATE, DRAW, TAKE_BACK})

OWN_KEY = "*"
"""Prefix of the keys of moves that the site makes for a seat. Players cannot send keys with it."""

Action = dict[str, Any]
"""An action of the record format without its seat, or an administrative one; the engine checks its fields."""

Step = tuple[int, int, Action]
"""A move's number, seat and action."""


def in_force(moves: Iterable[Step]) -> list[Step]:
    """The moves of a match in order, except those that were taken back."""
    line: list[Step] = []
    for number, seat, action in moves:
        if action["do"] == TAKE_BACK:
            while line and line[-1][0] > action["to"]:
                line.pop()
        else:
            line.append((number, seat, action))
    return line


def taken_back(seat: int, to: int) -> Log:
    """The log of a take-back: the seat that asked for it, and the version that is in force again."""
    return [{"seat": seat, "event": "took-back", "to": to}]


def ending(action: Action) -> str:
    """How this last move ended its match, as Match.Ending."""
    return {FLAG: "time", DRAW: "agreed", "resign": "resigned"}.get(action["do"], "played")
