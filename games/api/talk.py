"""Besides moves: draws and take-backs by agreement, and the chat."""

import uuid
from http import HTTPStatus

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from games.access import Look, player_of, seats_or_404
from games.api.bodies import Choice
from games.api.resource import MatchParameters, MatchResource
from games.api.serializers import MatchSerializer, SeatNumber
from games.models import ChatMessage, Mute
from games.services import chat, offers
from games.services.errors import NotAllowed
from games.words.seats import seat_of
from phylo.api.bodies import Body, Key, Text, Truth, Whole
from phylo.api.resource import operation
from phylo.http.input import BadBody
from phylo.moderation import services as moderation
from phylo.moderation.content import person_of
from phylo.moderation.models import LONGEST_REPORT


class OfferBody(Body):
    do = Choice(["offer", "accept", "decline"], required=True)
    kind = Choice(offers.KINDS, required=True)


class MessageBody(Body):
    text = Text(help_text=gettext_lazy("1 to 400 letters in one line."))
    key = Key(required=True)


class MuteBody(Body):
    on = Truth()
    seat = Whole(max_value=5, required=False)


class ReportBody(Body):
    message = Whole()
    reason = Text()


class MessageSerializer(serializers.Serializer[ChatMessage]):
    """A message; the context's `seats` are those at the table."""

    id = serializers.IntegerField()
    seat = SeatNumber(source="said_from")
    text = serializers.CharField()
    said_at = serializers.DateTimeField(source="created")


class Messages(serializers.Serializer[object]):
    count = serializers.IntegerField(min_value=0)
    results = MessageSerializer(many=True)
    muted = serializers.BooleanField(help_text=gettext_lazy("Whether you have muted everybody else."))


class Muted(serializers.Serializer[object]):
    muted = serializers.BooleanField()


class Reported(serializers.Serializer[object]):
    reported = serializers.BooleanField()


class MatchOffers(MatchResource):
    @operation(
        "offer",
        gettext_lazy("Offer, accept or decline"),
        about=gettext_lazy(
            "A draw, or that your own last action be taken back. Declining your own offer withdraws it. The "
            "computer always lets you take back, and never agrees to a draw."
        ),
        answer=MatchSerializer,
        query=MatchParameters,
        body=OfferBody,
    )
    def post(self, match_id: uuid.UUID) -> Look:
        seat = self.seat(match_id)
        kind = self.sent["kind"]
        match self.sent["do"]:
            case "offer":
                offers.offer(match_id=match_id, seat=seat.number, kind=kind)
            case "accept":
                offers.accept(match_id=match_id, seat=seat.number, kind=kind)
            case _:
                offers.decline(match_id=match_id, seat=seat.number, kind=kind)
        return self.shown(match_id, seat.number)


class MatchChat(MatchResource):
    @operation(
        "listMessages",
        gettext_lazy("What was said at the table"),
        about=gettext_lazy(
            "Between the people at the table, oldest first. With the computer there is no chat."
        ),
        answer=Messages,
        query=MatchParameters,
    )
    def get(self, match_id: uuid.UUID) -> dict[str, object]:
        mine, others = seats_or_404(self.http, match_id)
        messages = chat.heard(match=mine.match, player=player_of(mine))
        for message in messages:
            message.said_from = seat_of(message, [mine, *others])  # type: ignore[attr-defined]
        them = {other.player_id for other in others}
        muted = Mute.objects.filter(player=mine.player_id, muted__in=them).count() == len(them)
        return {"count": len(messages), "results": messages, "muted": muted}

    @operation(
        "say",
        gettext_lazy("Say something"),
        about=gettext_lazy("Sent again with the same key, it is said once."),
        answer=MessageSerializer,
        query=MatchParameters,
        body=MessageBody,
        status=HTTPStatus.CREATED,
    )
    def post(self, match_id: uuid.UUID) -> ChatMessage:
        mine, others = seats_or_404(self.http, match_id)
        message = chat.say(match_id=match_id, player=player_of(mine), **self.sent)
        message.said_from = seat_of(message, [mine, *others])  # type: ignore[attr-defined]
        return message


class MatchMute(MatchResource):
    @operation(
        "mute",
        gettext_lazy("Mute somebody, or stop muting them"),
        about=gettext_lazy(
            "You do not read any more what they write, in this match or any other. Where several others sit, "
            "`seat` says who is meant."
        ),
        answer=Muted,
        query=MatchParameters,
        body=MuteBody,
    )
    def post(self, match_id: uuid.UUID) -> dict[str, bool]:
        mine, others = seats_or_404(self.http, match_id)
        on, seat = self.sent["on"], self.sent.get("seat")
        named = [other for other in others if other.number == seat or (seat is None and len(others) == 1)]
        if not named:
            raise BadBody("seat", _("Say whom you mean, by their seat."))
        chat.mute(player=player_of(mine), muted=player_of(named[0]), on=on)
        return {"muted": on}


class MatchReport(MatchResource):
    @operation(
        "reportMessage",
        gettext_lazy("Report a message"),
        about=gettext_lazy("Tells the moderators of a message that somebody else has written at this table."),
        answer=Reported,
        query=MatchParameters,
        body=ReportBody,
    )
    def post(self, match_id: uuid.UUID) -> dict[str, bool]:
        mine, _others = seats_or_404(self.http, match_id)
        message = ChatMessage.objects.filter(match=match_id, watching=False, pk=self.sent["message"]).first()
        if message is None:
            raise BadBody("message", _("There is no such message."))
        if message.player_id == player_of(mine).pk:
            raise NotAllowed(_("This is your own message."))
        moderation.report(
            kind="chat",
            key=str(message.pk),
            person=person_of(self.http),
            text=self.sent["reason"][:LONGEST_REPORT],
            needed=False,
        )
        return {"reported": True}
