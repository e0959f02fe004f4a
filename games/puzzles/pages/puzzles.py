"""Puzzles: what there is to choose, solving one at the table, and what one has solved."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from cards.words import signed
from engine.phylo.rules import RULES
from games.exercises.pages import exercise_fragment, exercise_page
from games.matches.access import player_id
from games.matches.clauses import rules_in_short, rules_title
from games.people.models import PUZZLES, Rating
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleTheme
from games.puzzles.pages.daily import today
from games.puzzles.services import runs
from games.puzzles.services.choosing import (
    Wanted,
    latest_of,
    next_puzzle,
    to_try_again,
    with_puzzles,
)
from games.puzzles.services.daily import day_of_puzzle
from games.puzzles.services.making import may_decide
from games.puzzles.services.positions import Standing, standing
from games.puzzles.words.daily import Daily
from games.puzzles.words.puzzles import THEMES, feedback, puzzle_name, theme_name
from phylo.accounts.visitors import reader_of
from phylo.http.input import whole_number

A_PAGE = 40
TEMPLATE = "puzzles/puzzle.html"


@dataclass(frozen=True)
class Theme:
    key: str
    name: str
    about: str
    count: int
    query: str


@never_cache
@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """`?rules=` names a rule set; without it themes of all are shown."""
    wanted, player = wanted_of(request), player_id(request)
    offered = Puzzle.objects.listed().on(rules=wanted.rules)
    counts = dict(
        PuzzleTheme.objects.filter(puzzle__in=offered).values_list("theme").annotate(Count("pk")).order_by()
    )
    again = to_try_again(player).count() if player else 0
    context = {
        "rule_sets": [("", _("All rules")), *((key, rules_title(key)) for key in RULES)],
        "wanted": wanted,
        "query": query_of(wanted),
        "count": offered.count(),
        "themes": [
            Theme(key, str(name), str(about), counts[key], query_of(replace(wanted, theme=key)))
            for key, (name, about) in THEMES.items()
            if key in counts
        ],
        "rating": Rating.objects.filter(player=player, rules=PUZZLES).first() if player else None,
        "latest": rows_of(with_puzzles(latest_of(player))[:6]) if player else [],
        "again": again,
        "decides": may_decide(reader_of(request)),
    }
    return render(request, "puzzles/list.html", context)


@never_cache
@require_safe
def puzzle_next(request: HttpRequest) -> HttpResponse:
    """To a puzzle as hard as the visitor is strong; `?rules=`, `?theme=`, `?after=` the key of the last."""
    wanted = wanted_of(request)
    found = next_puzzle(player_id(request), wanted, after=request.GET.get("after", ""))
    if found is None:
        return redirect(f"{reverse('puzzles')}{query_of(wanted)}")
    return redirect(f"{reverse('puzzle', args=[found.key])}{query_of(wanted)}")


@never_cache
@ensure_csrf_cookie
@require_safe
def puzzle_page(request: HttpRequest, key: str) -> HttpResponse:
    now = standing_or_404(request, key)
    return exercise_page(request, TEMPLATE, now.exercise, context_of(request, now))


@never_cache
@require_safe
def puzzle_table(request: HttpRequest, key: str) -> HttpResponse:
    """What the page of a puzzle fetches of its table (`exercise_fragment`)."""
    now = standing_or_404(request, key)
    return exercise_fragment(request, now.exercise, context_of(request, now))


@never_cache
@require_safe
def puzzle_solution(request: HttpRequest, key: str) -> HttpResponse:
    """The same of the table on which the best line is played, for those whose attempt is over."""
    now = standing_or_404(request, key)
    if not now.over:
        raise Http404("not yet")
    return exercise_fragment(request, now.solution, context_of(request, now) | {"shown": True})


@never_cache
@require_safe
def puzzle_history(request: HttpRequest) -> HttpResponse:
    """The visitor's latest attempt at each puzzle, latest first; `?failed=1`: those to try again."""
    player, failed = player_id(request), request.GET.get("failed") == "1"
    if player is None:
        found = PuzzleAttempt.objects.none()
    else:
        found = to_try_again(player) if failed else latest_of(player)
    pages = Paginator(with_puzzles(found), A_PAGE)
    number = whole_number(request.GET.get("page", "1"), digits=6)
    if number is None or number not in pages.page_range:
        raise Http404("no such page")
    page = pages.page(number)
    return render(
        request,
        "puzzles/history.html",
        {"page": page, "rows": rows_of(page.object_list), "failed": failed},
    )


