"""Tournaments, their entries, standings and games as JSON."""

from fractions import Fraction

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.matches.api.serializers import JsonObject
from games.matches.fields import GAME
from games.matches.models import BotLevel
from games.matches.words.terms import EVERY_CLOCK
from games.tournaments.fields import AUDIENCES, DECKS, KINDS
from games.tournaments.models import Game, Tournament
from games.tournaments.words.tables import Board, Row, Side
from games.tournaments.words.tournaments import Entrant, Listing
from phylo.api.fields import Link


@extend_schema_field({"type": "number"})
class Points(serializers.Field):
    """Points as a number, such as 2.5."""

    def to_representation(self, value: Fraction) -> float:
        return float(value)


class TournamentSerializer(serializers.Serializer[Listing]):
    tournament = serializers.CharField(source="code", help_text="Its code.")
    name = serializers.CharField()
    kind = KINDS.answer_field("tournament.kind")
    status = serializers.ChoiceField(Tournament.Status.values)
    maker = serializers.CharField()
    audience = AUDIENCES.answer_field("tournament.audience")
    set = serializers.CharField(
        source="tournament.collection.slug",
        default=None,
        allow_null=True,
        help_text="Slug of the set for whose people it is.",
    )
    rules = GAME.answer_field("tournament.rules")
    options = JsonObject(source="tournament.options")
    clock = serializers.ChoiceField(sorted(EVERY_CLOCK), source="pace_key")
    seats = serializers.IntegerField(source="tournament.seats", help_text="At a table.")
    rounds = serializers.IntegerField(
        source="tournament.rounds", help_text="0: not known before it begins, or an arena."
    )
    round = serializers.IntegerField(
        source="tournament.round", help_text="The present one, or the last that has begun."
    )
    minutes = serializers.IntegerField(
        source="tournament.minutes", help_text="How long an arena pairs; 0 otherwise."
    )
    decks = DECKS.answer_field("tournament.decks")
    deck = serializers.CharField(
        source="tournament.deck_name", help_text="Name of the deck that is given to all."
    )
    filler = serializers.ChoiceField(
        [*BotLevel.values, ""],
        source="tournament.filler",
        help_text="The level that takes free seats; empty: they stay free.",
    )
    password = serializers.SerializerMethodField(help_text="Whether one is asked for.")
    bots_allowed = serializers.BooleanField(source="tournament.bots_allowed")
    rated = serializers.BooleanField(source="tournament.rated")
    public = serializers.BooleanField(
        source="tournament.public", help_text="Whether everybody may watch its games."
    )
    entered = serializers.IntegerField(help_text="How many take part.")
    entry = serializers.IntegerField(
        source="entry.number", default=None, allow_null=True, help_text="Your number."
    )
    playing = serializers.BooleanField(help_text="Whether you take part.")
    created_at = serializers.DateTimeField(source="tournament.created")
    starts_at = serializers.DateTimeField(source="tournament.starts_at", allow_null=True)
    begun_at = serializers.DateTimeField(source="tournament.begun", allow_null=True)
    next_round_at = serializers.DateTimeField(source="tournament.next_round_at", allow_null=True)
    ends_at = serializers.DateTimeField(
        source="tournament.ends_at", allow_null=True, help_text="Until when an arena pairs."
    )
    ended_at = serializers.DateTimeField(source="tournament.ended", allow_null=True)
    version = serializers.IntegerField(
        source="tournament.version", help_text="Counts all changes, as the stream tells them."
    )
    page = Link("tournament", "code")
    api = Link("api-tournament", "code")

    def get_password(self, listing: Listing) -> bool:
        return bool(listing.tournament.password)


class EntrySerializer(serializers.Serializer[Entrant]):
    number = serializers.IntegerField(help_text="From 1; it never changes.")
    name = serializers.CharField()
    bot = serializers.ChoiceField(
        [*BotLevel.values, ""], help_text="The level of a computer; empty for people."
    )
    program = serializers.BooleanField(help_text="Whether it entered with a token.")
    rating = serializers.IntegerField(help_text="When it entered; 0 without one.")
    withdrawn = serializers.BooleanField()
    you = serializers.BooleanField()


class StandingSerializer(serializers.Serializer[Row]):
    rank = serializers.IntegerField(source="standing.rank")
    number = serializers.IntegerField(source="entrant.number", help_text="Of the entry.")
    name = serializers.CharField(source="entrant.name")
    points = Points(source="standing.points")
    games = serializers.IntegerField(source="standing.games", help_text="That were played.")
    wins = serializers.IntegerField(source="standing.wins")
    draws = serializers.IntegerField(source="standing.draws")
    buchholz_cut = Points(source="standing.buchholz_cut")
    buchholz = Points(source="standing.buchholz")
    sonneborn_berger = Points(source="standing.sonneborn_berger")
    direct = Points(source="standing.direct", help_text="Direct encounter.")
    streak = serializers.IntegerField(source="standing.streak", help_text="Wins in a row.")


class SideSerializer(serializers.Serializer[Side]):
    seat = serializers.IntegerField()
    number = serializers.IntegerField(source="entrant.number", help_text="Of the entry.")
    name = serializers.CharField(source="entrant.name")
    points = Points(source="share", allow_null=True, help_text="From 0 to 1; null while it is played.")


class TournamentGameSerializer(serializers.Serializer[Board]):
    game = serializers.IntegerField(source="key")
    round = serializers.IntegerField(help_text="0 in an arena.")
    board = serializers.IntegerField(source="number")
    how = serializers.ChoiceField(Game.How.values, help_text="`paired` until there is a result.")
    match = serializers.UUIDField(allow_null=True, help_text="Null: not dealt yet, a bye, or not for you.")
    seats = SideSerializer(many=True, source="sides")
