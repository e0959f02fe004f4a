"""Matches to watch, public ones or those inside a set: those being played and those that have ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.models.builder import builder_of
from cards.sets.models import Collection
from games.lobby.models import OpenTable
from games.lobby.words import listings
from games.matches.access import player_id
from games.matches.clauses import rules_title
from games.matches.models import Match, Seat
from games.matches.models.match import DRAW, MatchQuerySet
from games.matches.words.seats import bot_label
from games.people.models import Rating
from phylo.http.addresses import site_address
from phylo.http.input import whole_number

A_PAGE = 20
MOST_TABLES = 60
"""Open tables of a set that are shown, newest first."""
Ratings = dict[tuple[UUID | str, str], Rating]
"""By player or level of the computer, and rule set."""
ENDINGS: dict[str, Promise] = {
    Match.Ending.RESIGNED: gettext_lazy("by giving up"),
    Match.Ending.TIME: gettext_lazy("by the clock"),
    Match.Ending.AGREED: gettext_lazy("draw agreed"),
}


@dataclass(frozen=True)
class Side:
    """A seat in the list; `rating` is the current one, if any."""

    seat: Seat
    name: str
    deck: str
    score: int
    rating: Rating | None
    won: bool
    to_act: bool


@dataclass(frozen=True)
class Row:
    match: Match
    sides: Sequence[Side]
    version: str
    ending: str | Promise

    @property
    def choosing(self) -> int:
        """The number of players to act."""
        return sum(side.to_act for side in self.sides)


@never_cache
@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """`?page=` pages the matches being played, `?ended=` the finished ones, both from 1."""
    return _shown(request, Match.objects.watchable(), "lobby/watch.html")


@never_cache
@require_safe
def set_games(request: HttpRequest, slug: str) -> HttpResponse:
    """The open tables and the matches inside a set, for its people; paged like `watch`."""
    sets = Collection.objects.inside(builder_of(request)).filter(slug=slug)
    collection = sets.first()
    if collection is None:
        raise Http404("no such set")
    known = player_id(request)
    tables = OpenTable.objects.with_people().standing(at=timezone.now()).inside(sets).open_to(known)
    open_tables = listings(tables[:MOST_TABLES], viewer=known, site=site_address(request))
    matches = Match.objects.filter(collection=collection)
    return _shown(request, matches, "lobby/set_games.html", set=collection, tables=open_tables)


def _shown(request: HttpRequest, matches: MatchQuerySet, template: str, **more: object) -> HttpResponse:
    shown = matches.lean().prefetch_related("seats__player__user")
    playing = _page(shown.playing().order_by("-updated", "pk"), request.GET.get("page", "1"))
    ended = _page(shown.finished().order_by("-updated", "pk"), request.GET.get("ended", "1"))
    ratings = _ratings([*playing, *ended])
    return render(
        request,
        template,
        {
            **more,
            "playing": playing,
            "ended": ended,
            "playing_rows": [_row(match, ratings) for match in playing],
            "ended_rows": [_row(match, ratings) for match in ended],
        },
    )


def _page(matches: QuerySet[Match], wanted: str) -> Page[Match]:
    pages = Paginator(matches, A_PAGE)
    number = whole_number(wanted, digits=6)
    if number is None or number not in pages.page_range:
        raise Http404("no such page")
    return pages.page(number)


def _ratings(matches: Sequence[Match]) -> Ratings:
    """The ratings of everybody in these matches, in one query."""
    seats = [seat for match in matches for seat in match.seats.all()]
    found = Rating.objects.filter(
        Q(player__in={seat.player_id for seat in seats if seat.player_id})
        | Q(bot__in={seat.bot for seat in seats if seat.bot}),
        rules__in={match.rules for match in matches},
    )
    return {(rating.player_id or rating.bot, rating.rules): rating for rating in found}


def _row(match: Match, ratings: Ratings) -> Row:
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    sides = [
        Side(
            seat=seat,
            name=seat.player.public_name if seat.player else bot_label(seat.bot),
            deck=seat.deck_name_for(None),
            score=match.scores[seat.number],
            rating=ratings.get((seat.player_id or seat.bot, match.rules)),
            won=seat.number in match.won_by and match.winner != DRAW,
            to_act=str(seat.number) in match.to_act,
        )
        for seat in seats
    ]
    return Row(match, sides, rules_title(match.rules), ENDINGS.get(match.ending, ""))
