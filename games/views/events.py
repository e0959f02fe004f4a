import uuid

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from games import stream
from games.access import look_or_404


@require_GET
async def match_events(request: HttpRequest, match_id: uuid.UUID) -> StreamingHttpResponse:
    """The match's live stream; `Last-Event-ID` is the point that the reader has."""
    await sync_to_async(authorise)(request, match_id)
    seen = stream.Point.read(request.headers.get("Last-Event-ID", ""))
    return StreamingHttpResponse(
        stream.events(match_id, seen=seen),
        content_type="text/event-stream",
        # Nothing on the way may hold events back to compress them or to fill a buffer.
        headers={"Cache-Control": "no-store", "Content-Encoding": "identity", "X-Accel-Buffering": "no"},
    )


def authorise(request: HttpRequest, match_id: uuid.UUID) -> None:
    try:
        look_or_404(request, match_id, noted=False)
    finally:
        stream.release_connection()
