"""Puzzles: what there is, solving one, runs against the clock."""

import uuid
from collections.abc import Mapping
from http import HTTPStatus

from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.phylo.rules import RULES
from games.exercises.api import spaces_of, verdict_of
from games.matches.access import current_player
from games.matches.api.resource import PlayersResource
from games.matches.api.serializers import Action, JsonObject, SeatNumber, Spaces, Verdict, Version
from games.matches.services.matches import DEFAULT_RULES
from games.matches.services.site_clock import site_time
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRun
from games.puzzles.services import answers, runs
from games.puzzles.services.choosing import (
    Wanted,
    latest_of,
    next_puzzle,
    to_try_again,
    with_puzzles,
)
from games.puzzles.services.positions import Standing, standing
from games.puzzles.words.puzzles import THEMES, feedback
from games.table.api.actions import ActionParameters, Order, SourceParameters
from phylo.api.bodies import Body, Choice, Key
from phylo.api.fields import Link
from phylo.api.paging import Page, by_number, page_of
from phylo.api.parameters import PageParameters, Parameters, TrueOrFalse
from phylo.api.resource import OPEN_OR_TOKEN, operation

Result = PuzzleAttempt.Result


class WantedParameters(Parameters):
    rules = serializers.ChoiceField([*RULES], required=False)
    theme = serializers.ChoiceField([*THEMES], required=False)


class ListParameters(WantedParameters, PageParameters):
    pass


class NextParameters(WantedParameters):
    after = serializers.SlugField(
        required=False, max_length=80, help_text="The key of the puzzle that you had last."
    )


class HistoryParameters(PageParameters):
    failed = TrueOrFalse(help_text="Only those that you have not solved.")


class RunParameters(Parameters):
    run = serializers.UUIDField(required=False, help_text="The run in which you solve it.")


class ActionInRun(ActionParameters, RunParameters):
    pass


class SourceInRun(SourceParameters, RunParameters):
    pass


class DayParameters(Parameters):
    rules = serializers.ChoiceField([*RULES], default=DEFAULT_RULES, required=False)
    day = serializers.DateField(required=False, help_text="Left out: today, in the time zone of the site.")


class PuzzleSerializer(serializers.Serializer[Puzzle]):
    key = serializers.SlugField()
    rules = serializers.ChoiceField([*RULES])
    themes = serializers.SerializerMethodField()
    rating = serializers.IntegerField(source="rating.shown", help_text="How hard it is; initially 1500.")
    length = serializers.IntegerField(help_text="How many actions the best line has.")
    page = Link("puzzle", "key", help_text="Its page for people.")
    api = Link("api-puzzle", "key")

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField([*THEMES])))
    def get_themes(self, puzzle: Puzzle) -> list[str]:
        return [each.theme for each in puzzle.themes.all()]


class ToldSerializer(serializers.Serializer[object]):
    status = serializers.ChoiceField(
        [*Result.values, "right"], help_text="`right` after a right action that is not the last."
    )
    headline = serializers.CharField()
    own = serializers.ListField(
        child=serializers.CharField(), help_text="What the last action does, unless it is right."
    )
    best = serializers.ListField(
        child=serializers.CharField(), help_text="Once it is over, the best line in sentences."
    )
    why = serializers.ListField(child=serializers.CharField(), help_text="What the best line does.")


class AnswerSerializer(serializers.Serializer[object]):
    version = Version(help_text="The version that the answer led to.")
    verdict = serializers.ChoiceField(["right", "good", "wrong", ""], help_text="Empty for no action.")
    lost = serializers.IntegerField(help_text="Points that the action loses against the best line.")
    result = serializers.ChoiceField(Result.values)
    gain = serializers.IntegerField(
        allow_null=True, help_text="By how much your rating has changed; null if it was not moved."
    )
    told = ToldSerializer(allow_null=True, help_text="In words; null if there are later answers.")


class PuzzleDetail(serializers.Serializer[object]):
    puzzle = PuzzleSerializer()
    seat = SeatNumber(help_text="Yours.")
    version = Version(help_text="It counts your answers, and new starts.")
    result = serializers.ChoiceField(Result.values, help_text="`playing` before the first answer.")
    told = ToldSerializer()
    view = JsonObject(help_text="The position as your seat sees it, as in a match.")
    cards = JsonObject(help_text="The definitions of its cards, by key.")
    legal = serializers.ListField(child=Action(), help_text="Your legal actions.")
    solution = serializers.ListField(
        child=Action(), allow_null=True, help_text="Once it is over, the rest of the best line."
    )


