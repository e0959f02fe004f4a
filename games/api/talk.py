"""Beside the moves: draws and take-backs by agreement, and chat."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.api.bodies import read_body, text
from cards.api.errors import BadBody
from cards.api.writing import Deed
from cards.services.card_objects import moment
from games import services
from games.api.answers import match_answer, with_seats
from games.api.resource import FOUND, MATCH, WRITES, Doing, PlayersResource
from games.models import ChatMessage, Match, Seat
from games.services import offers
from games.views.actions import KEY
from games.views.chat import player_of, seat_of, seats_or_404
from games.views.offers import DOINGS


def one_of(*names: str) -> Any:
    """A reader of a body's field that is one of these."""

    def read(value: Any, field: str) -> str:
        if value not in names:
            told = {"name": field, "names": ", ".join(names)}
            raise BadBody(field, _("%(name)s must be one of %(names)s.") % told)
        return str(value)

    return read


def key(value: Any, name: str) -> str:
    if not isinstance(value, str) or not KEY.fullmatch(value):
        raise BadBody(name, _("key must be 1 to 64 letters, digits or . _ : -"))
    return value


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
        fields = {"do": one_of(*DOINGS), "kind": one_of(*offers.KINDS)}
        sent = read_body(self.http, fields, needed=("do", "kind"))
        match_id, kind = seat.match_id, sent["kind"]
        if sent["do"] == "offer":
            services.offer(match_id=match_id, seat=seat.number, kind=kind)
        elif sent["do"] == "accept":
            services.accept(match_id=match_id, seat=seat.number, kind=kind)
        else:
            services.decline(match_id=match_id, kind=kind)
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
            refusals=tuple(status for status in WRITES if status != HTTPStatus.CONFLICT),
        )
    }
    http_method_names = ["get", "head", "options", "post"]

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        mine, others = seats_or_404(self.http, place["match_id"])
        heard = services.heard(match=mine.match, player=player_of(mine))
        return {"count": len(heard), "results": [_message(each, [mine, *others]) for each in heard]}

    def say(self, **place: Any) -> dict[str, Any]:
        mine, others = seats_or_404(self.http, place["match_id"])
        sent = read_body(self.http, {"text": text, "key": key}, needed=("text", "key"))
        said = services.say(match_id=mine.match_id, player=player_of(mine), **sent)
        return _message(said, [mine, *others])


def _message(message: ChatMessage, seats: list[Seat]) -> dict[str, Any]:
    at = moment(message.created)
    return {"id": message.pk, "seat": seat_of(message, seats), "text": message.text, "at": at}
