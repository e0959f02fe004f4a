import uuid

from django.http import HttpRequest
from django.views.decorators.http import require_GET

from games import stream
from games.access import look_or_404
from games.presence import Presence
from games.stream_hub import Company, Point, release_connection
from phylo.handler import LiveResponse


@require_GET
def match_events(request: HttpRequest, match_id: uuid.UUID) -> LiveResponse:
    """The match's live stream; `Last-Event-ID` is the point that the reader has."""
    company = authorise(request, match_id)
    seen = Point.read(request.headers.get("Last-Event-ID", ""))
    return LiveResponse(stream.events(match_id, seen=seen, company=company))


def authorise(request: HttpRequest, match_id: uuid.UUID) -> Company | None:
    """The company of one who plays with others a match that is not over."""
    try:
        look = look_or_404(request, match_id, noted=False)
        if look.seat is None or look.match.finished:
            return None
        sitting = look.match.seats.filter(player__isnull=False)
        people = dict(sitting.order_by("number").values_list("number", "player_id"))
        own = people[look.seat]
        others = {seat: player for seat, player in people.items() if player != own}
        return Company(match_id, Presence(own, match_id), others) if others else None
    finally:
        release_connection()
