"""A match as a resource: beginning one, reading its state and its record."""

import uuid
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import services
from games.access import current_player, get_seat_or_404
from games.forms import NewMatchForm
from games.views import problems
from phylo.problems import only, problem


@only("POST")
def match_create(request: HttpRequest) -> HttpResponse:
    form = NewMatchForm(request.POST)
    if not form.is_valid():
        detail = _("A match needs a ready deck and a level.")
        return problem(HTTPStatus.BAD_REQUEST, "malformed", detail, errors=form.errors.get_json_data())
    match = services.start_against_bot(player=current_player(request), **form.cleaned_data)
    return redirect("match", match.pk)


@only("POST")
def match_rematch(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    seat = get_seat_or_404(request, match_id)
    try:
        again = services.rematch(match=seat.match)
    except services.MatchPlaying:
        return still_playing()
    return redirect("match", again.pk)


@never_cache
@only("GET")
def match_state(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """
    What the visitor's seat sees at `?version=` (left out: now): `version`, `current`, `seat`, `view`, the
    `log` of the move that led there, and the `legal` actions, none in the past.
    """
    seat = get_seat_or_404(request, match_id)
    match = seat.match
    wanted = request.GET.get("version", "") or str(match.version)
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 10):
        return problems.malformed(_("version must be a whole number."))
    version = int(wanted)
    try:
        view = services.view_at(match, seat.number, version)
        log = services.log_at(match, seat.number, version)
    except services.UnknownVersion:
        raise Http404("no such version") from None
    legal = services.legal_at(match, seat.number) if version == match.version else []
    return JsonResponse(
        {
            "version": version,
            "current": match.version,
            "seat": seat.number,
            "view": view,
            "legal": legal,
            "log": log,
        }
    )


@never_cache
@only("GET")
def match_record(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    seat = get_seat_or_404(request, match_id)
    try:
        record = services.export_record(seat.match)
    except services.MatchPlaying:
        return still_playing()
    response = JsonResponse(record, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="phylo-{match_id}.json"'
    return response


def still_playing() -> HttpResponse:
    return problem(HTTPStatus.CONFLICT, "match-playing", _("Not before the match is over."))
