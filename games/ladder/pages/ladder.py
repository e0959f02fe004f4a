"""The ladder of each game: the table, games to watch and to download, and head-to-head results."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.ladder.models import Game, Program
from games.ladder.pages.shown import shown_games
from games.ladder.services import reading
from games.ladder.services.reading import Row, Score
from games.matches.clauses import EVERY, rules_title
from games.matches.services.matches import DEFAULT_RULES
from phylo.accounts.visitors import reader_of
from phylo.http.input import whole_number

A_PAGE = 10
MOST_RUNNING = 12
MOST_CROSSED = 30
"""Of the table, those whose results against each other are shown."""


@never_cache
@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    """`?rules=` names the rule set; `?page=` pages the finished games, from 1."""
    rules = rules_asked(request)
    games = Game.objects.with_people().filter(rules=rules)
    finished = Paginator(games.filter(ended__isnull=False).order_by("-pk"), A_PAGE)
    page = page_asked(request, finished)
    reader = reader_of(request)
    own = reader.programs.standing().with_people() if reader else Program.objects.none()
    return render(
        request,
        "ladder/ladder.html",
        {
            **rules_context(rules),
            "rows": reading.table(rules),
            "own": list(own),
            "running": shown_games(games.running().order_by("-pk")[:MOST_RUNNING]),
            "page": page,
            "finished": shown_games(page.object_list),
        },
    )


@dataclass(frozen=True)
class CrossLine:
    """A line of the table of results; of each cell the other's name, and the score against it, if any."""

    row: Row
    cells: list[tuple[Row, Score | None]]


@never_cache
@require_safe
def results(request: HttpRequest) -> HttpResponse:
    """Head-to-head results; `?rules=` as of the ladder."""
    rules = rules_asked(request)
    rows = [row for row in reading.table(rules) if row.standing.games][:MOST_CROSSED]
    scores = reading.scores(rules, [row.standing for row in rows])
    lines = [
        CrossLine(row, [(other, scores.get((row.standing.pk, other.standing.pk))) for other in rows])
        for row in rows
    ]
    return render(request, "ladder/results.html", {**rules_context(rules), "rows": rows, "lines": lines})


def rules_asked(request: HttpRequest) -> str:
    """Raises Http404."""
    rules = request.GET.get("rules", DEFAULT_RULES)
    if rules not in EVERY:
        raise Http404("no such rules")
    return rules


def rules_context(rules: str) -> dict[str, object]:
    return {
        "rule_sets": [{"key": key, "name": rules_title(key)} for key in EVERY],
        "rules": {"key": rules, "name": rules_title(rules)},
    }


def page_asked(request: HttpRequest, pages: "Paginator[Game]") -> Page[Game]:
    """`?page=`. Raises Http404."""
    number = whole_number(request.GET.get("page", "1"), digits=6)
    if number is None or number not in pages.page_range:
        raise Http404("no such page")
    return pages.page(number)