@dataclass(frozen=True)
class Row:
    attempt: PuzzleAttempt
    name: str
    rules: str
    themes: str
    gain: str


def rows_of(attempts: Iterable[PuzzleAttempt]) -> list[Row]:
    """Lines of a history; the attempts come with their puzzles, ratings and themes."""
    attempts = list(attempts)
    shown = Puzzle.objects.filter(pk__in=[each.puzzle_id for each in attempts])
    gains = dict(shown.values_list("pk", "content__gain"))
    return [
        Row(
            each,
            puzzle_name([theme.theme for theme in each.puzzle.themes.all()], gains[each.puzzle_id]),
            rules_in_short(each.puzzle.rules),
            ", ".join(theme_name(theme.theme) for theme in each.puzzle.themes.all()),
            _gained(each),
        )
        for each in attempts
    ]


def _gained(attempt: PuzzleAttempt | None) -> str:
    """What the attempt has changed the rating by, "" if nothing."""
    return signed(attempt.gain) if attempt and attempt.gain is not None else ""


def wanted_of(request: HttpRequest) -> Wanted:
    """Raises Http404 for unknown rules or themes."""
    rules, theme = request.GET.get("rules", ""), request.GET.get("theme", "")
    if rules not in ("", *RULES) or theme not in ("", *THEMES):
        raise Http404("no such puzzles")
    return Wanted(rules, theme)


def query_of(wanted: Wanted, **more: str) -> str:
    """The query of an address with what is wanted, "" for all."""
    asked = {
        name: value for name, value in {"rules": wanted.rules, "theme": wanted.theme, **more}.items() if value
    }
    return f"?{urlencode(asked)}" if asked else ""


def standing_or_404(request: HttpRequest, key: str) -> Standing:
    player = player_id(request)
    open_to = Puzzle.objects.open_to(player).select_related("rating")
    puzzle = get_object_or_404(open_to, key=key)
    if runs.has_next(player, puzzle):
        raise Http404("to be solved in the run")
    return standing(puzzle, player)


def _daily(puzzle: Puzzle) -> Daily | None:
    """For one that is or was the puzzle of a day."""
    day = day_of_puzzle(puzzle.pk, today=today())
    return Daily(puzzle, day) if day else None


def context_of(request: HttpRequest, now: Standing) -> dict[str, object]:
    """What the page of a puzzle says besides its table."""
    wanted, at = wanted_of(request), [now.puzzle.key]
    return {
        "panel": "puzzles/_panel.html",
        "ends": "puzzles/_ends.html",
        "puzzle": now.puzzle,
        "name": puzzle_name((), now.known.gain),
        "rules": rules_title(now.puzzle.rules),
        "daily": cache(lambda: _daily(now.puzzle)),
        "feedback": feedback(now),
        "gain": _gained(now.attempt),
        "next_url": reverse("puzzle-next") + query_of(wanted, after=now.puzzle.key),
        "last": len(now.solution.actions) if now.over else 0,
        "fragment_url": reverse("puzzle-table", args=at) + query_of(wanted),
        "solution_url": reverse("puzzle-solution", args=at) + query_of(wanted),
        "actions_url": reverse("api-puzzle-actions", args=at),
        "why_url": reverse("api-puzzle-why", args=at),
        "spaces_url": reverse("api-puzzle-spaces", args=at),
    }
