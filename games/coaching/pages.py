import uuid
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from games.coaching.services.coach import send_away
from games.matches.access import get_seat_or_404
from phylo.http.problems import only


@only("POST")
def match_coach(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Send the coach of a first game away."""
    send_away(get_seat_or_404(request, match_id))
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
