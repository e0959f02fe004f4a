"""The ladder as JSON: the table, head-to-head results, games, and one program. Everybody may read it."""

from dataclasses import dataclass

from django.http import Http404
from rest_framework import serializers

from games.ladder.models import Game, Program, Standing
from games.ladder.services import reading
from games.ladder.services.reading import Row, Score
from games.matches.fields import GAME
from games.matches.models import BotLevel
from games.matches.presence import following
from games.matches.services.matches import DEFAULT_RULES
from phylo.api.fields import Link
from phylo.api.paging import Listed, Page, by_number, list_of, page_of
from phylo.api.parameters import PageParameters, Parameters, TrueOrFalse
from phylo.api.resource import CHECKED, Resource, operation

ACCOUNT = "Its account, which names it in addresses; null: a level of the computer."
LEVEL = "The level of the computer; empty: a program."


class LadderParameters(Parameters):
    rules = GAME.body_field(default=DEFAULT_RULES)


class GamesParameters(PageParameters):
    rules = GAME.body_field()
    program = serializers.CharField(
        required=False, max_length=60, help_text="The account of a program: only its games."
    )
    running = TrueOrFalse(help_text="Only games that are being played, or only finished ones.")


class WhoSerializer(serializers.Serializer[Standing]):
    name = serializers.CharField(help_text="As people read it.")
    account = serializers.CharField(
        source="program.player.user.username", default=None, allow_null=True, help_text=ACCOUNT
    )
    level = serializers.ChoiceField([*BotLevel.values, ""], source="bot", help_text=LEVEL)


class RankingSerializer(serializers.Serializer[Row]):
    rank = serializers.IntegerField(allow_null=True, help_text="Null: a level, or too few games for a rank.")
    who = WhoSerializer(source="standing")
    owner = serializers.CharField(source="standing.program.owner_name", default=None, allow_null=True)
    rating = serializers.IntegerField(
        help_text="400 points more are odds of 10 to 1. That of a level never moves."
    )
    give_or_take = serializers.IntegerField(help_text="Half of the interval of 95 %.")
    games = serializers.IntegerField(source="standing.games", help_text="That count.")
    won = serializers.IntegerField(source="standing.won")
    drawn = serializers.IntegerField(source="standing.drawn")
    lost = serializers.IntegerField(source="standing.lost")
    provisional = serializers.BooleanField(source="standing.provisional")
    here = serializers.BooleanField(help_text="Whether it is connected.")
    match = serializers.UUIDField(
        source="playing.match_id",
        default=None,
        allow_null=True,
        help_text="That it is playing, under whatever rules.",
    )


@dataclass(frozen=True)
class Between:
    """Results between two, from the side of the one that stands higher in the table."""

    one: Standing
    other: Standing
    score: Score


class BetweenSerializer(serializers.Serializer[Between]):
    one = WhoSerializer()
    other = WhoSerializer()
    games = serializers.IntegerField(source="score.games")
    won = serializers.IntegerField(source="score.won", help_text="By the first of the two.")
    drawn = serializers.IntegerField(source="score.drawn")
    lost = serializers.IntegerField(source="score.lost")
    share = serializers.FloatField(source="score.share", help_text="Of the first; a draw counts half.")
    interval95 = serializers.ListField(
        source="score.interval",
        child=serializers.FloatField(),
        min_length=2,
        max_length=2,
        help_text="Wilson's interval of 95 % of the share.",
    )


class LadderGameSerializer(serializers.Serializer[Game]):
    game = serializers.IntegerField(source="pk")
    rules = GAME.answer_field()
    match = serializers.UUIDField(
        source="match_id",
        help_text="Everybody may watch it, and read its `record` after the end.",
    )
    first = WhoSerializer(help_text="In seat 0.")
    second = WhoSerializer()
    begun_at = serializers.DateTimeField(source="begun")
    ended_at = serializers.DateTimeField(source="ended", allow_null=True)
    points = serializers.SerializerMethodField(
        help_text="Of the first: 1, 0.5 or 0; null while it is played."
    )
    counts = serializers.BooleanField(help_text="Whether it changed ratings: not if somebody never came.")
    page = Link("match", "match_id")

    def get_points(self, game: Game) -> float | None:
        return None if game.points is None else game.points / 2


