"""Live streams: one of everything that a player has to answer, and one of a single match."""

import uuid
from functools import partial

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import get_language

from engine.drafting import GAMES as DRAFTS
from games.matches import stream
from games.matches.access import Look, opener_of
from games.matches.api.resource import MatchParameters, MatchResource, PlayersResource
from games.matches.presence import Presence
from games.matches.stream_hub import Company, Point, ended, release_connection
from games.table.api import player_events
from games.table.open_pages import OpenPage
from phylo.api.parameters import TrueOrFalse
from phylo.api.resource import OPEN_OR_TOKEN, AnyMediaType, operation
from phylo.serving.handler import LiveResponse

EVENTS = ("text/event-stream",)


class PlayerStream(PlayersResource):
    tag = "stream"
    content_negotiation_class = AnyMediaType

    @operation(
        "followMatches",
        "What needs an answer, as it comes",
        about=(
            "Server-Sent Events: `turn` (`match`, `version`), `challenge` (`challenge`, `rules`, "
            "`same_deck`), `table` (`table`, `rules`), `offer` (`match`, `kind`) and `finished` (`match`, "
            "`version`, `winner`, `winners`, `ending`). It begins with all that waits now. With the last "
            "event's id as `Last-Event-ID` results since then are told too: an event may come twice, but "
            "none is left out. A line every 15 seconds keeps it open."
        ),
        media=EVENTS,
        tagged=False,
    )
    def get(self) -> HttpResponseBase:
        seen = player_events.moment_of(self.request.headers.get("Last-Event-ID", ""))
        # The stream may outlive the rest of the request.
        opener = opener_of(self.http, self.player.pk)
        events = player_events.events(opener.player, seen=seen, allowed=lambda: not ended([opener]))
        release_connection()
        return LiveResponse(events)


class StreamParameters(MatchParameters):
    changes = TrueOrFalse(
        help_text="For the site's own page of a match of Phylo: with each version what differs in its table."
    )
    watching = TrueOrFalse(
        help_text="That you only look on: when the site is busy, those who play come first."
    )


class MatchStream(MatchResource):
    tag = "stream"
    security = OPEN_OR_TOKEN
    content_negotiation_class = AnyMediaType

    @operation(
        "followMatch",
        "How far one match has come, as it goes on",
        about=(
            "Server-Sent Events for a page that shows the match: `version` and `talk`, which counts offers "
            "and messages, whenever they change, and `here`, the seats of the others who are at the table. "
            "The last event's id may be sent as `Last-Event-ID`. A line every 15 seconds keeps it open."
        ),
        query=StreamParameters,
        media=EVENTS,
        tagged=False,
    )
    def get(self, match_id: uuid.UUID) -> HttpResponseBase:
        seen = Point.read(self.request.headers.get("Last-Event-ID", ""))
        try:
            look = self.look(match_id, noted=False)
            company = company_of(self.http, look)
            page = page_of(self.http, look) if self.given.get("changes") else None
            if company:
                # The others learn now that somebody has come, not at their next heartbeat; who was only cut
                # off, as when a web process ends with all its streams, has not been missed.
                missed = seen is None or not company.own.is_noted()
                company.own.note()
                if missed:
                    transaction.on_commit(partial(stream.announce, match_id), robust=True)
        finally:
            release_connection()
        return LiveResponse(stream.events(match_id, seen=seen, company=company, page=page))


def company_of(request: HttpRequest, look: Look) -> Company | None:
    """The other people at the table of a running match; None for a spectator or without other people."""
    if look.seat is None or look.match.finished:
        return None
    people = {seat.number: seat.player_id for seat in look.seats if seat.player_id is not None}
    own = people[look.seat]
    others = {seat: player for seat, player in people.items() if player != own}
    if not others:
        return None
    return Company(look.match.pk, Presence(own, look.match.pk), others, opener_of(request, own))


def page_of(request: HttpRequest, look: Look) -> OpenPage | None:
    """The page that the stream is for; None for one that fetches its tables as a whole."""
    if look.match.rules in DRAFTS:
        return None
    opener = None if look.seat is None else opener_of(request, _player_in(look))
    return OpenPage(look.match.pk, opener, get_language() or settings.LANGUAGE_CODE)


def _player_in(look: Look) -> uuid.UUID:
    player = next(seat.player_id for seat in look.seats if seat.number == look.seat)
    assert player is not None
    return player
