"""The puzzle of the day."""

from datetime import date

from django.http import Http404
from rest_framework import serializers

from games.matches.services.site_clock import site_time
from games.puzzles.models import DailyPuzzle
from games.puzzles.services import daily
from games.puzzles.services.runs import day_of
from games.puzzles.words.daily import Daily
from phylo.api.parameters import Parameters
from phylo.api.resource import CHECKED, Resource, operation


class DailySerializer(serializers.Serializer[Daily]):
    day = serializers.DateField(help_text="In the time zone of the site.")
    ends_at = serializers.DateTimeField(source="ends", help_text="When the puzzle of the next day comes.")
    key = serializers.CharField(help_text="The puzzle.")
    rules = serializers.CharField(source="row.rules", help_text="Its rule set.")
    gain = serializers.IntegerField(source="known.gain", help_text="The points that its best play wins.")
    asks = serializers.CharField(help_text="The question, as a sentence.")
    url = serializers.SerializerMethodField(help_text="The page of the day.")
    solve = serializers.SerializerMethodField(help_text="The page where it is solved.")
    picture = serializers.SerializerMethodField(help_text="The position, PNG, 1200 by 630 pixels.")

    def get_url(self, found: Daily) -> str:
        return str(self.context["at"].full(found.path))

    def get_solve(self, found: Daily) -> str:
        return str(self.context["at"].full(found.solve_path))

    def get_picture(self, found: Daily) -> str:
        return str(self.context["at"].full(found.picture_path))


class DayParameters(Parameters):
    day = serializers.DateField(
        required=False, input_formats=["%Y-%m-%d"], help_text="By default today. A day to come has none."
    )


class DailyDetail(Resource):
    tag = "puzzles"
    keep = CHECKED

    @operation(
        "getDailyPuzzle",
        "The puzzle of a day",
        about=(
            "The same for everybody. A day begins at midnight in the time zone of the site. 404 for a day to "
            "come, and for a day on which nobody asked for one."
        ),
        answer=DailySerializer,
        query=DayParameters,
        also=(404,),
    )
    def get(self) -> Daily:
        today: date = day_of(site_time.read())
        try:
            return Daily.of(daily.puzzle_of(self.given.get("day", today), today=today))
        except DailyPuzzle.DoesNotExist as error:
            raise Http404("no puzzle of that day") from error
