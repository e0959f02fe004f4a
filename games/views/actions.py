"""Making an action, and asking why one is refused."""

import re
import uuid
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import services
from games.access import get_seat_or_404
from games.models import Seat
from games.table.lines import Reader
from games.table.spaces import spaces_in_words
from games.views import problems
from phylo.problems import only, problem

KEY = re.compile(r"[A-Za-z0-9._:-]{1,64}")


@only("POST")
def match_actions(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """`{"action": {...}, "version": n, "key": "..."}` -> `{"version": n + 1}`, or a problem."""
    seat = get_seat_or_404(request, match_id)
    if request.content_type != "application/json":
        return problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "media-type", _("Send the action as application/json.")
        )
    try:
        order = read_order(problems.json_body(request))
        come_back(seat)
        move = services.play(match_id=match_id, seat=seat.number, **order)
    except (problems.BadRequest, services.MalformedAction) as error:
        return problems.malformed(error)
    except services.StaleVersion as error:
        return problems.stale(error.current)
    except services.KeyReused:
        detail = _("This key already belongs to another action.")
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "key-reused", detail)
    except services.IllegalAction as error:
        return problems.illegal(error.refusal)
    return JsonResponse({"version": move.number})


@only("GET")
def match_why(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """`?action={...}` -> whether it is legal now, and if not, why."""
    seat = get_seat_or_404(request, match_id)
    try:
        action = read_action(problems.json_object(request.GET.get("action", "")))
        refusal = services.why_not(match=seat.match, seat=seat.number, action=action)
    except (problems.BadRequest, services.MalformedAction) as error:
        return problems.malformed(error)
    if refusal is None:
        return JsonResponse({"legal": True})
    return JsonResponse(
        {
            "legal": False,
            "code": refusal.code,
            "clause": refusal.clause,
            "message": services.sentence(refusal),
            "neighbour": refusal.neighbour,
        }
    )


@never_cache
@only("GET")
def match_spaces(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """
    `?source=` "hand:<key>" or "space:<x>,<y>" -> `version`, and every space that this card of the seat might
    go to now, with what its neighbours are to the card (games.table.spaces).
    """
    seat = get_seat_or_404(request, match_id)
    match = seat.match
    try:
        reader = Reader(services.phylo_at(match), match.cards, ["", ""], seat.number)
        spaces = spaces_in_words(reader, seat.number, request.GET.get("source", ""))
    except services.WrongGame:
        raise Http404("no such thing in this game") from None
    except ValueError as error:
        return problems.malformed(error)
    return JsonResponse({"version": match.version, **spaces})


def come_back(seat: Seat) -> None:
    """Who acts plays again where a bot has stood in."""
    if seat.stand_in and seat.player is not None:
        services.sit_down(match_id=seat.match_id, player=seat.player)


def read_order(body: dict[str, Any]) -> dict[str, Any]:
    """Action, version and key out of a body; raises BadRequest."""
    if unknown := sorted(body.keys() - {"action", "version", "key"}):
        raise problems.BadRequest(_("Unknown field: %(name)s") % {"name": unknown[0]})
    action, version, key = body.get("action"), body.get("version"), body.get("key")
    if not isinstance(action, dict):
        raise problems.BadRequest(_("action must be an object."))
    if type(version) is not int or not 0 <= version < 2**31:
        raise problems.BadRequest(_("version must be a whole number."))
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise problems.BadRequest(_("key must be 1 to 64 letters, digits or . _ : -"))
    return {"action": read_action(action), "version": version, "key": key}


def read_action(action: dict[str, Any]) -> dict[str, Any]:
    # Who acts is who asks, and nothing in the body can say otherwise.
    if "seat" in action:
        raise problems.BadRequest(_("An action is sent without its seat."))
    return action
