"""What a class is doing, for its teacher: each pupil in one row."""

import uuid
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from cards.sets.models import SetCard
from games.classes.models import Classroom, Pupil
from games.classes.services.contact_rules import name_of
from games.lessons.models import LessonProgress
from games.matches.models import ChatMessage, Match, Seat
from games.matches.presence import on_site
from games.puzzles.models import PuzzleAttempt

LATEST_SAID = 40
STILL_TOLD = timedelta(hours=3)
"""How long after it has begun a game that is over is told: until the end of the lesson."""


@dataclass(frozen=True)
class Game:
    """A match of pupils, with their names; `alone`: against the computer only."""

    match: uuid.UUID
    names: tuple[str, ...]
    alone: bool
    scores: tuple[int, ...]
    over: bool = False


@dataclass(frozen=True)
class Row:
    """
    A pupil: whether they are `here`, the `cards` of their own that are let in and those that are `waiting`,
    `lessons` and `puzzles` done, games `played` to the end, the one that they are `playing`, and the
    `last` of this lesson.
    """

    pupil: Pupil
    name: str
    here: bool
    cards: int
    waiting: int
    lessons: int
    puzzles: int
    played: int
    playing: Game | None
    last: Game | None = None

    @property
    def game(self) -> Game | None:
        return self.playing or self.last


def overview(classroom: Classroom) -> list[Row]:
    """The pupils by name. A handful of queries, however many there are."""
    pupils = list(classroom.pupils.select_related("guest__player"))
    players = {each.pk: each.guest.player.pk for each in pupils if hasattr(each.guest, "player")}
    guests = [each.guest_id for each in pupils]
    made = SetCard.objects.filter(collection=classroom.collection_id, guest__in=guests).exclude(contents={})
    counted = (
        made.order_by()
        .values_list("guest")
        .annotate(let_in=Count("pk", filter=Q(shown=True)), waiting=Count("pk", filter=Q(shown=False)))
    )
    cards = {guest: (shown, waiting) for guest, shown, waiting in counted}
    of_players = Q(player__in=players.values())
    lessons = _counted(LessonProgress.objects.filter(of_players, done__isnull=False), "lesson")
    solved = PuzzleAttempt.objects.filter(of_players, result=PuzzleAttempt.Result.SOLVED)
    puzzles = _counted(solved, "puzzle")
    over = Seat.objects.filter(of_players, match__status=Match.Status.FINISHED)
    played, here = _counted(over, "match"), on_site(players.values())
    playing, last = games_of(classroom)
    return [
        Row(
            pupil=each,
            name=name_of(each),
            here=player in here,
            cards=cards.get(each.guest_id, (0, 0))[0],
            waiting=cards.get(each.guest_id, (0, 0))[1],
            lessons=lessons[player],
            puzzles=puzzles[player],
            played=played[player],
            playing=playing.get(each.pk),
            last=last.get(each.pk),
        )
        for each in pupils
        for player in [players.get(each.pk)]
    ]


def games_of(classroom: Classroom) -> tuple[dict[int, Game], dict[int, Game]]:
    """
    By primary key of the pupil, the newest match that runs, those with others first, and the newest of this
    lesson that is over.
    """
    pupils = {each.guest_id: each for each in classroom.pupils.all()}
    over = Q(match__status=Match.Status.FINISHED, match__created__gt=timezone.now() - STILL_TOLD)
    seats = Seat.objects.filter(
        over | Q(match__status=Match.Status.PLAYING),
        stand_in="",
        match__in=_matches(classroom).order_by().values("pk"),
    ).select_related("player", "match")
    tables: defaultdict[Match, list[Pupil]] = defaultdict(list)
    for seat in seats.defer("match__cards", "match__snapshot").order_by("match__created", "number"):
        pupil = next((pupils.get(guest) for guest in [seat.player and seat.player.guest_id] if guest), None)
        if pupil is not None and pupil not in tables[seat.match]:
            tables[seat.match].append(pupil)
    playing: dict[int, Game] = {}
    last: dict[int, Game] = {}
    for match, sitting in sorted(tables.items(), key=lambda table: (len(table[1]) > 1, table[0].created)):
        names, scores = tuple(map(name_of, sitting)), tuple(match.scores or ())
        game = Game(match.pk, names, len(sitting) == 1, scores, match.finished)
        found = last if game.over else playing
        found |= {each.pk: game for each in sitting}
    return playing, last


def said(classroom: Classroom) -> list[tuple[ChatMessage, str]]:
    """
    The latest messages where pupils play, also those of adults, newest first, hidden ones included, and who
    wrote them.
    """
    messages = ChatMessage.objects.filter(
        match__collection=classroom.collection_id, match__in=_matches(classroom).order_by().values("pk")
    ).select_related("player__user")
    latest = list(messages.order_by("-created", "-pk")[:LATEST_SAID])
    pupils = {each.guest_id: each for each in classroom.pupils.all()}
    return [
        (each, name_of(pupil) if pupil is not None else each.player.public_name)
        for each in latest
        for pupil in [pupils.get(each.player.guest_id) if each.player.guest_id else None]
    ]


def _matches(classroom: Classroom) -> QuerySet[Match]:
    return Match.objects.filter(seats__player__guest__pupil__classroom=classroom)


def _counted(rows: QuerySet[Any], what: str) -> Counter[uuid.UUID | None]:
    """How many different ones of `what` each player has."""
    counted = rows.order_by().values_list("player").annotate(Count(what, distinct=True))
    return Counter(dict(counted))
