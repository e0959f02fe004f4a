"""After the end of a match: its analysis, and playing on from one of its steps."""

import uuid
from http import HTTPStatus
from typing import Any

from rest_framework import serializers

from games.matches.access import Look
from games.matches.api.resource import MatchParameters, MatchResource
from games.matches.api.serializers import Action, MatchSerializer, SeatNumber, Version
from games.matches.models import BotLevel
from games.matches.services.errors import MatchPlaying
from games.replays.models import MatchAnalysis
from games.replays.services.analyses import analysis_of, begin_analysis, cancel_analysis
from games.replays.services.playing_on import Moment, play_on
from games.replays.words.analyses import report
from games.table.people import names_of, seats_of
from phylo.api.bodies import Body, Choice, Key, Whole
from phylo.api.resource import OPEN_OR_TOKEN, operation
from phylo.jobs.models import Status

NONE = "none"


class Share(serializers.FloatField):
    def __init__(self, **how: Any) -> None:
        super().__init__(min_value=0, max_value=1, **how)


class Sentences(serializers.ListField):
    child = serializers.CharField()


class ChoiceSerializer(serializers.Serializer[object]):
    action = Action()
    line = serializers.ListField(child=Action(), help_text="The rest of the turn, as it went best.")
    chance = Share(help_text="The chance to win; a draw counts half.")
    lead = serializers.FloatField(help_text="The expected lead at the end, in points.")


class LapseSerializer(serializers.Serializer[object]):
    version = Version(help_text="The version at which the choice was.")
    turn = serializers.IntegerField(min_value=0)
    seat = SeatNumber()
    cost = Share(source="lapse.cost", help_text="How much of the chance to win was lost.")
    made = ChoiceSerializer(source="lapse.made")
    better = ChoiceSerializer(source="lapse.better")
    words = Sentences(help_text="The move, what would have been better, and why.")


class MoveSerializer(serializers.Serializer[object]):
    version = Version(help_text="The version that the move led to.")
    turn = serializers.IntegerField(min_value=0)
    seat = SeatNumber()
    chances = serializers.ListField(
        source="stood",
        child=Share(allow_null=True),
        help_text="The chance of each seat to win after its turn; null where nobody can tell.",
    )
    words = serializers.CharField(source="made")


class TurningSerializer(serializers.Serializer[object]):
    version = Version(help_text="The version before the turn.")
    turn = serializers.IntegerField(min_value=0)
    words = Sentences(help_text="Its moves, what they changed, and what fell by them.")


class ReportSerializer(serializers.Serializer[object]):
    moves = MoveSerializer(many=True, source="rows")
    lapses = LapseSerializer(
        many=True, source="comments", help_text="The moves that cost most, the dearest first."
    )
    decided = TurningSerializer(
        source="turning", allow_null=True, help_text="The turn that decided; null for a draw."
    )


class AnalysisSerializer(serializers.Serializer[object]):
    status = serializers.ChoiceField([NONE, *Status.values], help_text="`none`: nobody has asked for one.")
    done = serializers.IntegerField(min_value=0)
    total = serializers.IntegerField(min_value=0)
    report = ReportSerializer(allow_null=True, help_text="Null until it is done.")


class MatchAnalysisResource(MatchResource):
    security = OPEN_OR_TOKEN

    @operation(
        "getAnalysis",
        "The analysis of a finished match",
        about=(
            "How far it is, and once it is done the chances after every turn, the moves that cost most and "
            "the turn that decided. For everybody who may see the replay; not before the end: 409."
        ),
        answer=AnalysisSerializer,
        query=MatchParameters,
        also=(HTTPStatus.CONFLICT,),
    )
    def get(self, match_id: uuid.UUID) -> dict[str, object]:
        return self._answer(self._finished(match_id))

    @operation(
        "analyse",
        "Have a finished match analysed",
        about=(
            "There is one analysis of a match, kept with it: asking again changes nothing, unless it was "
            "cancelled or has failed. Not before the end: 409."
        ),
        answer=AnalysisSerializer,
        query=MatchParameters,
        body=Body,
        status=HTTPStatus.ACCEPTED,
    )
    def post(self, match_id: uuid.UUID) -> dict[str, object]:
        look = self._finished(match_id)
        assert not self.sent
        begin_analysis(match=look.match)
        return self._answer(look)

    @operation(
        "cancelAnalysis",
        "Cancel an analysis",
        about="Only those who played may. Nothing happens when none is under way.",
        answer=AnalysisSerializer,
        query=MatchParameters,
    )
    def delete(self, match_id: uuid.UUID) -> dict[str, object]:
        self.seat(match_id)
        cancel_analysis(match_id=match_id)
        return self._answer(self.look(match_id))

    def _finished(self, match_id: uuid.UUID) -> Look:
        """Raises MatchPlaying."""
        look = self.look(match_id)
        if not look.match.finished:
            raise MatchPlaying
        return look

    @staticmethod
    def _answer(look: Look) -> dict[str, object]:
        found = MatchAnalysis.objects.filter(match=look.match.pk).first()
        if found is None:
            return {"status": NONE, "done": 0, "total": 0, "report": None}
        done, names = analysis_of(found), names_of(seats_of(look))
        written = None if done is None else report(found.match, done, names, look.seat)
        return {"status": found.status, "done": found.done, "total": found.total, "report": written}


class PlayOn(Body):
    version = Whole(help_text="The version of the finished match from which to play on.")
    seat = Whole(help_text="The seat that you take; the computer gets all others.")
    level = Choice(BotLevel.values, required=True)
    key = Key(required=False)


class MatchPlayOn(MatchResource):
    @operation(
        "playOn",
        "Play on from a step of a finished match",
        about=(
            "Begins a new match against the computer, with hands and decks as they were at that version of "
            "a match that you played or that is public. It is not rated. Not before the end: 409."
        ),
        answer=MatchSerializer,
        query=MatchParameters,
        body=PlayOn,
        status=HTTPStatus.CREATED,
    )
    def post(self, match_id: uuid.UUID) -> Look:
        moment = Moment(self.look(match_id).match, self.sent["version"], self.sent["seat"])
        found = play_on(
            moment=moment, level=self.sent["level"], player=self.player, key=self.sent.get("key", "")
        )
        return self.shown(found.pk, moment.seat)