class AttemptSerializer(serializers.Serializer[PuzzleAttempt]):
    puzzle = PuzzleSerializer()
    result = serializers.ChoiceField(Result.values)
    rated = serializers.BooleanField(help_text="Whether it was the first attempt, outside of runs.")
    gain = serializers.IntegerField(allow_null=True)
    begun_at = serializers.DateTimeField(source="begun")
    ended_at = serializers.DateTimeField(source="ended")


class NewRun(Body):
    rules = Choice([*RULES])
    key = Key(required=True)


class RunSerializer(serializers.Serializer[PuzzleRun]):
    run = serializers.UUIDField(source="pk")
    rules = serializers.ChoiceField([*RULES])
    day = serializers.DateField()
    begun_at = serializers.DateTimeField(source="begun")
    ends_at = serializers.DateTimeField(source="ends", help_text="When its time is up.")
    over = serializers.SerializerMethodField()
    solved = serializers.IntegerField()
    mistakes = serializers.IntegerField(help_text="The third one ends it.")
    puzzle = serializers.SerializerMethodField(
        help_text="The key of the puzzle to solve; null once it is over."
    )
    page = Link("puzzle-run", "pk")

    def get_over(self, run: PuzzleRun) -> bool:
        return runs.is_over(run, site_time.read())

    def get_puzzle(self, run: PuzzleRun) -> str | None:
        found = runs.puzzle_of(run)
        return found.key if found else None


class PlaceSerializer(serializers.Serializer[PuzzleRun]):
    name = serializers.CharField(source="player.public_name")
    solved = serializers.IntegerField()
    mistakes = serializers.IntegerField()


class DayTable(serializers.Serializer[object]):
    day = serializers.DateField()
    rules = serializers.ChoiceField([*RULES])
    results = PlaceSerializer(many=True, help_text="The best run of each player, best first.")


class PuzzlesResource(PlayersResource):
    tag = "puzzles"
    security = OPEN_OR_TOKEN
    path_words = {
        "key": "The `key` of a puzzle.",
        "run_id": "The `run` that was begun.",
    }

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.given.get("rules", ""), self.given.get("theme", ""))

    def puzzle(self, key: str) -> Puzzle:
        """Raises Http404."""
        found = Puzzle.objects.open_to(self.player_id).select_related("rating").filter(key=key).first()
        if found is None:
            raise Http404("no such puzzle")
        return found

    def run(self) -> PuzzleRun | None:
        """The run that the request names. Raises Http404 for that of somebody else."""
        return self.own_run(self.given["run"]) if "run" in self.given else None

    def own_run(self, run_id: uuid.UUID) -> PuzzleRun:
        found = PuzzleRun.objects.filter(pk=run_id, player=self.player_id).first() if self.player_id else None
        if found is None:
            raise Http404("no such run")
        return found

    def standing(self, key: str) -> Standing:
        puzzle, run = self.puzzle(key), self.run()
        if run is None and runs.has_next(self.player_id, puzzle):
            raise Http404("to be solved in the run")
        return standing(puzzle, self.player_id, run)


class PuzzleList(PuzzlesResource):
    @operation(
        "listPuzzles",
        "All puzzles",
        about="Latest first.",
        answer=page_of(PuzzleSerializer),
        query=ListParameters,
    )
    def get(self) -> Page[Puzzle]:
        offered = Puzzle.objects.lean().listed().prefetch_related("themes")
        return by_number(offered.on(rules=self.wanted.rules, theme=self.wanted.theme), self.given, self.at)


class PuzzleNext(PuzzlesResource):
    @operation(
        "getNextPuzzle",
        "A puzzle to solve",
        about=(
            "About as hard as you are strong, and one that you have not tried; once there are none, one that "
            "you have not solved. 404 after that."
        ),
        answer=PuzzleSerializer,
        query=NextParameters,
        also=(404,),
    )
    def get(self) -> Puzzle:
        found = next_puzzle(self.player_id, self.wanted, after=self.given.get("after", ""))
        if found is None:
            raise Http404("no puzzle is left")
        return found


