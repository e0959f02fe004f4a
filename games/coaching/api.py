"""Hints: a good move for a player who plays alone or against the computer."""

import uuid

from django.http import Http404
from rest_framework import serializers

from games.coaching.models import Hint
from games.coaching.services import hints
from games.coaching.words.hints import steps
from games.matches.api.resource import MatchParameters, MatchResource
from games.matches.api.serializers import Action, Version
from games.matches.models import Seat
from games.table.people import names_of
from phylo.api.bodies import Body, Whole
from phylo.api.resource import operation


class Asking(Body):
    version = Whole(help_text="The version for which you want it.")


class StepSerializer(serializers.Serializer[object]):
    action = Action()
    words = serializers.CharField(help_text="The action as a request, in a sentence.")
    reasons = serializers.ListField(
        child=serializers.CharField(), help_text="What it does for you, in sentences."
    )


class HintSerializer(serializers.Serializer[object]):
    version = Version(help_text="The version for which it was asked.")
    ready = serializers.BooleanField(
        help_text="False while the computer thinks; the match's stream tells when it is done."
    )
    steps = StepSerializer(
        many=True,
        help_text="What to do now, and how the computer would go on in the same turn; empty until then.",
    )
    used = serializers.IntegerField(min_value=0, help_text="How many have been given in this match.")


class MatchHint(MatchResource):
    @operation(
        "getHint",
        "The hint for your turn",
        about="The one that you have asked for. 404 if you have asked for none since your last action.",
        answer=HintSerializer,
        query=MatchParameters,
    )
    def get(self, match_id: uuid.UUID) -> dict[str, object]:
        seat = self.seat(match_id)
        hint = hints.standing(seat.match, seat.number)
        if hint is None:
            raise Http404("no hint was asked for")
        return self._answer(seat, hint)

    @operation(
        "askForHint",
        "Ask for a hint",
        about=(
            "A good move, for players of unrated matches in which all others are computers. The computer "
            "thinks about it from what you see; asking again gives the same hint, and asks for no other."
        ),
        answer=HintSerializer,
        query=MatchParameters,
        body=Asking,
    )
    def post(self, match_id: uuid.UUID) -> dict[str, object]:
        seat = self.seat(match_id)
        hint = hints.ask(match_id=match_id, seat=seat.number, version=self.sent["version"])
        return self._answer(seat, hint)

    def _answer(self, seat: Seat, hint: Hint) -> dict[str, object]:
        seats = list(seat.match.seats.select_related("player__user").order_by("number"))
        return {
            "version": hint.version,
            "ready": hint.action is not None,
            "steps": steps(seat.match, hint, names_of(seats, seat.number)),
            "used": hints.used(seat.match),
        }
