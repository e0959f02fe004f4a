"""A lesson being played, and whether its goal can still be reached."""

import json
from collections.abc import Iterator, Mapping, Sequence

from engine.contract import IllegalAction, Refusal
from engine.contract import gettext_noop as _
from engine.drafting.state import State as DraftState
from engine.lessons.lesson import Action, Lesson, Progress, Status, Step
from engine.phylo.reasons import apply_with_reasons
from engine.phylo.state import State as PhyloState
from engine.record_format import Log

MOST_TRIED = 2_000
"""Actions that are tried to see whether a goal can be reached: half a second of work at most."""


OVER = Refusal("game-over", "", _("This lesson is over. You can try it again."))


def progress(lesson: Lesson, actions: Sequence[Action]) -> Progress:
    """
    How the lesson stands after these actions of the learner. Raises MalformedAction, or IllegalAction for one
    that the rules refuse or that comes after the end.
    """
    attempt = Playing(lesson, reasons=True)
    for action in actions:
        attempt.act(action)
    if actions and attempt.status == Status.PLAYING and _out_of_reach(attempt):
        attempt.status = Status.MISSED
    return attempt.progress()


def _out_of_reach(attempt: "Playing") -> bool:
    """Whether the goal cannot be reached any more; a lesson with too many ways is played to its end."""
    try:
        return not Situations().lead_from(attempt)
    except TooManyActions:
        return False


class Playing:
    """
    A lesson being played; a copy tries something from the same point. `known` is the number of steps before
    the learner's last action. With `reasons` logs are those of `engine.apply_with_reasons`; copies leave
    reasons out, which take time.
    """

    def __init__(self, lesson: Lesson, *, reasons: bool = False) -> None:
        self.lesson = lesson
        self.reasons = reasons
        self.state = self.before = lesson.start.copy()
        self.steps: tuple[Step, ...] = ()
        self.known = self.turn = 0
        self.status = Status.PLAYING

    def copy(self) -> "Playing":
        other = Playing.__new__(Playing)
        other.lesson, other.reasons = self.lesson, False
        other.state, other.before = self.state.copy(), self.before
        other.steps, other.known = self.steps, self.known
        other.turn, other.status = self.turn, self.status
        return other

    def progress(self) -> Progress:
        if self.status == Status.PLAYING:
            nudge = self.lesson.nudge(self.state, self.log)
        else:
            nudge = self.lesson.nudge(self.before, _log(self.steps[: self.known]))
        return Progress(self.status, self.state, self.before, self.steps, self.turn, nudge)

    @property
    def log(self) -> Log:
        return _log(self.steps)

    @property
    def own_actions(self) -> list[Action]:
        """What the learner has done."""
        return [step.action for step in self.steps if step.action["seat"] == self.lesson.seat]

    def act(self, action: Action) -> None:
        """Carry out an action of the learner, and what the others answer if it ended the turn."""
        if self.status != Status.PLAYING:
            raise IllegalAction(OVER)
        before, known = self.state.copy(), len(self.steps)
        self._apply({**action, "seat": self.lesson.seat})
        self.before, self.known = before, known
        if isinstance(self.state, PhyloState) and self.reached():
            self.status = Status.DONE
        elif isinstance(self.state, DraftState) or self.state.to_act != (self.lesson.seat,):
            self._end_turn()

    def _apply(self, action: Action) -> None:
        state = self.state
        if self.reasons and isinstance(state, PhyloState):
            log = apply_with_reasons(state, action)
        else:
            log = state.apply(action)
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


class TooManyActions(Exception):
    """To know a lesson, more than MOST_TRIED actions would have to be tried."""


class Situations:
    """
    The situations of a lesson, by what its learner can do; those that differ only in the order of the same
    actions are one. `done` and `missed` are the ends that have been met.
    """

    def __init__(self) -> None:
        self.tried = 0
        self.known: dict[str, bool] = {}
        self.done: set[str] = set()
        self.missed: set[str] = set()

    def lead_from(self, attempt: Playing) -> bool:
        """Whether the goal can be reached from there. Raises `TooManyActions`."""
        return any(self.leads(after) for _action, after in self.choices(attempt))

    def leads(self, attempt: Playing) -> bool:
        """Whether the goal is reached there, or can be."""
        situation = _situation(attempt)
        if attempt.status != Status.PLAYING:
            (self.done if attempt.status == Status.DONE else self.missed).add(situation)
            return attempt.status == Status.DONE
        if situation not in self.known:
            self.known[situation] = self.lead_from(attempt)
        return self.known[situation]

    def choices(self, attempt: Playing) -> Iterator[tuple[Action, Playing]]:
        """What the learner can do, and what comes of it."""
        for action in attempt.state.legal(attempt.lesson.seat):
            if self.tried == MOST_TRIED:
                raise TooManyActions
            self.tried += 1
            after = attempt.copy()
            after.act(action)
            yield action, after


def _situation(attempt: Playing) -> str:
    snapshot: dict[str, object] = {**attempt.state.snapshot()}
    position = snapshot.get("position")
    if isinstance(position, Mapping):
        snapshot["position"] = {**position, "spaces": sorted(position["spaces"], key=written)}
    return written([attempt.turn, snapshot, sorted(map(written, attempt.own_actions))])


def written(data: object) -> str:
    """JSON in one line, always in the same order."""
    return json.dumps(data, sort_keys=True)


def _log(steps: Sequence[Step]) -> Log:
    return [entry for step in steps for entry in step.log]
