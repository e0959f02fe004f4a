"""The live stream of one tournament."""

from django.http import Http404, HttpResponseBase

from games.matches import stream
from games.matches.api.resource import PlayersResource
from games.matches.stream_hub import Point, release_connection
from games.table.api.streams import EVENTS
from games.tournaments.access import tournaments_seen_by
from phylo.api.resource import OPEN_OR_TOKEN, AnyMediaType, operation
from phylo.serving.handler import LiveResponse


class TournamentStream(PlayersResource):
    tag = "stream"
    path_words = {"code": "The `tournament` of a list."}
    security = OPEN_OR_TOKEN
    content_negotiation_class = AnyMediaType

    @operation(
        "followTournament",
        "That a tournament has changed, as it goes on",
        about=(
            "Server-Sent Events: its `version`, whenever somebody enters or leaves, a round begins, a game "
            "is dealt or ends. The last event's id may be sent as `Last-Event-ID`. A line every 15 "
            "seconds keeps it open."
        ),
        media=EVENTS,
        tagged=False,
    )
    def get(self, code: str) -> HttpResponseBase:
        try:
            found = tournaments_seen_by(self.http).filter(code=code).values_list("pk", flat=True).first()
            if found is None:
                raise Http404("no such tournament")
        finally:
            release_connection()
        seen = Point.read(self.request.headers.get("Last-Event-ID", ""))
        return LiveResponse(stream.events(found, seen=seen))
