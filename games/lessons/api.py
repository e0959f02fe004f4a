"""Lessons: what there is, how far one has come, and playing one."""

from collections.abc import Collection, Iterator

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext
from rest_framework import serializers

from engine.lessons import Lesson, Status
from games.exercises.api import spaces_of, verdict_of
from games.lessons.services import playing, proposing
from games.lessons.shipped import course
from games.lessons.words.lessons import text_of
from games.matches.access import current_player
from games.matches.api.resource import PlayersResource
from games.matches.api.serializers import (
    Action,
    JsonObject,
    Moved,
    SeatNumber,
    Spaces,
    Verdict,
    Version,
)
from games.matches.services.rulebooks import rulebook
from games.table.api.actions import ActionParameters, Order, SourceParameters
from phylo.accounts.visitors import reader_of
from phylo.api.resource import OPEN_OR_TOKEN, operation


class LessonSerializer(serializers.Serializer[object]):
    key = serializers.SlugField()
    title = serializers.CharField()
    group = serializers.CharField(help_text="The subject that it belongs to.")
    rules = serializers.CharField(help_text="The rule set.")
    done = serializers.BooleanField(help_text="Whether you have reached its goal.")
    page = serializers.URLField(help_text="Its page for people.")


class LessonList(serializers.Serializer[object]):
    next = serializers.SlugField(allow_null=True, help_text="The key of the lesson to go on with.")
    results = LessonSerializer(many=True)


class LessonDetail(LessonSerializer):
    told = serializers.CharField(help_text="What is to be done.")
    after = serializers.CharField(help_text="What is said when it is done.")
    nudge = serializers.CharField(help_text="What helps at this point; empty where only a new start does.")
    status = serializers.ChoiceField([str(status) for status in Status])
    missed = serializers.IntegerField(min_value=0, help_text="How often you have missed the goal.")
    seat = SeatNumber(help_text="Yours.")
    version = Version(help_text="It counts the actions of all seats, and new starts.")
    view = JsonObject(help_text="The position as your seat sees it, as in a match.")
    cards = JsonObject(help_text="The definitions of its cards, by key.")
    legal = serializers.ListField(child=Action(), help_text="Your legal actions.")
    log = serializers.ListField(child=JsonObject(), help_text="What has happened since it was started.")


class LessonsResource(PlayersResource):
    tag = "lessons"
    security = OPEN_OR_TOKEN
    path_words = {"key": "The `key` of a lesson in the list."}

    def lesson(self, key: str) -> Lesson:
        found = proposing.find(key, reader_of(self.http))
        if found is None:
            raise Http404("no such lesson")
        return found

    def standing(self, key: str) -> playing.Standing:
        return playing.standing(self.lesson(key), self.player_id)

    def listed(self) -> Iterator[dict[str, object]]:
        done = playing.learnt(self.player_id).done
        for group in course().groups:
            for lesson in group.lessons:
                yield self.entry(lesson, gettext(group.title), done)

    def entry(self, lesson: Lesson, group: str, done: Collection[str]) -> dict[str, object]:
        return {
            "key": lesson.key,
            "title": text_of(lesson, lesson.title),
            "group": group,
            "rules": lesson.rules,
            "done": lesson.key in done,
            "page": self.at.full(reverse("lesson", args=[lesson.key])),
        }


class Lessons(LessonsResource):
    @operation(
        "listLessons",
        "All lessons",
        about="In their order, with what you have done; without an account, what this session has done.",
        answer=LessonList,
    )
    def get(self) -> dict[str, object]:
        following = playing.learnt(self.player_id).next
        return {"next": following.key if following else None, "results": list(self.listed())}


class LessonOfMine(LessonsResource):
    @operation(
        "getLesson",
        "One lesson",
        about="What is to be done, and how it stands for you.",
        answer=LessonDetail,
    )
    def get(self, key: str) -> dict[str, object]:
        found = self.standing(key)
        lesson, progress, exercise = found.lesson, found.progress, found.exercise
        nudge = progress.nudge
        return {
            **self.entry(lesson, _group_of(lesson), playing.learnt(self.player_id).done),
            "told": text_of(lesson, lesson.told),
            "after": text_of(lesson, lesson.after),
            "nudge": text_of(lesson, nudge.text) if nudge else "",
            "status": str(progress.status),
            "missed": found.row.missed if found.row else 0,
            "seat": lesson.seat,
            "version": exercise.version,
            "view": progress.state.view_for(lesson.seat),
            "cards": exercise.cards_in_view,
            "legal": exercise.legal,
            "log": rulebook(lesson.rules).hide(progress.log, lesson.seat),
        }


def _group_of(lesson: Lesson) -> str:
    """ "" for a lesson that somebody has written."""
    groups = (group.title for group in course().groups for each in group.lessons if each.key == lesson.key)
    return next(map(gettext, groups), "")


class LessonActions(LessonsResource):
    @operation(
        "actInLesson",
        "Act in a lesson",
        about=(
            "As in a match: an action without its `seat`, the version for which it was chosen, and a key, "
            'with which it is done once. `{"do": "again"}` starts the lesson again.'
        ),
        answer=Moved,
        body=Order,
    )
    def post(self, key: str) -> dict[str, object]:
        # Somebody without an account becomes a guest here, and not by looking.
        player = current_player(self.http)
        return {"version": playing.act(lesson=self.lesson(key), player=player, **self.sent).version}


class LessonWhy(LessonsResource):
    @operation(
        "explainActionInLesson",
        "Why an action is refused in a lesson",
        answer=Verdict,
        query=ActionParameters,
    )
    def get(self, key: str) -> dict[str, object]:
        return verdict_of(self.standing(key).exercise, self.given["action"])


class LessonSpaces(LessonsResource):
    @operation(
        "listSpacesInLesson",
        "Where a card might go in a lesson",
        about="As in a match; not in the drafting games.",
        answer=Spaces,
        query=SourceParameters,
    )
    def get(self, key: str) -> dict[str, object]:
        return spaces_of(self.standing(key).exercise, self.given["source"])
