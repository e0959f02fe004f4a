"""The stream of what needs an answer."""

from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from games.api.resource import PlayersResource
from games.api.waiting import events, moment_of
from games.stream_hub import release_connection
from phylo.accounts.tokens import bearer_of, user_of
from phylo.api.parameters import Parameters, read
from phylo.api.resource import AnyMediaType
from phylo.handler import LiveResponse


class Stream(PlayersResource):
    content_negotiation_class = AnyMediaType
    operation = "followMatches"
    tag = "stream"
    summary = gettext_lazy("What needs an answer, as it comes")
    about = gettext_lazy(
        "Server-Sent Events: `turn` (`match`, `version`), `challenge` (`challenge`, `rules`, `same_deck`), "
        "`table` (`table`, `rules`), `offer` (`match`, `kind`) and `finished` (`match`, `version`, `winner`, "
        "`winners`, `ending`). It begins with all that waits now. With the last event's id as "
        "`Last-Event-ID` results that came meanwhile are told too: an event may come twice, but none is left "
        "out. A line every 15 seconds keeps it open."
    )
    shape = "Events"
    media = ("text/event-stream",)
    refusals = (400, 401, 405, 429)
    tagging = False
    http_method_names = ["get", "options"]

    @classmethod
    def shape_schema(cls) -> dict[str, Any]:
        return {"type": "string"}

    def get(self, request: Request, **place: Any) -> HttpResponseBase:
        read(self.at.asked, Parameters)
        seen = moment_of(request.headers.get("Last-Event-ID", ""))
        # The stream may outlive everything else of the request.
        told = events(self.player.pk, seen=seen, allowed=self._allowed())
        release_connection()
        return LiveResponse(told)

    def _allowed(self) -> Any:
        """Whether the token still works; a session is asked once."""
        secret = bearer_of(self.http)
        return lambda: secret is None or user_of(secret) is not None