class PuzzleHistory(PuzzlesResource):
    @operation(
        "listSolvedPuzzles",
        "What you have tried",
        about="Your latest attempt at each puzzle, latest first; those in runs too.",
        answer=page_of(AttemptSerializer),
        query=HistoryParameters,
    )
    def get(self) -> Page[PuzzleAttempt]:
        player = self.player_id
        if player is None:
            found = PuzzleAttempt.objects.none()
        else:
            found = to_try_again(player) if self.given.get("failed") else latest_of(player)
        return by_number(with_puzzles(found), self.given, self.at)


class PuzzleOfMine(PuzzlesResource):
    @operation(
        "getPuzzle",
        "One puzzle",
        about="The position, and how it stands for you; in a run, how it stands there.",
        answer=PuzzleDetail,
        query=RunParameters,
    )
    def get(self, key: str) -> Mapping[str, object]:
        now = self.standing(key)
        exercise = now.exercise
        return {
            "puzzle": now.puzzle,
            "seat": now.known.seat,
            "version": now.version,
            "result": now.attempt.result if now.attempt else Result.PLAYING,
            "told": feedback(now),
            "view": exercise.at().state.view_for(exercise.seat),
            "cards": exercise.cards_in_view,
            "legal": exercise.legal,
            "solution": now.rest if now.over else None,
        }


class PuzzleActions(PuzzlesResource):
    @operation(
        "answerPuzzle",
        "Answer a puzzle",
        about=(
            "As in a match: an action without its `seat`, the version for which it was chosen, and a key, "
            'with which it is done once. `{"do": "solution"}` gives up, `{"do": "again"}` begins again once '
            "it is over; only the first attempt is rated. It is over with the first action that is not right."
        ),
        answer=AnswerSerializer,
        body=Order,
        query=RunParameters,
    )
    def post(self, key: str) -> dict[str, object]:
        puzzle, run = self.puzzle(key), self.run()
        # Somebody without an account becomes a guest here, and not by looking.
        player = current_player(self.http)
        answered = answers.answer(player=player, puzzle=puzzle, run=run.pk if run else None, **self.sent)
        attempt, given = answered.attempt, answered.given
        latest = answered.number == len(attempt.answers) - 1
        return {
            "version": attempt.since + answered.number + 1,
            "verdict": given["verdict"],
            "lost": given["lost"],
            "result": attempt.result,
            "gain": attempt.gain,
            "told": feedback(Standing(puzzle, attempt)) if latest else None,
        }


class PuzzleWhy(PuzzlesResource):
    @operation(
        "explainActionInPuzzle",
        "Why an action is refused in a puzzle",
        answer=Verdict,
        query=ActionInRun,
    )
    def get(self, key: str) -> dict[str, object]:
        return verdict_of(self.standing(key).exercise, self.given["action"])


class PuzzleSpaces(PuzzlesResource):
    @operation(
        "listSpacesInPuzzle",
        "Where a card might go in a puzzle",
        about="As in a match.",
        answer=Spaces,
        query=SourceInRun,
    )
    def get(self, key: str) -> dict[str, object]:
        return spaces_of(self.standing(key).exercise, self.given["source"])


class RunList(PuzzlesResource):
    @operation(
        "getPuzzleTable",
        "The table of a day",
        about="Of the runs that began on that day; with the best one of each player.",
        answer=DayTable,
        query=DayParameters,
    )
    def get(self) -> dict[str, object]:
        day, rules = self.given.get("day") or runs.day_of(site_time.read()), self.given["rules"]
        return {"day": day, "rules": rules, "results": PuzzleRun.objects.table(day, rules)[: runs.PLACES]}

    @operation(
        "beginPuzzleRun",
        "Begin a run against the clock",
        about=(
            "Three minutes by the site's clock, three mistakes. Get `puzzle`, answer it with `run` in the "
            "query, and get the run again for the next one. Nothing in it is rated. A run that you have "
            "going ends."
        ),
        answer=RunSerializer,
        body=NewRun,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> PuzzleRun:
        player = current_player(self.http)
        rules = self.sent.get("rules", DEFAULT_RULES)
        return runs.begin(player=player, rules=rules, key=self.sent["key"])


class RunDetail(PuzzlesResource):
    @operation("getPuzzleRun", "How a run of yours stands", answer=RunSerializer)
    def get(self, run_id: uuid.UUID) -> PuzzleRun:
        return self.own_run(run_id)
