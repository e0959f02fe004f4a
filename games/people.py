"""A person's page: what they have played and the decks they show, for everybody to see."""

import uuid
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.decks.pages.tiles import tiles
from cards.models import Builder, Deck, Visibility
from games.access import player_id
from games.models import Match, Player, RatingChange, Seat
from games.rating_line import lines_of
from games.rules import RULE_SETS
from phylo.accounts.models import User

A_PAGE = 20
MOST_DECKS = 6
MOST_RUNNING = 6
ENDINGS = {
    Match.Ending.RESIGNED: _("ended by resigning"),
    Match.Ending.TIME: _("ended by the clock"),
    Match.Ending.AGREED: _("draw agreed"),
}
WORDS = {"won": _("Won"), "lost": _("Lost"), "drawn": _("Drawn")}


@dataclass(frozen=True)
class Tally:
    """Finished matches against one kind of opponent."""

    against: Any
    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def played(self) -> int:
        return self.won + self.lost + self.drawn


@never_cache
@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    """`?page=` counts from 1."""
    user = get_object_or_404(User.objects.named(name), is_active=True)
    if user.username != name:
        return redirect(user)
    player = Player.objects.filter(user=user).first()
    opposite = Seat.objects.against(player.pk) if player else Seat.objects.none()
    matches = opposite.order_by("-match__updated", "match_id").prefetch_related("match__seats")
    wanted = request.GET.get("page", "1")
    pages = Paginator(matches, A_PAGE)
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 7 and int(wanted) in pages.page_range):
        raise Http404("no such page")
    page = pages.page(int(wanted))
    ratings = lines_of(player) if player else []
    viewer = player_id(request)
    decks = Deck.objects.of(Builder(user=user)).filter(visibility=Visibility.PUBLIC)
    decks = decks.select_related("owner").order_by("-likes", "-changed_at", "pk")
    rows = [_row(seat, viewer) for seat in page]
    gains = _gains(player, [row["match"] for row in rows]) if player and ratings else {}
    return render(
        request,
        "games/person.html",
        {
            "person": user,
            "own": request.user == user,
            "tallies": tallies(opposite),
            "ratings": ratings,
            "running": _running(player) if player else [],
            "page": page,
            "decks": tiles(list(decks[:MOST_DECKS])),
            "decks_count": decks.count(),
            "matches": [row | {"gain": gains.get(row["match"])} for row in rows],
        },
    )


def tallies(opposite: Any) -> list[Tally]:
    """Against the computer and against people, of the seats opposite to a player's."""
    groups = opposite.order_by().values_list("bot", "number", "match__winner").annotate(count=Count("pk"))
    bots: Counter[str] = Counter()
    people: Counter[str] = Counter()
    for bot, number, winner, count in groups:
        (bots if bot else people)[outcome(winner, 1 - number)] += count
    return [Tally(_("against the computer"), **bots), Tally(_("against people"), **people)]


def outcome(winner: str, seat: int) -> str:
    if winner == Match.Winner.DRAW:
        return "drawn"
    return "won" if winner == str(seat) else "lost"


def _running(player: Player) -> list[Seat]:
    """The seats opposite in running matches that everybody may watch."""
    watched = Match.objects.of(player.pk).playing().watchable().values("pk")
    seats = Seat.objects.facing(player.pk, watched).order_by("-match__updated")
    return list(seats[:MOST_RUNNING])


def _gains(player: Player, matches: list[uuid.UUID]) -> dict[uuid.UUID, int]:
    """What each of the rated matches did to the player's rating."""
    changes = RatingChange.objects.filter(rating__player=player, match__in=matches)
    return {change.match_id: change.gain for change in changes}


def _row(other: Any, viewer: Any) -> dict[str, Any]:
    """A match in the list, of the seat opposite; its replay opens for those who sat there, or for all."""
    match = other.match
    mine = next(seat for seat in match.seats.all() if seat.number != other.number)
    how = outcome(match.winner, mine.number)
    sat_there = viewer in (mine.player_id, other.player_id) and viewer
    return {
        "match": match.pk,
        "how": how,
        "words": WORDS[how],
        "ending": ENDINGS.get(match.ending, ""),
        "mine": match.scores[mine.number],
        "theirs": match.scores[other.number],
        "other": other,
        "deck": mine.deck_name,
        "rules": RULE_SETS[match.rules].version,
        "at": match.updated,
        "replay": match.pk if sat_there or match.public else None,
    }
