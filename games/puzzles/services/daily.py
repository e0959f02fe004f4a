"""
The puzzle of the day: one a day, the same for everybody.

It is chosen when its day is first asked for, and stored, since a choice that is only computed would change
with every puzzle that is added. What is chosen depends on nothing but the day and the puzzles that there are.
"""

import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.db.models.functions import TruncDate
from django.utils import timezone

from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleQuerySet

YEAR = timedelta(days=366)
"""A puzzle comes once in so long at most."""
MAY_MISS = 1
"""Days that may be missed in a row without ending a streak."""


@dataclass(frozen=True)
class Streak:
    """`days` on which somebody took part without missing more than MAY_MISS between; `today`: they
    have done so today."""

    days: int
    today: bool


@dataclass(frozen=True)
class Taken:
    """
    `result`: how the player's first try at the puzzle of a day ended, and today the first one that counts for
    the streak; None without one. `known`: they have tried it, but today's is still to come.
    """

    result: PuzzleAttempt.Result | None
    known: bool
    streak: Streak


def puzzle_of(day: date, *, today: date) -> DailyPuzzle:
    """
    The puzzle of a day, with its content. Raises DailyPuzzle.DoesNotExist for a day to come, for an earlier
    one on which nobody asked, and while there are no puzzles.
    """
    if day == today:
        row_of(today)
    return DailyPuzzle.objects.select_related("puzzle").get(day=day, day__lte=today)


def row_of(today: date) -> DailyPuzzle | None:
    """That of today, without its content, chosen by whoever asks first; None while there are no puzzles."""
    rows = DailyPuzzle.objects.filter(day=today)
    if (found := rows.first()) is not None or (chosen := _choice(today)) is None:
        return found
    try:
        with transaction.atomic():
            return DailyPuzzle.objects.create(day=today, puzzle_id=chosen)
    except IntegrityError:
        # Somebody else has asked at the same time.
        return rows.get()


def day_of_puzzle(puzzle: int, *, today: date) -> date | None:
    """The latest day whose puzzle it was or is."""
    days = DailyPuzzle.objects.filter(puzzle=puzzle, day__lte=today).order_by("-day")
    return days.values_list("day", flat=True).first()


def neighbours(day: date, *, today: date) -> tuple[date | None, date | None]:
    """The day before and the day after that have a puzzle."""
    days = DailyPuzzle.objects.filter(day__lte=today).values_list("day", flat=True)
    return days.filter(day__lt=day).first(), days.filter(day__gt=day).last()


def latest(*, today: date, at_most: int) -> Sequence[DailyPuzzle]:
    """The puzzles of the latest days, the newest first."""
    row_of(today)
    known = DailyPuzzle.objects.filter(day__lte=today).select_related("puzzle")
    return list(known.order_by("-day")[:at_most])


def streak(player_id: uuid.UUID, *, today: date) -> Streak:
    """
    Days on which the player has finished the puzzle of that very day, solved or not: children should come
    back because it is fun, and one missed day is nobody's fault.
    """
    zone = timezone.get_default_timezone()
    over = PuzzleAttempt.objects.filter(player=player_id, run=None, ended__isnull=False)
    own = over.annotate(on=TruncDate("ended", tzinfo=zone)).filter(puzzle__days__day=F("on"))
    days = own.filter(on__lte=today).order_by("-on").values_list("on", flat=True).distinct()
    count, last, taken = 0, today, False
    for day in days.iterator(chunk_size=100):
        if (last - day).days > MAY_MISS + 1:
            break
        count, last, taken = count + 1, day, taken or day == today
    return Streak(count, taken)


def taken(player_id: uuid.UUID, *, puzzle: int, day: date, today: date) -> Taken:
    """How the player has done with the puzzle of that day."""
    over = PuzzleAttempt.objects.filter(player=player_id, puzzle=puzzle, ended__isnull=False)
    tries = list(over.order_by("pk").only("result", "ended", "run"))
    counts = [
        each
        for each in tries
        if day != today or (each.run_id is None and each.ended and each.ended >= begins(today))
    ]
    result = PuzzleAttempt.Result(counts[0].result) if counts else None
    return Taken(result, bool(tries and not counts), streak(player_id, today=today))


def begins(day: date) -> datetime:
    """Midnight in the time zone of the site, whatever its clocks do that night."""
    return datetime.combine(day, time.min, timezone.get_default_timezone()).astimezone(UTC)


def _choice(day: date) -> int | None:
    """
    One of the puzzles of medium difficulty that have not come for a YEAR, of the rule set whose turn it is.
    If all have come, any of these rules; then one of other rules; and at last the one that came longest ago.
    """
    offered = Puzzle.objects.listed()
    lately = DailyPuzzle.objects.filter(day__gt=day - YEAR).values("puzzle")
    fresh = offered.exclude(pk__in=lately)
    rules = sorted(set(offered.order_by().values_list("rules", flat=True)))
    turn = [rules[(day.toordinal() + step) % len(rules)] for step in range(len(rules))]
    for each in turn:
        band = _medium(offered.filter(rules=each))
        for wanted in (fresh.filter(pk__in=band), fresh.filter(rules=each)):
            if (found := _drawn(day, wanted)) is not None:
                return found
    oldest = offered.annotate(last=Max("days__day")).order_by("last", "pk")
    return oldest.values_list("pk", flat=True).first()


def _medium(offered: PuzzleQuerySet) -> list[int]:
    """The middle half by difficulty, as people and the length of the line have it."""
    known = list(offered.order_by("rating__mu", "length", "key").values_list("pk", flat=True))
    return known[len(known) // 4 : len(known) - len(known) // 4]


def _drawn(day: date, wanted: PuzzleQuerySet) -> int | None:
    """By lot that the day and the key decide, so it does not matter in which order puzzles were stored."""
    lots = [
        (hashlib.blake2b(f"{day.isoformat()} {key}".encode(), digest_size=8).digest(), pk)
        for pk, key in wanted.values_list("pk", "key")
    ]
    return min(lots)[1] if lots else None
