"""
What differs between the games that a match can be. Everything else, from the one write path to the stream,
asks the state of a game through one contract and knows none of them.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

import engine
from engine.contract import Bot, State
from engine.record_format import Log
from games.models import Match
from games.services.administrative_moves import DRAW, FLAG, LATE


class Rulebook(Protocol):
    """How matches of one kind are dealt, told, refused and played on when somebody's time is up."""

    seats: range
    """How many may sit at a table."""
    bots: Mapping[str, Bot[Any, Any]]
    offers: bool
    """Whether draws and take-backs can be agreed."""
    resigns: bool
    """Whether who leaves ends the match; else a bot stands in."""

    def opening(self, match: Match, log: Log | None) -> State:
        """The match as dealt; `log` takes what happened before the first move. Raises engine.InvalidSetup."""

    def restored(self, match: Match) -> State:
        """The state out of the snapshot."""

    def hide(self, log: Sequence[Mapping[str, Any]], seat: int | None) -> Log:
        """What a seat (None: a watcher) may read of it."""

    def cards_in(self, view: Mapping[str, Any]) -> set[str]:
        """Every key of the card database that a view holds, wherever it lies."""

    def refusal(
        self, match: Match, state: State, seat: int, action: Mapping[str, Any]
    ) -> engine.Refusal | None:
        """Why a seat may not make this action (without its "seat"). Raises MalformedAction."""

    def time_up(self, state: State, seat: int, chance: Random) -> dict[str, Any]:
        """The action that the site makes for a seat whose time is up (administrative_moves)."""

    def end(self, state: State, event: str, seat: int | None, winner: int | str) -> Log:
        """End it for a reason that is none of the rules'."""

    def recorded(self, match: Match) -> dict[str, Any]:
        """The beginning of the match's game record, all but its actions."""

    def ranks(self, match: Match) -> list[float]:
        """The places that the seats of a finished match have taken, the best one lowest."""


def carry_out(book: Rulebook, state: State, seat: int, action: dict[str, Any]) -> Log:
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
