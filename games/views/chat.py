"""Talk between the people at a table; whoever watches finds none, and the computer does not talk."""

import uuid
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import problems
from games.access import player_of, seats_or_404
from games.forms.sent import MESSAGE, MUTE, REPORT
from games.models import ChatMessage, Mute, Seat
from games.services import chat
from games.services.errors import NotAllowed
from games.words.seats import seat_of
from phylo.json_bodies import BadBody, read_body
from phylo.problems import only, problem


@never_cache
def match_chat(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """
    GET: `{"messages": [{"id", "seat", "text", "said_at"}], "muted"}`, oldest first; muted is whether all
    others are. POST `{"text", "key"}`: one more, 201 with it; the same key again says it once.
    """
    mine, others = seats_or_404(request, match_id)
    me = player_of(mine)
    if request.method == "GET":
        messages = chat.heard(match=mine.match, player=me)
        them = {other.player_id for other in others}
        muted = Mute.objects.filter(player=me, muted__in=them).count() == len(them)
        found = [as_json(each, [mine, *others]) for each in messages]
        return JsonResponse({"messages": found, "muted": muted})
    if request.method != "POST":
        refused = problem("method", _("This address takes GET and POST alone."))
        refused.headers["Allow"] = "GET, POST"
        return refused
    try:
        body = read_body(request, MESSAGE, needed=tuple(MESSAGE))
        message = chat.say(match_id=match_id, player=me, text=body["text"], key=body["key"])
    except BadBody as error:
        return problems.malformed(error)
    except NotAllowed as error:
        return problem("not-allowed", str(error))
    return JsonResponse(as_json(message, [mine, *others]), status=HTTPStatus.CREATED)


@only("POST")
def match_mute(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """
    POST `{"on": true or false}`, at a table of several with the other one's "seat": stop reading what they
    write, anywhere, or begin again.
    """
    mine, others = seats_or_404(request, match_id)
    try:
        body = read_body(request, MUTE, needed=("on",))
        named = [other for other in others if other.number == body.get("seat", others[0].number)]
        if not named or ("seat" not in body and len(others) > 1):
            raise BadBody("", _("Say by its seat whom you mean."))
    except BadBody as error:
        return problems.malformed(error)
    chat.mute(player=player_of(mine), muted=player_of(named[0]), on=body["on"])
    return JsonResponse({"muted": body["on"]})


@only("POST")
def match_report(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """POST `{"message": id, "reason": text}`: tell staff of somebody else's message."""
    mine, _others = seats_or_404(request, match_id)
    try:
        body = read_body(request, REPORT, needed=tuple(REPORT))
        message = ChatMessage.objects.filter(match=match_id, pk=body["message"]).first()
        if message is None:
            raise BadBody("", _("There is no such message."))
        chat.report(message=message, player=player_of(mine), reason=body["reason"])
    except BadBody as error:
        return problems.malformed(error)
    except NotAllowed as error:
        return problem("not-allowed", str(error))
    return JsonResponse({"reported": True})


def as_json(message: ChatMessage, seats: Sequence[Seat]) -> dict[str, Any]:
    return {
        "id": message.pk,
        "seat": seat_of(message, seats),
        "text": message.text,
        "said_at": message.created.isoformat(),
    }
