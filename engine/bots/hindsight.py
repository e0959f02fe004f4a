"""A finished game, looked at again action by action: the chances, and what would have been better.

Pure data in and out, so that another process can do it; the same seed gives the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.bots.levels import STRONGEST, Budget, level_of
from engine.bots.thought import Candidate

Action = Mapping[str, Any]
FEW = 0.03
"""The least tries with which the estimate of an action counts, as a share of those of the most tried one."""


@dataclass(frozen=True, slots=True)
class Moment:
    """
    What a seat of so many `players` saw before its action, as a bot gets it, and what it could do. Not
    `judged`: the action is none of the game's, such as giving up.
    """

    rules: str
    players: int
    view: Mapping[str, Any]
    legal: Sequence[Action]
    seat: int
    action: Action
    judged: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """
    An action with the chance to win and the lead to expect after it, for who made or missed it. `line` is the
    rest of the turn as it went best.
    """

    action: Action
    chance: float
    lead: float
    line: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Lapse:
    """The action that was made, and a better one."""

    made: Choice
    better: Choice

    @property
    def cost(self) -> float:
        """The chance to win that was lost."""
        return self.better.chance - self.made.chance


@dataclass(frozen=True, slots=True)
class Look:
    """
    The chances before an action by seat, None where nobody can tell; and the lapse, unless it was the best
    action or the only one.
    """

    chances: tuple[float | None, ...]
    lapse: Lapse | None = None


def look(moment: Moment, tries: int, seed: int) -> Look:
    """Look at an action as the strongest level does with so many playouts, knowing what its player could."""
    told: Sequence[Candidate[Any]] = ()
    if moment.legal:
        search = level_of(moment.rules, STRONGEST).search
        told = search(moment.view, moment.legal, Random(seed), Budget(tries, None)).candidates
    if not told:
        return Look((None,) * moment.players)
    least = FEW * max(each.tries for each in told)
    told = [each for each in told if each.tries >= least]
    best = max(told, key=lambda each: each.chance)
    made = next((each for each in told if _same(each.action, moment.action)), None)
    found = _chances(best.chance, moment)
    if made is None or not moment.judged or best.chance <= made.chance:
        return Look(found)
    return Look(found, Lapse(_choice(made), _choice(best)))


def _chances(own: float, moment: Moment) -> tuple[float | None, ...]:
    """Of two, one wins if the other does not."""
    other = 1 - own if moment.players == 2 else None
    return tuple(own if seat == moment.seat else other for seat in range(moment.players))


def _choice(candidate: Candidate[Any]) -> Choice:
    return Choice(candidate.action, candidate.chance, candidate.lead, candidate.line)


def _same(one: Action, other: Action) -> bool:
    """Lists in actions may be tuples after a detour."""
    return {name: _plain(value) for name, value in one.items()} == {
        name: _plain(value) for name, value in other.items() if name != "seat"
    }


def _plain(value: object) -> object:
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
