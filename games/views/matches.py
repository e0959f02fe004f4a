"""A match as a resource: its state and its record, playing once more and leaving it to a computer."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import problems
from games.access import get_seat_or_404, look_or_404
from games.models import Match, Seat
from games.services import gatherings, players
from games.services.errors import MatchPlaying, NotAllowed, UnknownVersion
from games.services.positions import legal_at, log_at, view_at
from games.services.records import export_record
from games.services.rematches import rematch
from games.services.rulebooks import rulebook
from phylo.numbers import whole
from phylo.problems import only, problem, wants_page


@only("POST")
def match_rematch(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    seat = get_seat_or_404(request, match_id)
    try:
        if not rulebook(seat.match.rules).resigns:
            return _meet_again(request, seat)
        again = rematch(match=seat.match, seat=seat.number)
    except MatchPlaying:
        return still_playing()
    return redirect("match", again.pk if again else match_id)


def _meet_again(request: HttpRequest, seat: Seat) -> HttpResponse:
    """A table of several gathers anew; who may not is told so at the table that is over."""
    assert seat.player is not None
    try:
        found = gatherings.meet_again(match=seat.match, player=seat.player)
    except NotAllowed as error:
        if not wants_page(request):
            return problem("not-allowed", str(error))
        messages.error(request, str(error))
        return redirect("match", seat.match_id)
    return redirect("match", found.pk) if isinstance(found, Match) else redirect("gathering", found.code)


@only("POST")
def match_leave(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Let a computer play on in one's seats of a drafting game; with `do=return` play again oneself."""
    seat = get_seat_or_404(request, match_id)
    if seat.player is None or rulebook(seat.match.rules).resigns:
        raise Http404("no such thing in this game")
    if request.POST.get("do") == "return":
        players.sit_down(match_id=match_id, player=seat.player)
        return redirect("match", match_id)
    players.step_down(match_id=match_id, player=seat.player)
    return redirect("home")


@never_cache
@only("GET")
def match_state(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """
    What the visitor may see at `?version=` (left out: now): `version`, `current`, `seat` (null for a
    watcher), `view`, the `log` of the move that led there, and the `legal` actions, none in the past.
    """
    look = look_or_404(request, match_id)
    match = look.match
    version = whole(request.GET.get("version", "") or str(match.version))
    if version is None:
        return problems.malformed(_("version must be a whole number."))
    try:
        view = view_at(match, look.seat, version)
        log = log_at(match, look.seat, version)
    except UnknownVersion:
        raise Http404("no such version") from None
    acting = version == match.version
    legal = legal_at(match, look.seat) if acting and look.seat is not None else []
    return JsonResponse(
        {
            "version": version,
            "current": match.version,
            "seat": look.seat,
            "view": view,
            "legal": legal,
            "log": log,
        }
    )


@never_cache
@only("GET")
def match_record(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    look = look_or_404(request, match_id)
    try:
        record = export_record(look.match)
    except MatchPlaying:
        return still_playing()
    response = JsonResponse(record, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="phylo-{match_id}.json"'
    return response


def still_playing() -> HttpResponse:
    return problem("match-playing", _("Not before the match is over."))
