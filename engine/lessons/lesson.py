"""A lesson, and how it stands after some actions of the learner."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.lessons.goals import Goal
from engine.lessons.table import State
from engine.record_format import DraftRecordData, Log, RecordData

Action = Mapping[str, object]
"""An action of the record format; those of the learner need no seat."""


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

    @property
    def texts(self) -> list[str]:
        """What is to be translated."""
        return [self.title, self.told, *(nudge.text for nudge in self.nudges), self.after]

    def nudge(self, state: State, log: Log) -> Nudge | None:
        """The first nudge that holds."""
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
    """An action with its seat, and what happened, in Phylo with reasons (`engine.apply_with_reasons`)."""

    action: Action
    log: Log


@dataclass(frozen=True, slots=True)
class Progress:
    """
    How a lesson stands: missed as soon as the goal is out of reach. `steps` are all actions, those of other
    seats included; `turn` counts the learner's turns that are over. `before` is the state before the
    learner's last action, for `engine.consequences`. `nudge` is what helps in the state, or in the one before
    if the lesson is over.
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
