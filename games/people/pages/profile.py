"""A person's public page: their matches, ratings and public decks."""

import uuid
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from datetime import datetime

from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.decks.models import Deck
from cards.decks.pages.tiles import tiles
from cards.models import Builder, Visibility
from games.matches.access import player_id
from games.matches.clauses import rules_title
from games.matches.models import Match, Mute, Player, Seat
from games.matches.models.match import DRAW, SeatQuerySet, winners
from games.matches.words.seats import Other, names_in_a_row, others_at, place_of
from games.people.models import Follow, RatingChange
from games.people.pages.rating_line import lines_of
from phylo.accounts.models import User
from phylo.http.input import whole_number

A_PAGE = 20
MOST_DECKS = 6
MOST_RUNNING = 6
ENDINGS = {
    Match.Ending.RESIGNED: _("ended by giving up"),
    Match.Ending.TIME: _("ended by the clock"),
    Match.Ending.AGREED: _("draw agreed"),
}
WORDS = {"won": _("Won"), "lost": _("Lost"), "drawn": _("Drawn")}


@dataclass(frozen=True)
class Tally:
    """Finished matches against one kind of opponent."""

    against: str
    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def played(self) -> int:
        return self.won + self.lost + self.drawn


@dataclass(frozen=True)
class RunningMatch:
    """A public running match and the person's opponents."""

    match: Match
    others: list[Other]
    names: str


@dataclass(frozen=True)
class PlayedMatch:
    """
    A finished match, seen from the person's seat: its result, the `place` unless it had two players, the
    `gain` in rating, and the `replay` for those who may see it.
    """

    match: uuid.UUID
    how: str
    ending: str
    mine: int
    theirs: int | None
    place: int | None
    players: int
    others: list[Other]
    names: str
    deck: str
    their_deck: str
    rules: str
    at: datetime
    replay: uuid.UUID | None
    gain: int | None = None

    @property
    def words(self) -> str:
        return str(WORDS[self.how])


@never_cache
@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    """`?page=` counts from 1."""
    user = get_object_or_404(User.objects.named(name), is_active=True)
    if user.username != name:
        return redirect(user)
    player = Player.objects.filter(user=user).first()
    played = _played(player)
    viewer = player_id(request)
    matches = open_to(viewer, played).order_by("-match__updated", "match_id")
    matches = matches.prefetch_related("match__seats__player__user")
    number = whole_number(request.GET.get("page", "1"), digits=6)
    pages = Paginator(matches, A_PAGE)
    if number is None or number not in pages.page_range:
        raise Http404("no such page")
    page = pages.page(number)
    ratings = lines_of(player) if player else []
    counted = tallies(played)
    decks = Deck.objects.of(Builder(user=user)).filter(visibility=Visibility.PUBLIC)
    decks = decks.select_related("owner").order_by("-likes", "-changed_at", "pk")
    rows = [_row(seat, viewer) for seat in page]
    gains = _gains(player, [row.match for row in rows]) if player and ratings else {}
    return render(
        request,
        "people/profile.html",
        {
            "person": user,
            "own": request.user == user,
            **_between(viewer, player),
            "tallies": counted,
            "ratings": ratings,
            "running": _running(player) if player else [],
            "page": page,
            "decks": tiles(list(decks[:MOST_DECKS])),
            "decks_count": decks.count(),
            "matches": [replace(row, gain=gains.get(row.match)) for row in rows],
            "unlisted": sum(tally.played for tally in counted) - pages.count,
        },
    )


def _between(viewer: uuid.UUID | None, player: Player | None) -> dict[str, bool]:
    """Whether the viewer follows and blocks the person."""
    if viewer is None or player is None or viewer == player.pk:
        return {"followed": False, "blocked": False}
    return {
        "followed": Follow.objects.filter(player=viewer, followed=player).exists(),
        "blocked": Mute.objects.filter(player=viewer, muted=player, blocks=True).exists(),
    }


def _played(player: Player | None) -> SeatQuerySet:
    """The player's seats in finished matches, except matches on one device: who played them is not known."""
    seats = Seat.objects.of(player.pk).one_a_match() if player else Seat.objects.none()
    seats = seats.filter(match__status=Match.Status.FINISHED)
    elsewhere = Seat.objects.filter(match=OuterRef("match")).exclude(player=OuterRef("player"))
    seats = seats.annotate(against=Exists(elsewhere), against_people=Exists(_people_beside()))
    return seats.filter(Q(against=True) | Q(match__players=1))


def _people_beside() -> SeatQuerySet:
    """The seats of other people in the same match, as a subquery."""
    return Seat.objects.filter(match=OuterRef("match"), bot="").exclude(player=OuterRef("player"))


def open_to(viewer: uuid.UUID | None, played: SeatQuerySet) -> SeatQuerySet:
    """The seats in matches that are public or in which the viewer has played."""
    if viewer is None:
        return played.filter(match__public=True)
    return played.filter(Q(match__public=True) | Q(match__in=Match.objects.of(viewer).values("pk")))


def tallies(played: SeatQuerySet) -> list[Tally]:
    """Tallies against the computer, against people (perhaps with bots as well), and alone."""
    columns = ("against", "against_people", "number", "match__winner")
    found: defaultdict[tuple[bool, bool], Counter[str]] = defaultdict(Counter)
    groups = played.order_by().values(*columns).annotate(count=Count("pk"))
    for group in groups.values_list(*columns, "count"):
        against, people, number, winner, count = group
        found[against, people][outcome(winner, number)] += count
    return [
        Tally(gettext("against the computer"), **found[True, False]),
        Tally(gettext("against people"), **found[True, True]),
        Tally(pgettext("games", "alone"), **found[False, False]),
    ]


def outcome(winner: str, seat: int) -> str:
    if winner == DRAW:
        return "drawn"
    return "won" if seat in winners(winner) else "lost"


def _running(player: Player) -> list[RunningMatch]:
    seats = Seat.objects.of(player.pk).one_a_match()
    seats = seats.filter(match__status=Match.Status.PLAYING, match__public=True).order_by("-match__updated")
    seats = seats.prefetch_related("match__seats__player__user")
    matches = [(seat.match, others_at(seat.match, player.pk)) for seat in seats[:MOST_RUNNING]]
    return [RunningMatch(match, others, names_in_a_row(match, others)) for match, others in matches]


def _gains(player: Player, matches: list[uuid.UUID]) -> dict[uuid.UUID, int]:
    """How much each rated match changed the player's rating."""
    changes = RatingChange.objects.filter(rating__player=player, match__in=matches)
    return {change.match_id: change.gain for change in changes}


def _row(mine: Seat, viewer: uuid.UUID | None) -> PlayedMatch:
    match = mine.match
    seats = list(match.seats.all())
    sat_there = viewer is not None and viewer in [seat.player_id for seat in seats]
    two = len(match.scores) == 2
    others = others_at(match, mine.player_id)
    decks = [
        seat.deck_name_for(viewer, sat_there=sat_there)
        for seat in seats
        if seat.number != mine.number and seat.deck_name
    ]
    return PlayedMatch(
        match=match.pk,
        how=outcome(match.winner, mine.number),
        ending=str(ENDINGS.get(Match.Ending(match.ending), "")),
        mine=match.scores[mine.number],
        theirs=match.scores[1 - mine.number] if two else None,
        place=None if two else place_of(match, mine.number),
        players=match.players,
        others=others,
        names=names_in_a_row(match, others),
        deck=mine.deck_name_for(viewer),
        their_deck=decks[0] if decks else "",
        rules=rules_title(match.rules),
        at=match.updated,
        replay=match.pk if sat_there or match.public else None,
    )
