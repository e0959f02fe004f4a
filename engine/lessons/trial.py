"""The proof of a lesson: everything that its learner can do is tried, as far as the lesson goes."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.contract import IllegalAction
from engine.lessons.lesson import Action, Lesson, Nudge, Status
from engine.lessons.playing import MOST_TRIED, Playing, TooManyWays, Ways, written
from engine.phylo.state import State as PhyloState


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
    - a nudge is shown wherever the goal can be reached, and what it points to leads there,
    - every nudge is shown somewhere.
    """
    proof = _Proof()
    faults = [*_of_solution(lesson), *_of_idleness(lesson)]
    try:
        proof.leads(Playing(lesson))
    except TooManyWays:
        faults.append(f"more than {MOST_TRIED} actions would have to be tried to check it")
    else:
        unseen = [text for text in (nudge.text for nudge in lesson.nudges) if text not in proof.shown]
        faults += [*proof.faults, *(f"this nudge is never shown: {text}" for text in unseen)]
        if not proof.missed and not isinstance(lesson.start, PhyloState):
            faults.append("whatever is chosen reaches the goal")
    return Trial(tuple(dict.fromkeys(faults)), len(proof.done), len(proof.missed))


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


class _Proof(Ways):
    """Looks at all situations, and in those from which the goal can be reached at the nudge that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: set[str] = set()
        self.faults: list[str] = []

    def lead_from(self, course: Playing) -> bool:
        good = [action for action, after in self.choices(course) if self.leads(after)]
        if good:
            self._check_nudge(course, good)
        return bool(good)

    def _check_nudge(self, course: Playing, good: list[Action]) -> None:
        nudge = course.progress().nudge
        where = " after " + "; ".join(map(written, course.own_actions)) if course.own_actions else ""
        if nudge is None:
            self.faults.append(f"no nudge is shown{where}")
            return
        self.shown.add(nudge.text)
        if not any(_points_to(nudge, action) for action in good):
            self.faults.append(f"what a nudge points to{where} does not reach the goal: {nudge.text}")


def _points_to(nudge: Nudge, action: Action) -> bool:
    return all(action.get(name) == value for name, value in nudge.do.items())
