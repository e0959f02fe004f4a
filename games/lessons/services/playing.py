"""What a player does in lessons: the only code that writes it. The lessons themselves are files."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import IllegalAction, MalformedAction
from engine.drafting.state import State as DraftState
from engine.lessons import Lesson, Progress, Status, progress
from games.exercises.services import Exercise, check
from games.lessons.models import LessonProgress
from games.lessons.shipped import course
from games.matches.models import Player
from games.matches.services.errors import StaleVersion
from games.matches.services.players import hold
from phylo.http.keys import KeyReused

AGAIN = {"do": "again"}
"""An action of the site's own: the lesson starts again."""


@dataclass(frozen=True)
class Standing:
    """A lesson as it stands for a player, or for a visitor who has done nothing in it (`row` None)."""

    lesson: Lesson
    row: LessonProgress | None = None

    @cached_property
    def replayed(self) -> Progress | None:
        """What the stored moves lead to; None if the lesson has changed since and refuses them."""
        moves = self.row.moves if self.row else []
        try:
            return progress(self.lesson, _own(moves))
        except (IllegalAction, MalformedAction):
            return None

    @cached_property
    def progress(self) -> Progress:
        """Of a lesson that refuses the stored moves its start."""
        return self.replayed or progress(self.lesson, [])

    @property
    def exercise(self) -> Exercise:
        steps = self.progress.steps
        return exercise_of(
            self.lesson,
            [step.action for step in steps],
            began=self.row.began if self.row else 0,
            over=self.progress.status != Status.PLAYING,
        )

    @property
    def version(self) -> int:
        return (self.row.began if self.row else 0) + len(self.progress.steps)


def exercise_of(
    lesson: Lesson, actions: list[Mapping[str, object]], *, began: int = 0, over: bool
) -> Exercise:
    """A lesson's table after these actions of all seats."""
    start = lesson.start
    players = start.view_for(lesson.seat)["players"] if isinstance(start, DraftState) else 2
    others = [_("Player %(number)d") % {"number": seat + 1} for seat in range(players)]
    names = others if players != 2 else [_("The other player")] * 2
    return Exercise(
        name=f"lesson:{lesson.key}",
        rules=lesson.rules,
        start=lesson.start,
        seat=lesson.seat,
        names=[_("You") if seat == lesson.seat else name for seat, name in enumerate(names)],
        cards=lesson.record.get("cards", {}),  # type: ignore[arg-type]
        actions=actions,
        began=began,
        over=over,
    )


def solved(lesson: Lesson) -> Exercise:
    """The table on which the lesson's solution is shown."""
    steps = progress(lesson, lesson.solution).steps
    return exercise_of(lesson, [step.action for step in steps], over=True)


def standing(lesson: Lesson, player_id: uuid.UUID | None) -> Standing:
    """As it stands for a player, or for a visitor who is none."""
    rows = LessonProgress.objects.filter(player=player_id, lesson=lesson.key) if player_id else []
    return Standing(lesson, next(iter(rows), None))


def act(*, lesson: Lesson, player: Player, action: Mapping[str, Any], version: int, key: str) -> Standing:
    """
    Do something in a lesson at that version, or start it again. A repeated key does nothing more. Raises
    StaleVersion, KeyReused, IllegalAction, MalformedAction, or NotAllowed for a player who has left; nothing
    has changed then.
    """
    with transaction.atomic():
        row, _new = LessonProgress.objects.get_or_create(player=hold(player), lesson=lesson.key)
        found = Standing(lesson, row)
        for move in row.moves:
            if move["key"] == key:
                if move["action"] != action:
                    raise KeyReused
                return found
        move = {"action": dict(action), "key": key}
        if action == AGAIN:
            if version != found.version:
                raise StaleVersion(found.version)
        else:
            check(found.exercise, action, version)
        unfit = len(row.moves) if found.replayed is None else 0
        if action == AGAIN or unfit:
            # What the lesson refuses now is dropped. Versions go on, so that pages which showed it are stale.
            row.began, row.moves = version + unfit + 1, [move]
        else:
            row.moves = [*row.moves, move]
        after = Standing(lesson, row)
        row.missed += after.progress.status == Status.MISSED
        if after.progress.status == Status.DONE and row.done is None:
            row.done, row.solution = timezone.now(), _own(row.moves)
        row.save()
        return after


def bring(*, lesson: Lesson, player: Player, actions: Sequence[Mapping[str, Any]]) -> bool:
    """
    Judge what a player has done in a lesson elsewhere, and store it. Where there is something already only
    that it is done is added. False if nothing is new. Raises IllegalAction, MalformedAction, or NotAllowed
    for a player who has left.
    """
    found = progress(lesson, actions)
    with transaction.atomic():
        row, new = LessonProgress.objects.get_or_create(player=hold(player), lesson=lesson.key)
        done = found.status == Status.DONE and row.done is None
        if new:
            row.moves = [{"action": dict(action), "key": ""} for action in actions]
        if done:
            row.done, row.solution = timezone.now(), [dict(action) for action in actions]
        if new or done:
            row.save()
        return new or done


def _own(moves: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The actions of the game among a row's moves."""
    return [move["action"] for move in moves if move["action"] != AGAIN]


@dataclass(frozen=True)
class Learnt:
    """The keys of the lessons that a player has `done`, and of the `latest` one acted in, "" for none."""

    done: frozenset[str] = frozenset()
    latest: str = ""

    @property
    def count(self) -> int:
        return len(self.done & course().lessons.keys())

    @property
    def total(self) -> int:
        return len(course().lessons)

    @property
    def next(self) -> Lesson | None:
        """The lesson to go on with: one that was left, or the one after it; None once all are done."""
        lessons = course().lessons
        if self.latest in lessons and self.latest not in self.done:
            return lessons[self.latest]
        return self.after(self.latest)

    def after(self, key: str) -> Lesson | None:
        """The first other one that is not done, looking on from a lesson and then from the start."""
        lessons = course().lessons
        keys = list(lessons)
        start = keys.index(key) + 1 if key in lessons else 0
        return next(
            (lessons[each] for each in keys[start:] + keys[:start] if each not in self.done | {key}), None
        )


def learnt(player_id: uuid.UUID | None) -> Learnt:
    """For a visitor who is no player nothing."""
    rows = LessonProgress.objects.filter(player=player_id).values_list("lesson", "done") if player_id else ()
    found = list(rows)
    return Learnt(frozenset(key for key, done in found if done), found[0][0] if found else "")
