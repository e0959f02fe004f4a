"""Besides moves: draws and take-backs by agreement, and the chat."""

import uuid
from http import HTTPStatus

from django.utils.translation import gettext as _
from rest_framework import serializers

from games.matches.access import Look, own_player, player_of, seats_or_404, watchers_or_404
from games.matches.api.resource import MatchParameters, MatchResource
from games.matches.api.serializers import MatchSerializer, SeatNumber
from games.matches.models import ChatMessage, Mute, Player
from games.matches.services import blocking, chat, offers
from games.matches.services.errors import NotAllowed
from games.matches.words.seats import seat_of
from phylo.api.bodies import Body, Choice, Key, Text, Truth, Whole
from phylo.api.paging import Listed, list_of
from phylo.api.resource import OPEN_OR_TOKEN, operation
from phylo.http.input import BadBody
from phylo.moderation import services as moderation
from phylo.moderation.content import person_of
from phylo.moderation.models import LONGEST_REPORT


class OfferBody(Body):
    do = Choice(["offer", "accept", "decline"], required=True)
    kind = Choice(offers.KINDS, required=True)


class MessageBody(Body):
    text = Text(help_text="1 to 400 letters in one line.")
    key = Key(required=True)


class MuteBody(Body):
    on = Truth()
    block = Truth(required=False, help_text="Whether to block them altogether, or to end that.")
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


class WatcherMessageSerializer(serializers.Serializer[ChatMessage]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="player.public_name")
    text = serializers.CharField()
    said_at = serializers.DateTimeField(source="created")


class Messages(serializers.Serializer[object]):
    count = serializers.IntegerField(min_value=0)
    results = MessageSerializer(many=True)
    muted = serializers.BooleanField(help_text="Whether you have muted everybody else.")


class Muted(serializers.Serializer[object]):
    muted = serializers.BooleanField()


class Reported(serializers.Serializer[object]):
    reported = serializers.BooleanField()


class MatchOffers(MatchResource):
    @operation(
        "offer",
        "Offer, accept or decline",
        about=(
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
        "What was said at the table",
        about="Between the people at the table, oldest first. With the computer there is no chat.",
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
        "Say something",
        about="Sent again with the same key, it is said once.",
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


class MatchWatchers(MatchResource):
    security = OPEN_OR_TOKEN

    @operation(
        "listWatchersMessages",
        "What those who watch have said",
        about=(
            "Of a public match, oldest first: while it is played for accounts that watch alone, afterwards "
            "for everybody. Those who play do not find it until the end."
        ),
        answer=list_of(WatcherMessageSerializer),
    )
    def get(self, match_id: uuid.UUID) -> Listed[ChatMessage]:
        look = watchers_or_404(self.http, match_id)
        known = own_player(self.http).first() if look.match.finished else self._account()
        return Listed(chat.heard(match=look.match, player=known, watching=True))

    @operation(
        "sayToWatchers",
        "Say something to those who watch",
        about="Until the end. Sent again with the same key, it is said once.",
        answer=WatcherMessageSerializer,
        body=MessageBody,
        status=HTTPStatus.CREATED,
    )
    def post(self, match_id: uuid.UUID) -> ChatMessage:
        watchers_or_404(self.http, match_id)
        return chat.say(match_id=match_id, player=self.player, watching=True, **self.sent)

    def _account(self) -> Player | None:
        """None for one that has never played. Raises NobodyKnown for guests."""
        return Player.objects.filter(user=self.member).first()


class MatchMute(MatchResource):
    @operation(
        "mute",
        "Mute somebody, or stop muting them",
        about=(
            "You do not read any more what they write, in this match or any other. With `block` they cannot "
            "be matched with you either; a guest who comes back without their cookie is somebody else. Where "
            "several others sit, `seat` says who is meant."
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
        player, other = player_of(mine), player_of(named[0])
        if not self.sent.get("block"):
            chat.mute(player=player, muted=other, on=on)
        elif on:
            blocking.block(player=player, blocked=other)
        else:
            blocking.unblock(player=player, blocked=other)
        return {"muted": on}


class MatchReport(MatchResource):
    @operation(
        "reportMessage",
        "Report a message",
        about="Tells the moderators of a message that somebody else has written at this table.",
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
