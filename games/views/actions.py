"""Making an action, and asking why one is refused."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import problems
from games.access import get_seat_or_404
from games.forms.sent import ORDER, action
from games.services.errors import IllegalAction, KeyReused, MalformedAction, StaleVersion, WrongGame
from games.services.play import play
from games.services.positions import phylo_at, why_not
from games.table.lines import Reader
from games.table.spaces import spaces_in_words
from games.wording import sentence
from phylo.json_bodies import BadBody, json_object, read_body
from phylo.problems import only, problem


@only("POST")
def match_actions(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """`{"action": {...}, "version": n, "key": "..."}` -> `{"version": n + 1}`, or a problem."""
    seat = get_seat_or_404(request, match_id)
    try:
        order = read_body(request, ORDER, needed=tuple(ORDER))
        move = play(match_id=match_id, seat=seat.number, **order)
    except (BadBody, MalformedAction) as error:
        return problems.malformed(error)
    except StaleVersion as error:
        return problems.stale(error.current)
    except KeyReused:
        detail = _("This key already belongs to another action.")
        return problem("key-reused", detail)
    except IllegalAction as error:
        return problems.illegal(error.refusal)
    return JsonResponse({"version": move.number})


@only("GET")
def match_why(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """`?action={...}` -> whether it is legal now, and if not, why."""
    seat = get_seat_or_404(request, match_id)
    try:
        asked = action(json_object(request.GET.get("action", "")), "action")
        refusal = why_not(match=seat.match, seat=seat.number, action=asked)
    except (BadBody, MalformedAction) as error:
        return problems.malformed(error)
    if refusal is None:
        return JsonResponse({"legal": True})
    return JsonResponse(
        {
            "legal": False,
            "code": refusal.code,
            "clause": refusal.clause,
            "message": sentence(refusal),
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
        reader = Reader(phylo_at(match), match.cards, ["", ""], seat.number)
        spaces = spaces_in_words(reader, seat.number, request.GET.get("source", ""))
    except WrongGame:
        raise Http404("no such thing in this game") from None
    except ValueError as error:
        return problems.malformed(error)
    return JsonResponse({"version": match.version, **spaces})
