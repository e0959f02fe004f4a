"""The puzzle of the day: its page, its picture, and what the home page shows of it."""

from collections.abc import Mapping
from datetime import date
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import get_default_timezone_name
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from games.matches.access import player_id
from games.matches.services.site_clock import site_time
from games.puzzles.models import DailyPuzzle
from games.puzzles.pages.pictures import picture_response
from games.puzzles.services import daily
from games.puzzles.services.runs import day_of
from games.puzzles.words.daily import Daily


def today() -> date:
    return day_of(site_time.read())


def daily_or_404(day: date) -> Daily:
    try:
        return Daily.of(daily.puzzle_of(day, today=today()))
    except DailyPuzzle.DoesNotExist as error:
        raise Http404("no puzzle of that day") from error


@cache_control(private=True, no_cache=True)
@conditional_page
@require_safe
def puzzle_of_today(request: HttpRequest) -> HttpResponse:
    """The page of today. Its address stays the same; what is shared is that of the day."""
    return _page(request, daily_or_404(today()))


@cache_control(private=True, no_cache=True)
@conditional_page
@require_safe
def puzzle_of_day(request: HttpRequest, day: date) -> HttpResponse:
    """The page of a day. It is open to everybody, and nothing is stored of those who only look."""
    return _page(request, daily_or_404(day))


@conditional_page
@require_safe
def puzzle_of_day_picture(request: HttpRequest, day: date, version: str, width: int) -> HttpResponse:
    return picture_response(daily_or_404(day), version, width)


def on_home(request: HttpRequest) -> Mapping[str, object]:
    """The context of puzzles/_daily.html; empty while there is none. What is the same for all is kept."""
    now = today()
    row = daily.row_of(now)
    if row is None:
        return {}
    shown = cache(lambda: Daily.of(daily.puzzle_of(now, today=now)))
    return {"daily": shown, "daily_row": row.pk, "taken": _taken(request, row.puzzle_id, now)}


def _page(request: HttpRequest, shown: Daily) -> HttpResponse:
    now = today()
    before, after = daily.neighbours(shown.day, today=now)
    full = request.build_absolute_uri
    return render(
        request,
        "puzzles/daily.html",
        {
            "daily": shown,
            "is_today": shown.day == now,
            "before": before,
            "after": after,
            "zone": get_default_timezone_name(),
            "taken": _taken(request, shown.row.pk, shown.day),
            "canonical": full(shown.path),
            "summary": shown.asks,
            "preview": full(shown.picture_path),
            "shown": shown.shown,
            "feeds": [reverse("daily-atom"), reverse("daily-json")],
        },
    )


def _taken(request: HttpRequest, puzzle: int, day: date) -> daily.Taken | None:
    player = player_id(request)
    return daily.taken(player, puzzle=puzzle, day=day, today=today()) if player else None
