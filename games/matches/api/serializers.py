"""Matches as answers."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.matches.access import Look
from games.matches.clauses import EVERY
from games.matches.models import BotLevel, Match, Seat
from games.matches.services.offers import KINDS
from games.matches.words.terms import EVERY_CLOCK, pace_key, pace_of
from phylo.api.fields import Link

MOST_SEATS = 6
ACTION: dict[str, object] = {
    "type": "object",
    "properties": {
        "do": {
            "type": "string",
            "enum": [
                "reveal", "play", "move", "discard", "spread", "event", "pass", "resign",
                "place", "give", "flip",
            ],
        }
    },
    "required": ["do"],
}  # fmt: skip
"""An action of the record format, without its `seat`."""


class SeatNumber(serializers.IntegerField):
    def __init__(self, **how: Any) -> None:
        super().__init__(min_value=0, max_value=MOST_SEATS - 1, **how)


class Version(serializers.IntegerField):
    def __init__(self, **how: Any) -> None:
        super().__init__(min_value=0, **{"help_text": "It counts the moves.", **how})


@extend_schema_field(ACTION)
class Action(serializers.JSONField):
    pass


@extend_schema_field({"type": "object"})
class JsonObject(serializers.JSONField):
    pass


class SeatSerializer(serializers.Serializer[Seat]):
    number = SeatNumber()
    name = serializers.SerializerMethodField(
        help_text="As people read it: of a guest “Guest” or, for example, “Mia (guest)”."
    )
    bot = serializers.ChoiceField(
        BotLevel.values,
        allow_null=True,
        help_text="Level of the site's own computer; null for players, programs among them.",
    )

    def get_name(self, seat: Seat) -> str:
        return seat.player.public_name if seat.player else str(seat.get_bot_display())

    def to_representation(self, seat: Seat) -> dict[str, object]:
        data: dict[str, object] = super().to_representation(seat)
        return {**data, "bot": data["bot"] or None}


class StandingOffer(serializers.Serializer[object]):
    kind = serializers.ChoiceField(KINDS)
    seat = SeatNumber(help_text="Whose offer it is.")


class ClockSerializer(serializers.Serializer[Match]):
    pace = serializers.SerializerMethodField(help_text="Kind, seconds, increment.")
    left = serializers.ListField(
        source="time_left",
        child=serializers.IntegerField(min_value=0),
        help_text=(
            "Milliseconds that each seat has at `counted_at`: in the future while the clock of a new match "
            "waits for somebody to look."
        ),
    )
    counted_at = serializers.DateTimeField(source="clock_since")
    running = serializers.ListField(
        source="clocks_running", child=SeatNumber(), help_text="Whose clocks run from then on."
    )
    flag_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When the first flag falls if nobody acts; null while all clocks stand still.",
    )

    @extend_schema_field(serializers.ChoiceField(sorted(EVERY_CLOCK)))
    def get_pace(self, match: Match) -> str:
        return pace_key(pace_of(match))

    def get_attribute(self, look: Look) -> Match | None:  # type: ignore[override]
        return look.match if look.match.clock_since else None


class ResultSerializer(serializers.Serializer[Match]):
    winner = SeatNumber(
        source="sole_winner", allow_null=True, help_text="Null: a draw, or a victory that several share."
    )
    winners = serializers.ListField(source="won_by", child=SeatNumber())
    ending = serializers.ChoiceField(Match.Ending.values)

    def get_attribute(self, look: Look) -> Match | None:  # type: ignore[override]
        return look.match if look.match.finished else None


class MatchAddresses(serializers.Serializer[Match]):
    view = Link("api-match-view", "pk")
    actions = Link("api-match-actions", "pk")
    why = Link("api-match-why", "pk")
    resign = Link("api-match-resign", "pk")
    offers = Link("api-match-offers", "pk")
    chat = Link("api-match-chat", "pk")
    record = Link("api-match-record", "pk")


class MatchSerializer(serializers.Serializer[Look]):
    """A match as somebody is told of it, from a seat or as a watcher. It was read `with_seats`."""

    match = serializers.UUIDField(source="match.pk")
    seat = SeatNumber(allow_null=True, help_text="Your own; null for a watcher.")
    rules = serializers.ChoiceField(EVERY, source="match.rules")
    options = JsonObject(
        source="match.options", help_text="As in records; what is left out is as the rules say."
    )
    seats = SeatSerializer(many=True, source="match.seats.all")
    status = serializers.ChoiceField(Match.Status.values, source="match.status")
    version = Version(source="match.version")
    talk = serializers.IntegerField(
        source="match.talk", min_value=0, help_text="It counts offers and messages."
    )
    to_act = serializers.ListField(
        source="match.acting",
        child=SeatNumber(),
        help_text="The seats that may act: all of those who choose at the same time.",
    )
    your_turn = serializers.BooleanField()
    scores = serializers.ListField(
        source="match.scores",
        child=serializers.IntegerField(),
        help_text="Of all seats; in a solo game also of its opponent.",
    )
    offer = StandingOffer(source="match.offer", allow_null=True, help_text="What one seat offers the other.")
    clock = ClockSerializer(allow_null=True, help_text="Null for a match without one.")
    result = ResultSerializer(allow_null=True, help_text="Null until the end.")
    rated = serializers.BooleanField(source="match.rated")
    public = serializers.BooleanField(source="match.public", help_text="Whether everybody may watch.")
    set = serializers.CharField(
        source="match.collection.slug",
        allow_null=True,
        help_text="The set inside which it is played, whose people may watch; null for most.",
    )
    created_at = serializers.DateTimeField(source="match.created")
    moved_at = serializers.DateTimeField(source="match.updated", help_text="When the last move was made.")
    page = Link("match", "match.pk", help_text="Its table for people.")
    api = Link("api-match", "match.pk", help_text="This match in the API.")
    addresses = MatchAddresses(source="match", help_text="What belongs to it.")


class ViewSerializer(serializers.Serializer[object]):
    version = Version()
    current = Version(help_text="The match's current version.")
    seat = SeatNumber(allow_null=True)
    view = JsonObject(
        help_text="A position as in records, and in `cards` the definitions of all that can be seen."
    )
    legal = serializers.ListField(child=Action(), help_text="Your legal actions.")
    log = serializers.ListField(
        child=JsonObject(), help_text="What happened in the move that led to this version."
    )
    hurried = serializers.BooleanField(
        help_text=(
            "Whether the site's computer made that move because its time was up: thinking again it may "
            "choose differently."
        )
    )


class LegalActions(serializers.Serializer[object]):
    version = Version()
    legal = serializers.ListField(child=Action())


class Moved(serializers.Serializer[object]):
    version = Version(help_text="The version that the action led to.")


class Verdict(serializers.Serializer[dict[str, object]]):
    legal = serializers.BooleanField()
    code = serializers.CharField(required=False, help_text="What is wrong, for programs.")
    clause = serializers.CharField(required=False, help_text="The clause of the rules.")
    message = serializers.CharField(required=False, help_text="What is wrong, in a sentence.")
    neighbour = serializers.ListField(
        required=False,
        allow_null=True,
        child=serializers.IntegerField(),
        help_text="The card that came nearest to support.",
    )

    def to_representation(self, verdict: dict[str, object]) -> dict[str, object]:
        return verdict


class Spaces(serializers.Serializer[object]):
    version = Version()
    spaces = JsonObject(
        help_text=(
            "By `x,y`: whether the card fits there, what its neighbours are to it, what an event would do."
        )
    )
    clauses = JsonObject(help_text="The clauses of the rules that they name.")


class Flag(serializers.Serializer[object]):
    version = Version()
    fell = serializers.BooleanField(help_text="Whether somebody's time was up.")


class Record(serializers.Serializer[dict[str, object]]):
    """A `phylo-record/1`."""

    def to_representation(self, record: dict[str, object]) -> dict[str, object]:
        return record
