"""The leaderboard of each rule set: people and the levels of the computer in one list."""

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.matches.access import player_id
from games.matches.clauses import EVERY, rules_title
from games.matches.services.matches import DEFAULT_RULES
from games.matches.words.seats import page_of
from games.people.models import PROVISIONAL, Rating
from phylo.http.input import whole_number

A_PAGE = 50
NEWCOMERS = 20


@never_cache
@require_safe
def leaders(request: HttpRequest) -> HttpResponse:
    """`?rules=` names the rule set; `?page=` pages the ranking, `?new=` provisional ratings, both from 1."""
    rules = request.GET.get("rules", DEFAULT_RULES)
    if rules not in EVERY:
        raise Http404("no such rules")
    known, new = Rating.objects.leaders(rules), Rating.objects.newcomers(rules)
    page = _page(known, A_PAGE, request.GET.get("page", "1"))
    newcomers = _page(new, NEWCOMERS, request.GET.get("new", "1"))
    own = _own(request, rules)
    rows = [_row(rating, own, place) for place, rating in enumerate(page, page.start_index())]
    others = [_row(rating, own) for rating in newcomers]
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        return JsonResponse(
            {"rules": rules, "leaders": rows, "provisional": others, "pages": page.paginator.num_pages}
        )
    return render(
        request,
        "people/leaders.html",
        {
            "rule_sets": [{"key": key, "name": rules_title(key)} for key in EVERY],
            "rules": {"key": rules, "name": rules_title(rules)},
            "page": page,
            "newcomers": newcomers,
            "rows": rows,
            "others": others,
            "own": own and _own_place(own, known),
            "needed": PROVISIONAL,
        },
    )


def _page(ratings: QuerySet[Rating], size: int, wanted: str) -> Page[Rating]:
    pages = Paginator(ratings, size)
    number = whole_number(wanted, digits=6)
    if number is None or number not in pages.page_range:
        raise Http404("no such page")
    return pages.page(number)


def _own(request: HttpRequest, rules: str) -> Rating | None:
    known = player_id(request)
    return Rating.objects.filter(player=known, rules=rules).first() if known else None


def _own_place(own: Rating, known: QuerySet[Rating]) -> dict[str, object]:
    """One's `place` in the ranking and the `page` it is on; the place is None while provisional."""
    if own.provisional:
        return {"rating": own, "place": None, "missing": PROVISIONAL - own.games}
    better = Q(ordinal__gt=own.ordinal) | Q(ordinal=own.ordinal, pk__lt=own.pk)
    place = known.filter(better).count() + 1
    return {"rating": own, "place": place, "page": (place - 1) // A_PAGE + 1}


def _row(rating: Rating, own: Rating | None, place: int | None = None) -> dict[str, object]:
    player = rating.player
    return {
        "place": place,
        "name": player.public_name if player else str(rating.get_bot_display()),
        "url": page_of(player) if player else None,
        "bot": rating.bot or None,
        "rating": rating.shown,
        "at_least": rating.at_least,
        "games": rating.games,
        "provisional": rating.provisional,
        "you": own is not None and own.pk == rating.pk,
    }
