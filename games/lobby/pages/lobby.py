"""The lobby: open tables, the visitor's matches and invitations, and the form for a new challenge."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from cards.models.builder import builder_of
from games.lobby.fields import LINK
from games.lobby.forms.open_table import ChallengeForm
from games.lobby.forms.quick import QuickForm
from games.lobby.models import OpenTable, Participant
from games.lobby.words import Listing, listings
from games.matches.access import current_player, player_id
from games.matches.clauses import rules_in_short
from games.matches.forms.parts import complaints
from games.matches.models import Match, Seat
from games.matches.presence import Presence
from games.matches.services.contact_rules import call_by_name
from games.matches.words.seats import names_in_a_row, others_at, place_of
from phylo.http.addresses import site_address
from phylo.http.answers import refuse
from phylo.http.problems import Refused, only

SHOWN = 60
"""The most open tables listed, newest first."""
MATCHES_SHOWN = 30
TAKING_PART = (Participant.State.INVITED, Participant.State.WAITING)


class Live(TypedDict):
    """
    The parts of the lobby that update by themselves: tables that anybody may join (`open`), to which the
    visitor is invited (`asked`) and at which the visitor waits (`own`), and the visitor's `matches`.
    """

    open: list[Listing]
    asked: list[Listing]
    own: list[Listing]
    matches: list["Running"]


@dataclass(frozen=True)
class Running:
    """A running match, seen from one seat. `begun_by` is the code of its open table."""

    match: Match
    others: str
    mine: int
    theirs: int | None
    with_people: bool
    one_other: bool
    version: str
    place: int | None
    your_turn: bool
    ends: datetime | None
    begun_by: str


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """
    `?part=live` gives just the parts that update by themselves. `?to=` names whom to challenge, `?deck=` a
    deck to bring, `?set=` the set inside which the challenge stands, and `?listed=link` keeps it out of the
    lobby unless something else is chosen.
    """
    if request.GET.get("part") == "live":
        return render(request, "lobby/_live.html", {**live(request)})
    asked, to, inside = (request.GET.get(name, "") for name in ("deck", "to", "set"))
    private = request.GET.get("listed") == LINK
    form = ChallengeForm(builder=builder_of(request), asked=asked, to=to, inside=inside, private=private)
    return _page(request, form)


def _page(request: HttpRequest, form: ChallengeForm) -> HttpResponse:
    return render(
        request,
        "lobby/lobby.html",
        {
            "form": form,
            "complaints": complaints(form),
            "quick": QuickForm(builder=form.builder),
            "decks": form.fields["deck"].widget.choices,
            **live(request),
        },
        status=HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK,
    )


@only("POST")
def challenge_new(request: HttpRequest) -> HttpResponse:
    """Open a challenge: a redirect to its page, or the lobby again with the form's errors."""
    form = ChallengeForm(request.POST, builder=builder_of(request))
    if form.is_valid():
        try:
            return redirect(form.open_table(current_player(request)))
        except (Refused, engine.InvalidSetup) as error:
            refuse(form, error)
    return _page(request, form)


def live(request: HttpRequest) -> Live:
    known, now = player_id(request), timezone.now()
    if known:
        Presence(known).visit()
    standing = OpenTable.objects.with_people().standing(at=now)
    theirs = list(standing.with_participant(known, *TAKING_PART)) if known else []
    listed = list(
        standing.open_to(known).filter(listed=True).exclude(pk__in=[each.pk for each in theirs])[:SHOWN]
    )
    site = site_address(request)
    found = listings([*theirs, *listed], viewer=known, site=site)
    return {
        "open": [each for each in found if each.table.free and each.state not in TAKING_PART],
        "asked": [each for each in found if each.state == Participant.State.INVITED],
        "own": [each for each in found if each.state == Participant.State.WAITING],
        "matches": running(known, now) if known else [],
    }


def running(player: uuid.UUID, now: datetime) -> list[Running]:
    """A player's running matches, first those in which it is the player's turn."""
    seats = Seat.objects.of(player).one_a_match().filter(match__status="playing")
    seats = (
        seats.select_related("match__open_table")
        .prefetch_related("match__seats__player__user")
        .order_by("-match__updated")
    )
    rows = [_running(seat, now) for seat in seats[:MATCHES_SHOWN]]
    return sorted(rows, key=lambda row: not row.your_turn)


def _running(seat: Seat, now: datetime) -> Running:
    match = seat.match
    if match.collection_id is not None:
        people = [each.player for each in match.seats.all() if each.player is not None]
        call_by_name(people, to=next(each for each in people if each.pk == seat.player_id))
    own = [each for each in match.seats.all() if each.player_id == seat.player_id]
    others = others_at(match, seat.player_id)
    scores = match.scores or [0] * match.players
    begun_by: OpenTable | None = getattr(match, "open_table", None)
    your_turn = any(str(each.number) in match.to_act for each in own)
    ends = match.flag_at if match.pace == match.Pace.DAYS and your_turn else None
    return Running(
        match=match,
        others=names_in_a_row(match, others),
        mine=scores[seat.number],
        theirs=scores[1 - seat.number] if len(scores) == 2 else None,
        with_people=any(not other.bot for other in others),
        one_other=len(others) == 1,
        version=rules_in_short(match.rules),
        place=place_of(match, seat.number) if len(scores) > 2 else None,
        your_turn=your_turn,
        ends=ends if ends and ends > now else None,
        begun_by=begun_by.code if begun_by else "",
    )
