"""What a lesson asks for, as data that the engine judges; nudges say with the same facts when they hold.

A goal looks at the state and at the log of everything that has happened in the lesson. docs/lessons.md has
its form in a file.
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from engine.drafting.grid import regions
from engine.drafting.state import State as DraftState
from engine.lessons.table import Cell, State, found, hand, laid, uses
from engine.phylo.state import State as PhyloState
from engine.record_format import Log


class Goal(Protocol):
    """A fact about a game, from the side of a seat."""

    @property
    def lasts(self) -> bool:
        """Whether it must still hold when the other seats have answered."""

    def reached(self, state: State, seat: int, log: Log) -> bool:
        """Whether it holds, after what the log says."""


@dataclass(frozen=True, slots=True)
class Points:
    """The seat has at least so many points."""

    least: int
    lasts: ClassVar[bool] = False

    def reached(self, state: State, seat: int, log: Log) -> bool:
        return state.scores[seat] >= self.least


@dataclass(frozen=True, slots=True)
class Win:
    """The game is over, and the seat has won it."""

    lasts: ClassVar[bool] = True

    def reached(self, state: State, seat: int, log: Log) -> bool:
        return state.winner in (seat, [seat])


@dataclass(frozen=True, slots=True)
class Keep:
    """A card of the seat lies on the table, in the space `at` if that is given."""

    card: str
    at: Cell | None = None
    lasts: ClassVar[bool] = True

    def reached(self, state: State, seat: int, log: Log) -> bool:
        return any(own == seat and self.at in (None, cell) for cell, own in found(state, self.card))


@dataclass(frozen=True, slots=True)
class Remove:
    """No such card lies face up on the table, or in the space `at` if that is given."""

    card: str
    at: Cell | None = None
    lasts: ClassVar[bool] = False

    def reached(self, state: State, seat: int, log: Log) -> bool:
        return not any(self.at in (None, cell) for cell, _seat in found(state, self.card))


@dataclass(frozen=True, slots=True)
class Hold:
    """The seat has the card in its hand."""

    card: str
    lasts: ClassVar[bool] = False

    def reached(self, state: State, seat: int, log: Log) -> bool:
        return self.card in hand(state, seat)


@dataclass(frozen=True, slots=True)
class Place:
    """The seat has laid the card in the lesson, in one of the spaces `at` if there are any, and has it."""

    card: str
    at: tuple[Cell, ...] = ()
    lasts: ClassVar[bool] = False

    def reached(self, state: State, seat: int, log: Log) -> bool:
        done = any(card == self.card and (not self.at or at in self.at) for card, at in laid(log, seat))
        return done and any(own == seat for _cell, own in found(state, self.card))


@dataclass(frozen=True, slots=True)
class AtRisk:
    """Phylo: a card of the seat would leave the table if its turn ended now (P13)."""

    card: str
    lasts: ClassVar[bool] = False

    def reached(self, state: State, seat: int, log: Log) -> bool:
        assert isinstance(state, PhyloState)
        return any(risk["card"] == self.card and risk["seat"] == seat for risk in state.at_risk())


@dataclass(frozen=True, slots=True)
class Use:
    """Phylo: the seat has done this in the lesson, one of `table.USES`."""

    use: str
    lasts: ClassVar[bool] = False

    def reached(self, state: State, seat: int, log: Log) -> bool:
        assert isinstance(state, PhyloState)
        return self.use in uses(state, log, seat)


@dataclass(frozen=True, slots=True)
class Score:
    """A drafting game: a line of the seat's score sheet, such as "BEE" or "DIVERSITY", has so many points."""

    line: str
    least: int
    lasts: ClassVar[bool] = False

    def reached(self, state: State, seat: int, log: Log) -> bool:
        assert isinstance(state, DraftState)
        return state.sheets()[seat].scores[self.line] >= self.least


@dataclass(frozen=True, slots=True)
class Group:
    """A drafting game: the seat's layout has so many cards of a kind side by side, in one group."""

    kind: str
    least: int
    lasts: ClassVar[bool] = False

    def reached(self, state: State, seat: int, log: Log) -> bool:
        assert isinstance(state, DraftState)
        groups = regions(state.draft.layouts[seat].cards, self.kind)
        return any(len(group) >= self.least for group in groups)


@dataclass(frozen=True, slots=True)
class All:
    """Several goals at once."""

    goals: tuple[Goal, ...]

    @property
    def lasts(self) -> bool:
        return any(goal.lasts for goal in self.goals)

    def reached(self, state: State, seat: int, log: Log) -> bool:
        return all(goal.reached(state, seat, log) for goal in self.goals)


@dataclass(frozen=True, slots=True)
class Not:
    """The contrary of a goal."""

    goal: Goal
    lasts: ClassVar[bool] = True

    def reached(self, state: State, seat: int, log: Log) -> bool:
        return not self.goal.reached(state, seat, log)
