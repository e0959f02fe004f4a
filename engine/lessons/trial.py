"""The proof of a lesson: everything that its learner can do is tried, as far as the lesson goes."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.contract import IllegalAction
from engine.lessons.lesson import Action, Lesson, Nudge, Playing, Status
from engine.phylo.state import State as PhyloState

MOST_SITUATIONS = 20_000


@dataclass(frozen=True, slots=True)
class Trial:
    """
    What came of it: `faults` in sentences, none for a good lesson. `ways` is the number of different
    positions in which the goal is reached, `misses` of those in which the lesson ends without it.
    """

    faults: tuple[str, ...]
    ways: int
    misses: int


def check(lesson: Lesson) -> Trial:
    """
    Try all that the learner can do, and check that

    - the solution reaches the goal, passing does not, and a way to miss it exists in a drafting game,
    - a nudge is shown wherever the goal can be reached and nowhere else, and what it points to reaches it,
    - every nudge is shown somewhere.
    """
    tree = _Tree()
    faults = [*_of_solution(lesson), *_of_idleness(lesson)]
    try:
        tree.winnable(Playing(lesson))
    except _TooManySituations:
        faults.append(f"it has more than {MOST_SITUATIONS} situations, too many to check")
    else:
        unseen = [text for text in (nudge.text for nudge in lesson.nudges) if text not in tree.shown]
        faults += [*tree.faults, *(f"this nudge is never shown: {text}" for text in unseen)]
        if not tree.misses and not isinstance(lesson.start, PhyloState):
            faults.append("whatever is chosen reaches the goal")
    return Trial(tuple(dict.fromkeys(faults)), len(tree.done), len(tree.misses))


def _of_solution(lesson: Lesson) -> Iterator[str]:
    course = Playing(lesson)
    for number, action in enumerate(lesson.solution):
        try:
            course.act(action)
        except IllegalAction as error:
            yield f"solution[{number}] is refused: {error.refusal.message}"
            return
    if course.status != Status.DONE:
        yield "the solution does not reach the goal"


def _of_idleness(lesson: Lesson) -> Iterator[str]:
    course = Playing(lesson)
    if course.reached():
        yield "the goal is reached before anything is done"
    while isinstance(course.state, PhyloState) and course.status == Status.PLAYING:
        course.act({"do": "pass"})
    if course.status == Status.DONE:
        yield "passing reaches the goal"


class _TooManySituations(Exception):
    pass


class _Tree:
    """All situations of a lesson, those merged that differ only in the order of the same actions."""

    def __init__(self) -> None:
        self.known: dict[str, bool] = {}
        self.done: set[str] = set()
        self.misses: set[str] = set()
        self.shown: set[str] = set()
        self.faults: list[str] = []

    def winnable(self, course: Playing) -> bool:
        """Whether the goal can be reached from there."""
        situation = _situation(course)
        if course.status != Status.PLAYING:
            (self.done if course.status == Status.DONE else self.misses).add(situation)
            return course.status == Status.DONE
        if situation not in self.known:
            if len(self.known) == MOST_SITUATIONS:
                raise _TooManySituations
            good = [action for action, after in _choices(course) if self.winnable(after)]
            self.known[situation] = bool(good)
            self._check_nudge(course, good)
        return self.known[situation]

    def _check_nudge(self, course: Playing, good: list[Action]) -> None:
        nudge = course.progress().nudge
        where = " after " + "; ".join(map(_written, course.own_actions)) if course.own_actions else ""
        if nudge is None:
            if good:
                self.faults.append(f"no nudge is shown{where}")
            return
        self.shown.add(nudge.text)
        if not good:
            self.faults.append(f"a nudge is shown{where}, where the goal is out of reach: {nudge.text}")
        elif not any(_points_to(nudge, action) for action in good):
            self.faults.append(f"what a nudge points to{where} does not reach the goal: {nudge.text}")


def _choices(course: Playing) -> Iterator[tuple[Action, Playing]]:
    for action in course.state.legal(course.lesson.seat):
        after = course.copy()
        after.act(action)
        yield action, after


def _points_to(nudge: Nudge, action: Action) -> bool:
    return all(action.get(name) == value for name, value in nudge.do.items())


def _situation(course: Playing) -> str:
    snapshot: dict[str, object] = {**course.state.snapshot()}
    position = snapshot.get("position")
    if isinstance(position, Mapping):
        snapshot["position"] = {**position, "spaces": sorted(position["spaces"], key=_written)}
    return _written([course.turn, snapshot, sorted(map(_written, course.own_actions))])


def _written(data: object) -> str:
    return json.dumps(data, sort_keys=True)
