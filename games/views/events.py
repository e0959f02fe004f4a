import uuid

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from games import stream
from games.access import look_or_404
from games.presence import Presence


@require_GET
async def match_events(request: HttpRequest, match_id: uuid.UUID) -> StreamingHttpResponse:
    """The match's live stream; `Last-Event-ID` is the point that the reader has."""
    company = await sync_to_async(authorise)(request, match_id)
    seen = stream.Point.read(request.headers.get("Last-Event-ID", ""))
    return StreamingHttpResponse(
        stream.events(match_id, seen=seen, company=company),
        content_type="text/event-stream",
        # Nothing on the way may hold events back to compress them or to fill a buffer.
        headers={"Cache-Control": "no-store", "Content-Encoding": "identity", "X-Accel-Buffering": "no"},
    )


def authorise(request: HttpRequest, match_id: uuid.UUID) -> stream.Company | None:
    """The company of one who plays with others a match that is not over."""
    try:
        look = look_or_404(request, match_id, noted=False)
        if look.seat is None or look.match.finished:
            return None
        sitting = look.match.seats.filter(player__isnull=False)
        people = dict(sitting.order_by("number").values_list("number", "player_id"))
        own = people[look.seat]
        others = {seat: player for seat, player in people.items() if player != own}
        return stream.Company(match_id, Presence(own, match_id), others) if others else None
    finally:
        stream.release_connection()
