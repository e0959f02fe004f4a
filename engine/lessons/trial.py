"""The proof of a lesson: everything that its learner can do is tried, as far as the lesson goes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.contract import Field, IllegalAction, Refusal
from engine.contract import gettext_noop as _
from engine.lessons.lesson import Action, Lesson, Nudge, Status
from engine.lessons.playing import MOST_TRIED, Playing, Situations, TooManyActions, written
from engine.phylo.state import State as PhyloState


@dataclass(frozen=True, slots=True)
class Fault:
    """
    What is wrong with a lesson: a template over `fields`, so that a page can translate both. `refusal` says
    why an action is refused, if that is the fault.
    """

    template: str
    fields: Mapping[str, Field] = field(default_factory=dict)
    refusal: Refusal | None = None

    @property
    def message(self) -> str:
        """In English."""
        message = self.template % self.fields
        return f"{message} {self.refusal.message}" if self.refusal else message


@dataclass(frozen=True, slots=True)
class Trial:
    """
    What came of it: no `faults` for a good lesson. `ways` is the number of different
    positions in which the goal is reached, `misses` of those in which the lesson ends without it.
    """

    faults: tuple[Fault, ...]
    ways: int
    misses: int


UNSOLVED = _("The solution does not reach the goal.")
REFUSED = _("Action %(number)d of the solution is refused.")
REACHED = _("The goal is reached before anything is done.")
PASSING = _("Passing reaches the goal.")
ANYTHING = _("Whatever is chosen reaches the goal.")
TOO_MANY = _("More than %(most)d actions would have to be tried to check it.")
UNSEEN = _("This nudge is never shown: %(nudge)s")
UNHELPED = _("No nudge is shown.")
UNHELPED_AFTER = _("After %(actions)s no nudge is shown.")
MISLEADING = _("What a nudge points to does not reach the goal: %(nudge)s")
MISLEADING_AFTER = _("After %(actions)s, what a nudge points to does not reach the goal: %(nudge)s")


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
    except TooManyActions:
        faults.append(Fault(TOO_MANY, {"most": MOST_TRIED}))
    else:
        unseen = [text for text in (nudge.text for nudge in lesson.nudges) if text not in proof.shown]
        faults += [*proof.faults, *(Fault(UNSEEN, {"nudge": text}) for text in unseen)]
        if not proof.missed and not isinstance(lesson.start, PhyloState):
            faults.append(Fault(ANYTHING))
    each_once = {fault.message: fault for fault in faults}
    return Trial(tuple(each_once.values()), len(proof.done), len(proof.missed))


def _of_solution(lesson: Lesson) -> Iterator[Fault]:
    attempt = Playing(lesson)
    for number, action in enumerate(lesson.solution, 1):
        try:
            attempt.act(action)
        except IllegalAction as error:
            yield Fault(REFUSED, {"number": number}, error.refusal)
            return
    if attempt.status != Status.DONE:
        yield Fault(UNSOLVED)


def _of_idleness(lesson: Lesson) -> Iterator[Fault]:
    attempt = Playing(lesson)
    if attempt.reached():
        yield Fault(REACHED)
    while isinstance(attempt.state, PhyloState) and attempt.status == Status.PLAYING:
        attempt.act({"do": "pass"})
    if attempt.status == Status.DONE:
        yield Fault(PASSING)


class _Proof(Situations):
    """Looks at all situations, and in those from which the goal can be reached at the nudge that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: set[str] = set()
        self.faults: list[Fault] = []

    def lead_from(self, attempt: Playing) -> bool:
        good = [action for action, after in self.choices(attempt) if self.leads(after)]
        if good:
            self._check_nudge(attempt, good)
        return bool(good)

    def _check_nudge(self, attempt: Playing, good: list[Action]) -> None:
        nudge = attempt.progress().nudge
        done = {"actions": "; ".join(map(written, attempt.own_actions))} if attempt.own_actions else {}
        if nudge is None:
            self.faults.append(Fault(UNHELPED_AFTER if done else UNHELPED, done))
            return
        self.shown.add(nudge.text)
        if not any(_points_to(nudge, action) for action in good):
            template = MISLEADING_AFTER if done else MISLEADING
            self.faults.append(Fault(template, {**done, "nudge": nudge.text}))


def _points_to(nudge: Nudge, action: Action) -> bool:
    return all(action.get(name) == value for name, value in nudge.do.items())
