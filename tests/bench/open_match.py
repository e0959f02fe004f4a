"""A match whose two pages are open, asked for within this process: without server and network."""

import json
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from games.matches.models import Seat
from games.matches.presence import Presence
from games.matches.stream_hub import Company, Found, Opener, Point, Question, look
from games.table.open_pages import OpenPage
from tests.bench.tables import Dealt
from tests.soak.cluster import CSRF


class OpenMatch:
    def __init__(self, dealt: Dealt) -> None:
        self.dealt = dealt
        self.clients = [_browser(session) for session in dealt.sessions]
        for client in self.clients:
            client.get(f"{dealt.path}table/")
        self._followed = _followed(dealt)

    def act(self, seat: int, action: dict[str, Any]) -> HttpResponse:
        """The action through all middleware, until it is stored."""
        version = self.dealt.version
        return self.clients[seat].post(
            f"/api/v1{self.dealt.path}actions/",
            json.dumps({"action": action, "version": version, "key": f"v{version}"}),
            content_type="application/json",
            headers={"X-CSRFToken": CSRF},
        )

    def acted(self, seat: int, action: dict[str, Any]) -> None:
        """That it was stored."""
        self.dealt.state.apply({**action, "seat": seat})
        self.dealt.version += 1

    def sent(self, seen: int) -> HttpResponse:
        """What the streams of both pages, which were told of that version, look up and send now."""
        found: dict[int, Found] = {}
        asked = [Question(company.match, company, page, Point(seen)) for company, page in self._followed]
        look.func(asked, found.__setitem__)
        news = [found[number].news for number, _page in enumerate(asked)]
        assert self.dealt.state.over or all(each and each["change"] for each in news), (
            "a page was sent nothing"
        )
        return HttpResponse(json.dumps(news), headers={"Content-Encoding": "identity"})


def _browser(session: str) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    client.cookies[settings.CSRF_COOKIE_NAME] = CSRF
    return client


def _followed(dealt: Dealt) -> list[tuple[Company, OpenPage]]:
    """As the players' streams ask."""
    match = UUID(dealt.path.split("/")[2])
    seats = Seat.objects.filter(match=match).select_related("player").order_by("number")
    players = [seat.player for seat in seats if seat.player is not None]
    found = []
    for number, (player, session) in enumerate(zip(players, dealt.sessions, strict=True)):
        opener = Opener(player.pk, None, session, "", player.guest_id)
        others = {seat: other.pk for seat, other in enumerate(players) if seat != number}
        found.append(
            (Company(match, Presence(player.pk, match), others, opener), OpenPage(match, opener, "en"))
        )
    return found
