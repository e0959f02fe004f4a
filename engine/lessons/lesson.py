"""A lesson, and how it stands after some actions of the learner."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.contract import IllegalAction, Refusal
from engine.drafting.state import State as DraftState
from engine.lessons.goals import Goal
from engine.lessons.table import State
from engine.phylo.reasons import told
from engine.phylo.state import State as PhyloState
from engine.record_format import DraftRecordData, Log, RecordData

Action = Mapping[str, Any]
"""An action of the record format; those of the learner need no seat."""


def _(template: str) -> str:
    """Marks a template for gettext; it is translated where it is shown."""
    return template


OVER = Refusal("game-over", "", _("This lesson is over. You can try it again."))


@dataclass(frozen=True, slots=True)
class Nudge:
    """
    What helps somebody who has tried twice. It is shown while all of `holds` hold; `do` is the action that it
    points to, or part of one, {} if to none: check proves that the goal can be reached by it.
    """

    text: str
    holds: tuple[Goal, ...] = ()
    do: Action = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    """
    A position to do something in. `told` says what in two or three sentences, `after` one sentence when it is
    done; texts are English, to be translated where they are shown.

    `turns` are those of the learner, who sits at `seat`; in a drafting game each choice is one. `replies` are
    the actions of the other seats, with their seats, after each of these turns: in a drafting game at the
    same time. What is no longer possible is left out; then they pass, or take the first thing they may.

    `own_cards` are keys of cards that differ from the catalogue on purpose.
    """

    key: str
    record: RecordData | DraftRecordData
    start: State
    seat: int
    title: str
    told: str
    goal: Goal
    nudges: tuple[Nudge, ...]
    solution: tuple[Action, ...]
    after: str
    turns: int = 1
    replies: tuple[tuple[Action, ...], ...] = ()
    own_cards: tuple[str, ...] = ()

    @property
    def rules(self) -> str:
        return self.record["rules"]

    def nudge(self, state: State, log: Log) -> Nudge | None:
        """The first nudge that holds; None where the goal is out of reach and only a new try helps."""
        for nudge in self.nudges:
            if all(fact.reached(state, self.seat, log) for fact in nudge.holds):
                return nudge
        return None


class Status(StrEnum):
    PLAYING = "playing"
    DONE = "done"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Step:
    """An action with its seat, and what happened, in Phylo with reasons (`engine.told`)."""

    action: Action
    log: Log


@dataclass(frozen=True, slots=True)
class Progress:
    """
    How a lesson stands. `steps` are all actions, those of other seats included; `turn` counts the learner's
    turns that are over. `before` is the state before the learner's last action, for `engine.consequences`.
    """

    status: Status
    state: State
    before: State
    steps: tuple[Step, ...]
    turn: int
    nudge: Nudge | None

    @property
    def log(self) -> Log:
        return [entry for step in self.steps for entry in step.log]


def progress(lesson: Lesson, actions: Sequence[Action]) -> Progress:
    """
    How the lesson stands after these actions of the learner. Raises MalformedAction, or IllegalAction for one
    that the rules refuse or that comes after the end.
    """
    course = Playing(lesson)
    for action in actions:
        course.act(action)
    return course.progress()


class Playing:
    """A lesson being played; `copy` allows to try several ways from the same point."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.state = self.before = lesson.start.copy()
        self.steps: tuple[Step, ...] = ()
        self.turn = 0
        self.status = Status.PLAYING

    def copy(self) -> "Playing":
        other = Playing.__new__(Playing)
        other.lesson, other.state, other.before = self.lesson, self.state.copy(), self.before
        other.steps, other.turn, other.status = self.steps, self.turn, self.status
        return other

    def progress(self) -> Progress:
        nudge = self.lesson.nudge(self.state, self.log)
        return Progress(self.status, self.state, self.before, self.steps, self.turn, nudge)

    @property
    def log(self) -> Log:
        return [entry for step in self.steps for entry in step.log]

    @property
    def own_actions(self) -> list[Action]:
        """What the learner has done."""
        return [step.action for step in self.steps if step.action["seat"] == self.lesson.seat]

    def act(self, action: Action) -> None:
        """Carry out an action of the learner, and what the others answer if it ended the turn."""
        if self.status != Status.PLAYING:
            raise IllegalAction(OVER)
        before = self.state.copy()
        self._apply({**action, "seat": self.lesson.seat})
        self.before = before
        if isinstance(self.state, PhyloState) and self.reached():
            self.status = Status.DONE
        elif isinstance(self.state, DraftState) or self.state.to_act != (self.lesson.seat,):
            self._end_turn()

    def _apply(self, action: Action) -> None:
        state = self.state
        log = told(state, action) if isinstance(state, PhyloState) else state.apply(action)
        self.steps = (*self.steps, Step(action, log))

    def _end_turn(self) -> None:
        """Let the others answer if that matters; then the lesson is over, or the learner has another turn."""
        lesson, turn = self.lesson, self.turn
        self.turn += 1
        answers = lesson.replies[turn] if turn < len(lesson.replies) else ()
        if isinstance(self.state, DraftState) or turn < len(lesson.replies) or self.turn < lesson.turns:
            self._answer(answers)
        if self.reached():
            self.status = Status.DONE
        elif self.state.over or self.turn >= lesson.turns:
            self.status = Status.MISSED

    def _answer(self, answers: Sequence[Action]) -> None:
        """The answers that are possible, and then what is needed until it is the learner's turn."""
        state, seat = self.state, self.lesson.seat
        for action in answers:
            if seat not in state.to_act and state.why_not(action) is None:
                self._apply(action)
        while state.to_act and seat not in state.to_act:
            other = state.to_act[0]
            first = {"do": "pass"} if isinstance(state, PhyloState) else state.legal(other)[0]
            self._apply({**first, "seat": other})

    def reached(self) -> bool:
        """Whether the goal is reached; what the end of this turn would undo does not count."""
        goal, state, log, seat = self.lesson.goal, self.state, self.log, self.lesson.seat
        if goal.lasts and self.turn < len(self.lesson.replies):
            return False
        if isinstance(state, PhyloState) and state.to_act == (seat,):
            state = state.copy()
            log += state.apply({"do": "pass", "seat": seat})
        return goal.reached(state, seat, log)
