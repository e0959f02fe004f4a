"""A match as a resource: beginning one, reading its state and its record."""

import uuid
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from cards.decks.access import builder_of
from games import engine, services
from games.access import current_player, get_seat_or_404, look_or_404
from games.forms.new_match import NewMatchForm
from games.forms.parts import complaints
from games.models import BotLevel, Match, Seat
from games.pages.home import home_page
from games.services.matches import DEFAULT_RULES
from games.services.rulebooks import rulebook
from games.views import problems
from phylo.problems import only, problem, wants_page

SETUP = {"deck", "opponent_deck", "level", "rules", "starters"}


@only("POST")
def match_create(request: HttpRequest) -> HttpResponse:
    """
    A match against the computer, from the form of the home page or as JSON (see `read_setup`): a redirect to
    its table, or 201 with `{"match": id, "url": …}`; the page again with its errors, or a problem.
    """
    from_program = request.content_type == "application/json"
    try:
        sent = read_setup(problems.json_body(request)) if from_program else request.POST
    except (problems.BadRequest, engine.InvalidSetup) as error:
        return problems.malformed(error)
    form = NewMatchForm(sent, builder=builder_of(request))
    if not form.is_valid():
        return refused(request, form)
    try:
        match = services.start_against_bot(player=current_player(request), **form.terms)
    except engine.InvalidSetup as error:
        form.add_error(None, str(error))
        return refused(request, form)
    if from_program:
        address = reverse("match", args=[match.pk])
        made = JsonResponse({"match": str(match.pk), "url": address}, status=HTTPStatus.CREATED)
        made["Location"] = address
        return made
    return redirect("match", match.pk)


def refused(request: HttpRequest, form: NewMatchForm) -> HttpResponse:
    if request.content_type != "application/json" and wants_page(request):
        return home_page(request, form=form)
    detail = " ".join(complaints(form))
    return problem(HTTPStatus.BAD_REQUEST, "malformed", detail, errors=form.errors.get_json_data())


def read_setup(body: dict[str, Any]) -> dict[str, Any]:
    """
    The form's data out of `{"deck": slug, "opponent_deck": slug or null, "level": "greedy", "rules": key,
    "starters": "deck" or "home", "options": {…}}`; all but the deck may be left out. The options are those of
    a record, and the engine checks them. Raises BadRequest or engine.InvalidSetup.
    """
    options = body.pop("options", {})
    if not isinstance(options, dict):
        raise problems.BadRequest(_("options must be an object."))
    setup = {"level": BotLevel.GREEDY.value} | {
        name: value for name, value in body.items() if value is not None
    }
    for name, value in setup.items():
        if name not in SETUP:
            raise problems.BadRequest(_("Unknown field: %(name)s") % {"name": name})
        if not isinstance(value, str):
            raise problems.BadRequest(_("%(name)s must be a text.") % {"name": name})
    engine.Options.parse(engine.rule_set(setup.get("rules", DEFAULT_RULES)), options)
    return setup | {name: str(value) for name, value in options.items() if value is not None}


@only("POST")
def match_rematch(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    seat = get_seat_or_404(request, match_id)
    try:
        if not rulebook(seat.match.rules).resigns:
            return _meet_again(request, seat)
        again = services.rematch(match=seat.match, seat=seat.number)
    except services.MatchPlaying:
        return still_playing()
    return redirect("match", again.pk if again else match_id)


def _meet_again(request: HttpRequest, seat: Seat) -> HttpResponse:
    """A table of several gathers anew; who may not is told so at the table that is over."""
    assert seat.player is not None
    try:
        found = services.meet_again(match=seat.match, player=seat.player)
    except services.NotAllowed as error:
        if not wants_page(request):
            return problem(HTTPStatus.CONFLICT, "not-allowed", str(error))
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
        services.sit_down(match_id=match_id, player=seat.player)
        return redirect("match", match_id)
    services.step_down(match_id=match_id, player=seat.player)
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
    wanted = request.GET.get("version", "") or str(match.version)
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 10):
        return problems.malformed(_("version must be a whole number."))
    version = int(wanted)
    try:
        view = services.view_at(match, look.seat, version)
        log = services.log_at(match, look.seat, version)
    except services.UnknownVersion:
        raise Http404("no such version") from None
    acting = version == match.version
    legal = services.legal_at(match, look.seat) if acting and look.seat is not None else []
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
        record = services.export_record(look.match)
    except services.MatchPlaying:
        return still_playing()
    response = JsonResponse(record, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="phylo-{match_id}.json"'
    return response


def still_playing() -> HttpResponse:
    return problem(HTTPStatus.CONFLICT, "match-playing", _("Not before the match is over."))
