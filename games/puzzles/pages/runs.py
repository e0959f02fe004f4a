"""Runs against the clock: the table of the day, and the puzzles of a run one after another."""

import uuid
from dataclasses import dataclass
from math import ceil

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from engine.phylo.rules import RULES
from games.exercises.pages import exercise_fragment, exercise_page
from games.matches.access import current_player, player_id
from games.matches.clauses import rules_title
from games.matches.services.errors import NotAllowed
from games.matches.services.matches import DEFAULT_RULES
from games.matches.services.site_clock import site_time
from games.matches.words.seats import page_of
from games.puzzles.forms import RunForm
from games.puzzles.models import MOST_MISTAKES, PuzzleRun
from games.puzzles.pages.puzzles import TEMPLATE, context_of, rows_of
from games.puzzles.services import runs
from games.puzzles.services.choosing import with_puzzles
from games.puzzles.services.positions import Standing, standing
from phylo.http.keys import KeyReused


@dataclass(frozen=True)
class Place:
    """A line of the table of the day; `url` is "" for those without a page."""

    place: int
    name: str
    url: str
    run: PuzzleRun
    you: bool


@dataclass(frozen=True)
class Clock:
    """A run as its page shows it: the seconds that are left, and how many mistakes it may still bear."""

    run: PuzzleRun
    left: int

    @property
    def spare(self) -> int:
        return MOST_MISTAKES - self.run.mistakes


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle_runs(request: HttpRequest) -> HttpResponse:
    """The table of the day (`?rules=`). POST begins a run."""
    if request.method == "POST":
        form = RunForm(request.POST)
        if not form.is_valid():
            return _runs(request, DEFAULT_RULES, " ".join(map(str, form.errors.values())))
        try:
            run = runs.begin(player=current_player(request), **form.cleaned_data)
        except (NotAllowed, KeyReused) as error:
            return _runs(request, form.cleaned_data["rules"], str(error))
        return redirect("puzzle-run", run.pk)
    rules = request.GET.get("rules", DEFAULT_RULES)
    if rules not in RULES:
        raise Http404("no such rules")
    return _runs(request, rules)


def _runs(request: HttpRequest, rules: str, refused: str = "") -> HttpResponse:
    day, player = runs.day_of(site_time.read()), player_id(request)
    context = {
        "rule_sets": [{"key": key, "name": rules_title(key)} for key in RULES],
        "rules": rules,
        "day": date_format(day, "j F Y"),
        "places": [
            Place(place, run.player.public_name, page_of(run.player), run, run.player_id == player)
            for place, run in enumerate(PuzzleRun.objects.table(day, rules)[: runs.PLACES], 1)
        ],
        "form": RunForm(initial={"rules": rules}),
        "refused": refused,
    }
    return render(request, "puzzles/runs.html", context, status=400 if refused else 200)


@never_cache
@ensure_csrf_cookie
@require_safe
def puzzle_run(request: HttpRequest, run_id: uuid.UUID) -> HttpResponse:
    """The table with the puzzle to solve; once the run is over, what came of it."""
    run = _own_or_404(request, run_id)
    puzzle = runs.puzzle_of(run)
    if puzzle is None:
        attempts = run.attempts.filter(ended__isnull=False).order_by("pk")
        context = {
            "run": run,
            "rows": rows_of(with_puzzles(attempts)),
            "form": RunForm(initial={"rules": run.rules}),
        }
        return render(request, "puzzles/run_over.html", context)
    now = standing(puzzle, run.player_id, run)
    return exercise_page(request, TEMPLATE, now.exercise, _context(request, run, now))


@never_cache
@require_safe
def puzzle_run_table(request: HttpRequest, run_id: uuid.UUID, key: str) -> HttpResponse:
    """What the page of a run fetches of its table, also once its puzzle is done."""
    run = _own_or_404(request, run_id)
    attempt = run.attempts.filter(puzzle__key=key).select_related("puzzle__rating").first()
    puzzle = attempt.puzzle if attempt else runs.puzzle_of(run)
    if puzzle is None or puzzle.key != key:
        raise Http404("no puzzle of this run")
    now = Standing(puzzle, attempt)
    return exercise_fragment(request, now.exercise, _context(request, run, now))


def _own_or_404(request: HttpRequest, run_id: uuid.UUID) -> PuzzleRun:
    player = player_id(request)
    run = PuzzleRun.objects.filter(pk=run_id, player=player).first() if player else None
    if run is None:
        raise Http404("no such run")
    return run


def _context(request: HttpRequest, run: PuzzleRun, now: Standing) -> dict[str, object]:
    """As of a puzzle outside of a run, but what follows is the next one of the run."""
    at, asked = [now.puzzle.key], f"?run={run.pk}"
    left = max(0.0, (run.ends - site_time.read()).total_seconds())
    return context_of(request, now) | {
        "clock": Clock(run, ceil(left)),
        "next_url": reverse("puzzle-run", args=[run.pk]),
        "fragment_url": reverse("puzzle-run-table", args=[run.pk, now.puzzle.key]),
        "actions_url": reverse("api-puzzle-actions", args=at) + asked,
        "why_url": reverse("api-puzzle-why", args=at) + asked,
        "spaces_url": reverse("api-puzzle-spaces", args=at) + asked,
    }