class LadderRatingSerializer(serializers.Serializer[Standing]):
    rules = GAME.answer_field()
    rating = serializers.IntegerField(source="strength.points")
    give_or_take = serializers.IntegerField(source="strength.give_or_take")
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    provisional = serializers.BooleanField()


class LadderProgramSerializer(serializers.Serializer[Program]):
    account = serializers.CharField(source="player.user.username", help_text=ACCOUNT)
    name = serializers.CharField(help_text="As people read it.")
    owner = serializers.CharField(source="owner_name")
    about = serializers.CharField(help_text="What it is, in a sentence.")
    source_url = serializers.CharField(source="source", help_text="Where its source is; may be empty.")
    plays = serializers.ListField(child=serializers.CharField(), help_text="Under which rules it plays.")
    paused = serializers.BooleanField()
    because = serializers.ChoiceField(
        [*Program.Because.values, ""], source="paused_because", help_text="Why it is paused."
    )
    here = serializers.SerializerMethodField(help_text="Whether it is connected.")
    match = serializers.UUIDField(
        source="playing.match_id",
        default=None,
        allow_null=True,
        help_text="That it is playing.",
    )
    created_at = serializers.DateTimeField(source="created")
    ratings = LadderRatingSerializer(source="standings.all", many=True)
    page = Link("ladder-program", "player.user.username")
    api = Link("api-ladder-program", "player.user.username")

    def get_here(self, program: Program) -> bool:
        return bool(following([program.player_id]))


class LadderResource(Resource):
    tag = "ladder"
    path_words = {"name": "The `account` of a program."}
    keep = CHECKED


class LadderTable(LadderResource):
    @operation(
        "listLadder",
        "How strong programs are",
        about=(
            "Best first, with the levels of the computer between them; then those with fewer than ten games."
        ),
        answer=list_of(RankingSerializer),
        query=LadderParameters,
    )
    def get(self) -> Listed[Row]:
        return Listed(reading.table(self.given["rules"]))


class LadderResults(LadderResource):
    @operation(
        "listLadderResults",
        "Head-to-head results",
        about="Of all that have met, from the side of the one that stands higher.",
        answer=list_of(BetweenSerializer),
        query=LadderParameters,
    )
    def get(self) -> Listed[Between]:
        rules = self.given["rules"]
        standings = [row.standing for row in reading.table(rules)]
        scores = reading.scores(rules, standings)
        pairs = ((one, other) for place, one in enumerate(standings) for other in standings[place + 1 :])
        return Listed(
            [Between(*pair, scores[key]) for pair in pairs if (key := (pair[0].pk, pair[1].pk)) in scores]
        )


class LadderGames(LadderResource):
    @operation(
        "listLadderGames",
        "Games of the ladder",
        about="Newest first; each may be watched, and its record read once it is over.",
        answer=page_of(LadderGameSerializer),
        query=GamesParameters,
    )
    def get(self) -> Page[Game]:
        found = Game.objects.with_people()
        if "rules" in self.given:
            found = found.filter(rules=self.given["rules"])
        if "program" in self.given:
            program = Program.objects.named(self.given["program"])
            found = found.of(program) if program else found.none()
        if "running" in self.given:
            found = found.filter(ended__isnull=self.given["running"])
        return by_number(found, self.given, self.at)


class LadderProgram(LadderResource):
    @operation(
        "getLadderProgram",
        "One program",
        answer=LadderProgramSerializer,
    )
    def get(self, name: str) -> Program:
        found = Program.objects.named(name)
        if found is None:
            raise Http404("no such program")
        return found
