"""Ecosystem and Coral Reef: one to six at a table, who choose at the same time."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import engine
from engine.bots import drafting as bots
from engine.contract import Bot
from engine.drafting.draft import MOST_PLAYERS
from engine.drafting.state import hide, new_game, restore
from games.models import Match
from games.services.administrative_moves import LATE
from games.services.rulebooks.contract import Log, State

STAND_IN = "greedy"
"""The level that chooses for a seat whose time is up."""


class _Draft:
    seats = range(1, MOST_PLAYERS + 1)
    bots: Mapping[str, Bot[Any, Any]] = bots.LEVELS
    offers = False
    resigns = False

    def opening(self, match: Match, log: Log | None) -> State:
        if match.options:
            raise engine.InvalidSetup("these games have no options")
        return new_game(match.rules, match.players, match.seed, log=log)

    def restored(self, match: Match) -> State:
        return restore(match.snapshot)

    def hide(self, log: Sequence[Mapping[str, Any]], seat: int | None) -> Log:
        return hide(log, seat)

    def cards_in(self, view: Mapping[str, Any]) -> set[str]:
        return set()

    def refusal(
        self, match: Match, state: State, seat: int, action: Mapping[str, Any]
    ) -> engine.Refusal | None:
        return state.why_not({**action, "seat": seat})

    def time_up(self, state: State, seat: int, chance: Random) -> dict[str, Any]:
        pick = self.bots[STAND_IN](state.view_for(seat), state.legal(seat), chance, None)
        return {"do": LATE, "pick": dict(pick)}

    def end(self, state: State, event: str, seat: int | None, winner: int | str) -> Log:
        raise AssertionError("a draft is played to its end")

    def recorded(self, match: Match) -> dict[str, Any]:
        return {"players": match.players}

    def ranks(self, match: Match) -> list[float]:
        totals = match.scores[: match.players]
        return [float(sum(other > total for other in totals)) for total in totals]


DRAFT = _Draft()
