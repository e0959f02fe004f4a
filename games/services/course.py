"""
The course of a match: what a stored move does to a state.

Most moves are actions of the game. Some are acts at the table that no rule knows: `flag`, when the time of
the seat is up, `late`, when the site therefore chose its `pick`, `draw`, when both have agreed to one, and
`take-back`, which leads back to the state at the version `to`. They are moves like the others, so that
nothing that was stored ever changes: a take-back is one more move, not one less.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.services.rulebooks import Rulebook, State

FLAG, LATE, DRAW, TAKE_BACK = "flag", "late", "draw", "take-back"
ACTS = frozenset({FLAG, LATE, DRAW, TAKE_BACK})

OWN_KEY = "*"
"""Begins the keys of moves that the site makes for a seat. No key that a player may send has it."""

Step = tuple[int, int, dict[str, Any]]
"""Of a move its number, its seat and its action."""


def in_force(moves: Iterable[Step]) -> list[Step]:
    """The moves of a match, from its first, without those that were taken back."""
    line: list[Step] = []
    for number, seat, action in moves:
        if action["do"] == TAKE_BACK:
            while line and line[-1][0] > action["to"]:
                line.pop()
        else:
            line.append((number, seat, action))
    return line


def carry_out(book: "Rulebook", state: "State", seat: int, action: dict[str, Any]) -> list[dict[str, Any]]:
    """
    What any move but a take-back does, and what happened. Raises IllegalAction or MalformedAction, and then
    nothing has changed.
    """
    if action["do"] == FLAG:
        return book.end(state, "out-of-time", seat, 1 - seat)
    if action["do"] == DRAW:
        return book.end(state, "agreed", None, "draw")
    if action["do"] == LATE:
        return [{"event": "late", "seat": seat}, *state.apply({**action["pick"], "seat": seat})]
    return state.apply({**action, "seat": seat})


def taken_back(seat: int, to: int) -> list[dict[str, Any]]:
    """The log of a take-back: the seat that had asked for it, and the version that is in force again."""
    return [{"seat": seat, "event": "took-back", "to": to}]


def ending(action: dict[str, Any]) -> str:
    """How a match ended whose last move it was, as Match.Ending."""
    return {FLAG: "time", DRAW: "agreed", "resign": "resigned"}.get(action["do"], "played")
