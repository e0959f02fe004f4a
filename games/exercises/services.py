"""
Exercises: positions of a game with something to do in them that are no matches. What is stored of one, and
when it is done, is the matter of lessons and puzzles; here is what they share, as data.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext_noop

import engine
from engine.contract import IllegalAction, State
from engine.phylo.state import State as EngineState
from engine.record_format import Log
from games.matches.services.errors import StaleVersion, UnknownVersion
from games.matches.services.rulebooks import apply_with_log, rulebook

Action = Mapping[str, Any]
"""An action of the record format, with its seat."""


@dataclass(frozen=True)
class Moment:
    """The state at a version, and the log of the action that led there; at the start: whose turn it is."""

    state: State
    log: Log


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """
    A game as somebody at `seat` has played it from `start`, by `actions` of all seats, each of them legal.
    `cards` are the definitions by key that it is played with, {} in a drafting game. `name` tells it from all
    others, such as "lesson:first-card"; the `names` of the seats are said to the reader.

    Versions are counted as in a match: each action makes one. `began` is that of the start, which is not 0
    once somebody has started again. In one that is `over` nothing more may be done.
    """

    name: str
    rules: str
    start: State
    seat: int
    names: Sequence[str]
    cards: Mapping[str, Mapping[str, object]]
    actions: Sequence[Action] = ()
    began: int = 0
    over: bool = False

    @property
    def version(self) -> int:
        return self.began + len(self.actions)

    @cached_property
    def moments(self) -> list[Moment]:
        """The start, and the moment after each action."""
        state = self.start.copy()
        found = [Moment(state.copy(), _begun(state))]
        for action in self.actions:
            log = apply_with_log(state, action["seat"], dict(action))
            found.append(Moment(state.copy(), log))
        return found

    def at(self, version: int | None = None) -> Moment:
        """By default the latest; before a new start the start. Raises UnknownVersion."""
        number = self.version if version is None else version
        if not 0 <= number <= self.version:
            raise UnknownVersion
        return self.moments[max(0, number - self.began)]

    def logs_to(self, version: int) -> list[Log]:
        """The logs of the start and of all actions up to a version."""
        return [moment.log for moment in self.moments[: max(0, version - self.began) + 1]]

    @property
    def cards_in_view(self) -> dict[str, Mapping[str, object]]:
        """Of the `cards` those that the seat sees now; hands and decks that are hidden stay so."""
        seen = rulebook(self.rules).cards_in(self.at().state.view_for(self.seat))
        return {key: card for key, card in self.cards.items() if key in seen}

    @property
    def legal(self) -> Sequence[Mapping[str, object]]:
        """What the seat may do now, as in `State.legal`."""
        state = self.at().state
        return state.legal(self.seat) if not self.over and self.seat in state.to_act else []


def _begun(start: State) -> Log:
    """A position is in the middle of a turn: whose, and which."""
    if not isinstance(start, EngineState) or not start.running:
        return []
    turn = start.position()["turn"]
    return [{"event": "turn", "seat": turn["seat"], "number": turn["number"], "last": turn["last_turn"]}]


OVER = engine.Refusal("exercise-over", "", gettext_noop("This is over. You can start again."))


def why_not(exercise: Exercise, action: Action) -> engine.Refusal | None:
    """
    Why the seat may not make this action (without its "seat") now, or None. Cards that it cannot see it
    cannot name. Raises MalformedAction.
    """
    if exercise.over:
        return OVER
    return rulebook(exercise.rules).refusal(exercise.at().state, exercise.seat, dict(action))


def check(exercise: Exercise, action: Action, version: int) -> None:
    """Raises StaleVersion, MalformedAction or IllegalAction unless the seat may do this at that version."""
    if version != exercise.version:
        raise StaleVersion(exercise.version)
    if refused := why_not(exercise, action):
        raise IllegalAction(refused)
