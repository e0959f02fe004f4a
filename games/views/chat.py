"""Talk between the two at a table; whoever watches finds none, and the computer does not talk."""

import uuid
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
    GET: `{"messages": [{"id", "seat", "text", "at"}], "muted"}`, oldest first. POST `{"text", "key"}`: one
    more, 201 with it; the same key again says it once.
    """
    mine, other = seats_or_404(request, match_id)
    me, them = player_of(mine), player_of(other)
    if request.method == "GET":
        messages = services.heard(match=mine.match, player=me)
        muted = Mute.objects.filter(player=me, muted=them).exists()
        return JsonResponse({"messages": [_as_json(each, mine) for each in messages], "muted": muted})
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
    return JsonResponse(_as_json(message, mine), status=HTTPStatus.CREATED)


@only("POST")
def match_mute(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """POST `{"on": true or false}`: stop reading what the other one writes, anywhere, or begin again."""
    mine, other = seats_or_404(request, match_id)
    try:
        body = read(request, {"on": bool})
    except problems.BadRequest as error:
        return problems.malformed(error)
    services.mute(player=player_of(mine), muted=player_of(other), on=body["on"])
    return JsonResponse({"muted": body["on"]})


@only("POST")
def match_report(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """POST `{"message": id, "reason": text}`: tell staff of a message of the other one."""
    mine, _other = seats_or_404(request, match_id)
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


def seats_or_404(request: HttpRequest, match_id: uuid.UUID) -> tuple[Seat, Seat]:
    """The visitor's seat and the one opposite, in a match of two people."""
    mine = get_seat_or_404(request, match_id)
    other = mine.match.seats.select_related("player").get(number=1 - mine.number)
    if other.is_bot:
        raise Http404("the computer does not talk")
    return mine, other


def player_of(seat: Seat) -> Player:
    if seat.player is None:
        raise Http404("the computer does not talk")
    return seat.player


def read(request: HttpRequest, fields: dict[str, type]) -> dict[str, Any]:
    """A JSON body of exactly these fields and types; raises BadRequest."""
    problems.must_be_json(request)
    body = problems.json_body(request)
    problems.only_fields(body, set(fields))
    for name, kind in fields.items():
        if type(body.get(name)) is not kind:
            raise problems.BadRequest(_("%(name)s is missing or of another type.") % {"name": name})
    return body


def _as_json(message: ChatMessage, mine: Seat) -> dict[str, Any]:
    seat = mine.number if message.player_id == mine.player_id else 1 - mine.number
    return {"id": message.pk, "seat": seat, "text": message.text, "at": message.created.isoformat()}
