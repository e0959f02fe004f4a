"""Runs against the clock: as many puzzles as somebody solves in three minutes, with three mistakes."""

import secrets
import uuid
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.matches.models import Player
from games.matches.services.errors import NotAllowed
from games.matches.services.players import hold
from games.matches.services.site_clock import site_time
from games.puzzles.models import MOST_MISTAKES, Puzzle, PuzzleAttempt, PuzzleRun
from phylo.http.keys import made_before

LASTS = timedelta(minutes=3)
LONGEST = 60
"""The most puzzles of a run: one in three seconds."""
PLACES = 50
"""The most that the table of the day has."""


def begin(*, player: Player, rules: str, key: str) -> PuzzleRun:
    """
    Begin a run; one that still goes ends. A repeated key gives the run that it began. Raises KeyReused or
    NotAllowed.
    """
    now = site_time.now()
    with transaction.atomic():
        held = hold(player)
        if (earlier := made_before(PuzzleRun.objects.filter(player=held), key, rules=rules)) is not None:
            return earlier
        for going in PuzzleRun.objects.select_for_update().filter(player=held, ended=None):
            _end(going, now)
        line_up = _line_up(held, rules)
        if not line_up:
            raise NotAllowed(_("There are no puzzles of these rules yet."))
        return PuzzleRun.objects.create(
            player=held, key=key, rules=rules, day=day_of(now), line_up=line_up, begun=now, ends=now + LASTS
        )


def day_of(now: datetime) -> date:
    """In the time zone of the site."""
    return timezone.localdate(now, timezone.get_default_timezone())


def give_back(by: timedelta, since: datetime) -> None:
    """The site was not running: give the time back to everybody."""
    move_runs(PuzzleRun.objects.all(), by, since=since)


def move_runs(runs: QuerySet[PuzzleRun], by: timedelta, *, since: datetime) -> None:
    """Give time back to those of the runs that were not over at that moment."""
    going = runs.filter(ended=None, ends__gt=since)
    going.update(begun=F("begun") + by, ends=F("ends") + by)


def puzzle_of(run: PuzzleRun) -> Puzzle | None:
    """The puzzle to solve; None if the run is over."""
    if is_over(run, site_time.now()):
        return None
    return Puzzle.objects.select_related("rating").get(pk=run.line_up[run.place])


def is_over(run: PuzzleRun, now: datetime) -> bool:
    return run.ended is not None or now >= run.ends or run.place >= len(run.line_up)


def locked(player: Player, run: uuid.UUID) -> PuzzleRun:
    """The player's run, locked for a write within a transaction. Raises PuzzleRun.DoesNotExist."""
    return PuzzleRun.objects.select_for_update().get(pk=run, player=player)


def is_next(run: PuzzleRun, puzzle: Puzzle) -> bool:
    """Whether it is the puzzle to solve in a run that is not over."""
    return bool(run.line_up[run.place] == puzzle.pk)


def has_next(player_id: uuid.UUID | None, puzzle: Puzzle) -> bool:
    """Whether it is the puzzle to solve in a run that the player has going: outside of it, it is closed."""
    if player_id is None:
        return False
    now = site_time.now()
    going = PuzzleRun.objects.filter(player=player_id, ended=None).first()
    return going is not None and not is_over(going, now) and is_next(going, puzzle)


def count(run: PuzzleRun, *, solved: bool, now: datetime) -> None:
    """One more puzzle of a locked run is solved, or was a mistake."""
    run.solved += solved
    run.mistakes += not solved
    if run.mistakes >= MOST_MISTAKES or run.place >= len(run.line_up):
        run.ended = now
    run.save(update_fields=["solved", "mistakes", "ended"])


def _end(run: PuzzleRun, now: datetime) -> None:
    run.ended = min(now, run.ends)
    run.save(update_fields=["ended"])


def _line_up(player: Player, rules: str) -> list[int]:
    """
    Primary keys of puzzles, one out of each band of difficulty, easiest first. Where enough others are left,
    none of which the player has seen the solution.
    """
    offered = Puzzle.objects.listed().filter(rules=rules).order_by("rating__mu", "length", "pk")
    known = list(offered.values_list("pk", flat=True))
    over = PuzzleAttempt.objects.filter(player=player, ended__isnull=False)
    seen = set(over.values_list("puzzle", flat=True))
    fresh = [pk for pk in known if pk not in seen]
    known = fresh if len(fresh) >= LONGEST else known
    return [secrets.choice(band) for band in _bands(known, LONGEST)]


def _bands(known: Sequence[int], most: int) -> list[Sequence[int]]:
    """Parts of nearly the same size, in order, at most so many, none empty."""
    parts = min(most, len(known))
    return [known[len(known) * part // parts : len(known) * (part + 1) // parts] for part in range(parts)]
