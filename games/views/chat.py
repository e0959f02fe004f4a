"""Talk between the people at a table; whoever watches finds none, and the computer does not talk."""

import uuid
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import services
from games.access import get_seat_or_404
from games.models import ChatMessage, Mute, Player, Seat
from games.views import problems
from games.views.actions import KEY
from phylo.problems import only, problem


@never_cache
def match_chat(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """
    GET: `{"messages": [{"id", "seat", "text", "at"}], "muted"}`, oldest first; muted is whether all others
    are. POST `{"text", "key"}`: one more, 201 with it; the same key again says it once.
    """
    mine, others = seats_or_404(request, match_id)
    me = player_of(mine)
    if request.method == "GET":
        messages = services.heard(match=mine.match, player=me)
        them = {other.player_id for other in others}
        muted = Mute.objects.filter(player=me, muted__in=them).count() == len(them)
        found = [as_json(each, [mine, *others]) for each in messages]
        return JsonResponse({"messages": found, "muted": muted})
    if request.method != "POST":
        refused = problem(
            HTTPStatus.METHOD_NOT_ALLOWED, "method", _("This address takes GET and POST alone.")
        )
        refused.headers["Allow"] = "GET, POST"
        return refused
    try:
        body = read(request, {"text": str, "key": str})
        if not KEY.fullmatch(body["key"]):
            raise problems.BadRequest(_("key must be 1 to 64 letters, digits or . _ : -"))
        message = services.say(match_id=match_id, player=me, text=body["text"], key=body["key"])
    except problems.BadRequest as error:
        return problems.malformed(error)
    except services.NotAllowed as error:
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "not-allowed", str(error))
    return JsonResponse(as_json(message, [mine, *others]), status=HTTPStatus.CREATED)


@only("POST")
def match_mute(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """
    POST `{"on": true or false}`, at a table of several with the other one's "seat": stop reading what they
    write, anywhere, or begin again.
    """
    mine, others = seats_or_404(request, match_id)
    try:
        body = read(request, {"on": bool}, {"seat": int})
        named = [other for other in others if other.number == body.get("seat", others[0].number)]
        if not named or ("seat" not in body and len(others) > 1):
            raise problems.BadRequest(_("Say by its seat whom you mean."))
    except problems.BadRequest as error:
        return problems.malformed(error)
    services.mute(player=player_of(mine), muted=player_of(named[0]), on=body["on"])
    return JsonResponse({"muted": body["on"]})


@only("POST")
def match_report(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """POST `{"message": id, "reason": text}`: tell staff of somebody else's message."""
    mine, _others = seats_or_404(request, match_id)
    try:
        body = read(request, {"message": int, "reason": str})
        message = ChatMessage.objects.filter(match=match_id, pk=body["message"] % 2**62).first()
        if message is None:
            raise problems.BadRequest(_("There is no such message."))
        services.report(message=message, player=player_of(mine), reason=body["reason"])
    except problems.BadRequest as error:
        return problems.malformed(error)
    except services.NotAllowed as error:
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "not-allowed", str(error))
    return JsonResponse({"reported": True})


def seats_or_404(request: HttpRequest, match_id: uuid.UUID) -> tuple[Seat, list[Seat]]:
    """The visitor's seat and those of the other people at the table, of whom there is one at least."""
    mine = get_seat_or_404(request, match_id)
    others = mine.match.seats.select_related("player").filter(player__isnull=False)
    found = list(others.exclude(player=mine.player_id).order_by("number"))
    if not found:
        raise Http404("the computer does not talk")
    return mine, found


def player_of(seat: Seat) -> Player:
    if seat.player is None:
        raise Http404("the computer does not talk")
    return seat.player


def read(
    request: HttpRequest, fields: dict[str, type], optional: dict[str, type] | None = None
) -> dict[str, Any]:
    """A JSON body of these fields and types, and perhaps the `optional` ones; raises BadRequest."""
    more = optional or {}
    problems.must_be_json(request)
    body = problems.json_body(request)
    problems.only_fields(body, {*fields, *more})
    for name, kind in (fields | more).items():
        if (name in fields or name in body) and type(body.get(name)) is not kind:
            raise problems.BadRequest(_("%(name)s is missing or of another type.") % {"name": name})
    return body


def as_json(message: ChatMessage, seats: Sequence[Seat]) -> dict[str, Any]:
    """A message, with the first of the seats of who wrote it."""
    return {
        "id": message.pk,
        "seat": seat_of(message, seats),
        "text": message.text,
        "at": message.created.isoformat(),
    }


def seat_of(message: ChatMessage, seats: Sequence[Seat]) -> int:
    return next(seat.number for seat in seats if seat.player_id == message.player_id)
