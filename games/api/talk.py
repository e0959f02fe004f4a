"""Beside the moves: draws and take-backs by agreement, and chat."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy

from cards.api.writing import Deed
from cards.services.exporting import moment
from games.access import player_of, seats_or_404
from games.api.answers import match_answer, with_seats
from games.api.resource import FOUND, MATCH, WRITES, Doing, PlayersResource
from games.forms.sent import MESSAGE, OFFER
from games.models import ChatMessage, Match, Seat
from games.services import chat, offers
from games.words.seats import seat_of
from phylo.json_bodies import read_body


class MatchOffers(Doing):
    tag = "matches"
    places = MATCH
    shape = "Match"
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="offer",
            summary=gettext_lazy("Offer, accept or decline"),
            about=gettext_lazy(
                "A draw, or that one's own last action be taken back. Declining one's own offer withdraws "
                "it. The computer takes back at once and agrees to no draw."
            ),
            does="offer",
            sent="Offer",
            shape="Match",
            refusals=WRITES,
        )
    }

    def offer(self, **place: Any) -> dict[str, Any]:
        seat = self.seat(place["match_id"])
        sent = read_body(self.http, OFFER, needed=tuple(OFFER))
        match_id, kind = seat.match_id, sent["kind"]
        if sent["do"] == "offer":
            offers.offer(match_id=match_id, seat=seat.number, kind=kind)
        elif sent["do"] == "accept":
            offers.accept(match_id=match_id, seat=seat.number, kind=kind)
        else:
            offers.decline(match_id=match_id, kind=kind)
        return match_answer(with_seats(Match.objects.all()).get(pk=match_id), seat.number, self.at)


class MatchChat(PlayersResource):
    operation = "listMessages"
    tag = "matches"
    summary = gettext_lazy("What was said at the table")
    about = gettext_lazy(
        "Between the people at the table, the oldest first. With the computer there is no chat."
    )
    shape = "Messages"
    places = MATCH
    refusals = FOUND
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="say",
            summary=gettext_lazy("Say something"),
            about=gettext_lazy("The same key again says it once."),
            does="say",
            sent="NewMessage",
            shape="Message",
            status=HTTPStatus.CREATED,
            located=False,
            refusals=tuple(status for status in WRITES if status != HTTPStatus.CONFLICT),
        )
    }
    http_method_names = ["get", "head", "options", "post"]

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        mine, others = seats_or_404(self.http, place["match_id"])
        heard = chat.heard(match=mine.match, player=player_of(mine))
        return {"count": len(heard), "results": [_message(each, [mine, *others]) for each in heard]}

    def say(self, **place: Any) -> dict[str, Any]:
        mine, others = seats_or_404(self.http, place["match_id"])
        sent = read_body(self.http, MESSAGE, needed=tuple(MESSAGE))
        said = chat.say(match_id=mine.match_id, player=player_of(mine), **sent)
        return _message(said, [mine, *others])


def _message(message: ChatMessage, seats: list[Seat]) -> dict[str, Any]:
    return {
        "id": message.pk,
        "seat": seat_of(message, seats),
        "text": message.text,
        "said_at": moment(message.created),
    }
