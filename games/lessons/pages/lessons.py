"""Lessons: the list with what is done, and the table of one."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from engine.lessons import Lesson
from games.exercises.pages import exercise_fragment, exercise_page
from games.exercises.services import Exercise
from games.lessons.services import playing, proposing
from games.lessons.shipped import course
from games.lessons.words.goals import missing
from games.lessons.words.lessons import text_of
from games.matches.access import player_id
from phylo.accounts.visitors import reader_of
from phylo.http.answers import page_of

PAGE = 60
TRIES = 2
"""A nudge helps after so many misses."""


@dataclass(frozen=True)
class LessonPanel:
    """What the page of a lesson says: `status` as in Progress, or "shown" for the solution."""

    lesson: Lesson
    status: str
    missing: str = ""
    nudge: str = ""
    missed: int = 0
    began: int = 0
    author: str = ""
    """Of a lesson that somebody has written."""

    @property
    def nudged(self) -> bool:
        return bool(self.nudge) and self.missed >= TRIES

    @property
    def title(self) -> str:
        return text_of(self.lesson, self.lesson.title)

    @property
    def task(self) -> str:
        return text_of(self.lesson, self.lesson.told)

    @property
    def after(self) -> str:
        return text_of(self.lesson, self.lesson.after)

    @property
    def discards(self) -> bool:
        """Whether discarding is a part of it: otherwise it is not offered."""
        return any(action["do"] == "discard" for action in self.lesson.solution)

    @property
    def number(self) -> int:
        """Of a lesson of the site, in the course; 0 for any other."""
        keys = list(course().lessons)
        return keys.index(self.lesson.key) + 1 if self.lesson.key in keys else 0

    @property
    def count(self) -> int:
        return len(course().lessons)


@never_cache
@require_GET
def lesson_list(request: HttpRequest) -> HttpResponse:
    context = {
        "groups": course().groups,
        "learnt": playing.learnt(player_id(request)),
        "published": page_of(request, proposing.published(), PAGE),
        "writes": proposing.may_write(reader_of(request)),
    }
    return render(request, "lessons/list.html", context)


@never_cache
@ensure_csrf_cookie
@require_GET
def lesson_page(request: HttpRequest, key: str) -> HttpResponse:
    found = _standing(request, key)
    template = "lessons/lesson.html"
    return exercise_page(request, template, found.exercise, _context(request, found))


@never_cache
@require_GET
def lesson_table(request: HttpRequest, key: str) -> HttpResponse:
    """What the page of a lesson fetches of its table (`exercise_fragment`)."""
    found = _standing(request, key)
    return exercise_fragment(request, found.exercise, _context(request, found))


@never_cache
@require_GET
def lesson_solution(request: HttpRequest, key: str) -> HttpResponse:
    """The same of the table on which the solution is shown, a version for each action."""
    lesson = lesson_or_404(request, key)
    solved: Exercise = playing.solved(lesson)
    return exercise_fragment(request, solved, _templates() | {"lesson": LessonPanel(lesson, "shown")})


def lesson_or_404(request: HttpRequest, key: str) -> Lesson:
    lesson = proposing.find(key, reader_of(request))
    if lesson is None:
        raise Http404("no such lesson")
    return lesson


def _standing(request: HttpRequest, key: str) -> playing.Standing:
    return playing.standing(lesson_or_404(request, key), player_id(request))


def _context(request: HttpRequest, found: playing.Standing) -> dict[str, object]:
    lesson, row, progress = found.lesson, found.row, found.progress
    nudge = progress.nudge or lesson.nudge(lesson.start, [])
    panel = LessonPanel(
        lesson,
        progress.status,
        missing=missing(lesson, progress) if progress.status == "missed" else "",
        nudge=text_of(lesson, nudge.text) if nudge else "",
        missed=row.missed if row else 0,
        began=row.began if row else 0,
        author=proposing.author_of(lesson),
    )
    at = [lesson.key]
    return _templates() | {
        "lesson": panel,
        "next": playing.learnt(player_id(request)).after(lesson.key),
        "steps": len(playing.solved(lesson).actions),
        "fragment_url": reverse("lesson-table", args=at),
        "solution_url": reverse("lesson-solution", args=at),
        "actions_url": reverse("api-lesson-actions", args=at),
        "why_url": reverse("api-lesson-why", args=at),
        "spaces_url": reverse("api-lesson-spaces", args=at),
    }


def _templates() -> dict[str, object]:
    return {
        "panel": "lessons/_panel.html",
        "ends": "lessons/_ends.html",
        "links": "lessons/_links.html",
    }
