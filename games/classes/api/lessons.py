"""A lesson of a class, for its teachers: what each pupil is doing, pairing, and ending a game."""

import uuid
from collections.abc import Sequence
from http import HTTPStatus

from django.utils.translation import gettext
from rest_framework import serializers

from games.classes.api.classes import ClassResource
from games.classes.services.lessons import pairing
from games.classes.services.lessons.overview import Game, Row, overview
from games.lobby.services.quick import pace_for
from games.matches.clauses import EVERY
from games.matches.models import Match
from games.matches.services.matches import DEFAULT_RULES, NO_CLOCK
from phylo.api.bodies import Body, Choice, Key, Text, Truth, Whole
from phylo.api.paging import Listed, list_of
from phylo.api.resource import operation
from phylo.http.input import BadBody


class GameSerializer(serializers.Serializer[Game]):
    match = serializers.UUIDField()
    names = serializers.ListField(child=serializers.CharField(), help_text="Of the pupils in it.")
    scores = serializers.ListField(child=serializers.IntegerField())


class RowSerializer(serializers.Serializer[Row]):
    pupil = serializers.IntegerField(source="pupil.pk", help_text="The pupil’s `id`.")
    name = serializers.CharField(help_text="The first name and the animal.")
    here = serializers.BooleanField(help_text="Whether a page of the site is open for the pupil.")
    cards = serializers.IntegerField(help_text="Own cards that were let into the set.")
    waiting = serializers.IntegerField(help_text="Own cards that wait for a teacher’s look.")
    lessons = serializers.IntegerField(help_text="Lessons done.")
    puzzles = serializers.IntegerField(help_text="Puzzles solved.")
    played = serializers.IntegerField(help_text="Games played to the end.")
    playing = GameSerializer(allow_null=True, help_text="The newest running game.")


class BegunSerializer(serializers.Serializer[Sequence[Match]]):
    matches = serializers.ListField(child=serializers.UUIDField(), help_text="The matches that began.")


class PairBody(Body):
    pupils = serializers.ListField(
        child=Whole(),
        required=False,
        max_length=60,
        help_text="Their `id`s. Left out: everybody who is there and plays with nobody else of the class.",
    )
    rules = Choice(EVERY, default=DEFAULT_RULES)
    deck = Text(
        required=False,
        max_length=80,
        help_text="Slug of the deck that all play. Left out: the newest of their own, or a ready one.",
    )
    clock = Truth(required=False, help_text="Whether they play with a calm clock.")
    key = Key(required=True)


class ClassRows(ClassResource):
    @operation(
        "listPupilsAtWork",
        "What each pupil of a class is doing",
        about="For its teachers, by name. Cards that wait are let in by `updateSetCard`.",
        answer=list_of(RowSerializer),
        also=(403,),
    )
    def get(self, slug: str) -> Listed[Row]:
        return Listed(overview(self.room(slug)))


class ClassGames(ClassResource):
    @operation(
        "pairPupils",
        "Let pupils play with each other",
        about=(
            "Games begin at once. Who has met least often meets; an odd one plays the computer, or in a "
            "drafting game makes a table of three."
        ),
        answer=BegunSerializer,
        body=PairBody,
        status=HTTPStatus.CREATED,
        also=(404, 422),
    )
    def post(self, slug: str) -> dict[str, list[uuid.UUID]]:
        room, sent = self.room(slug), self.sent
        rules = sent["rules"]
        deck = pairing.deck_for(self.builder, rules, sent["deck"]) if "deck" in sent else None
        if "deck" in sent and deck is None:
            raise BadBody("deck", gettext("There is no such deck of these rules."))
        begun = pairing.pair(
            classroom_id=room.pk,
            builder=self.builder,
            chosen=sent.get("pupils"),
            wanted=pairing.Wanted(rules, deck, pace_for(rules, "calm") if sent.get("clock") else NO_CLOCK),
            key=sent["key"],
        )
        return {"matches": [match.pk for match in begun]}


class ClassGame(ClassResource):
    path_words = ClassResource.path_words | {"match_id": "A running match of pupils."}

    @operation(
        "endGameOfPupils",
        "End a game of pupils",
        about=(
            "Two of Phylo part with a draw, one against the computer resigns; drafting games are played to "
            "their end by the computer."
        ),
        also=(404, 422),
    )
    def delete(self, slug: str, match_id: uuid.UUID) -> None:
        pairing.end_game(classroom_id=self.room(slug).pk, builder=self.builder, match_id=match_id)
