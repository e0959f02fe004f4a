"""Answering a puzzle, action by action."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine.puzzles.judging import answer as judge
from games.exercises.services import why_not
from games.matches.models import Player
from games.matches.services.errors import NotAllowed, RunOver, StaleVersion
from games.matches.services.players import hold
from games.matches.services.site_clock import site_time
from games.puzzles.models import MadePuzzle, Puzzle, PuzzleAttempt, PuzzleRun
from games.puzzles.services import runs
from games.puzzles.services.daily import begins
from games.puzzles.services.positions import AGAIN, SOLUTION, Standing
from games.puzzles.services.ratings import rate_attempt
from phylo.http.keys import KeyReused

Result = PuzzleAttempt.Result
RESULTS = {"right": Result.SOLVED, "good": Result.GOOD, "wrong": Result.FAILED}
"""Of an attempt that is over with an action of this verdict."""


@dataclass(frozen=True)
class Answered:
    """An attempt, and the index of the answer in it that is told of."""

    attempt: PuzzleAttempt
    number: int

    @property
    def given(self) -> dict[str, Any]:
        """As in PuzzleAttempt.answers."""
        found: dict[str, Any] = self.attempt.answers[self.number]
        return found


@dataclass(frozen=True)
class _Judged:
    """The verdict, "" of no action, the points that are lost, and what becomes of the attempt."""

    verdict: str
    lost: int
    result: Result


def answer(
    *,
    player: Player,
    puzzle: Puzzle,
    action: dict[str, Any],
    version: int,
    key: str,
    run: uuid.UUID | None = None,
) -> Answered:
    """
    Judge the player's next action (without its "seat") and store the answer. The attempt is over with the
    first action that is not right, or with the last of the line. Instead of an action of the game, `do` may
    be SOLUTION, which gives up, or AGAIN, which begins another attempt after one that is over; in a run
    neither. While the puzzle is next in a run of the player's it is answered there alone.

    The version counts the player's answers to the puzzle, in a run those in it. A repeated key gives the
    answer that it made in the latest two attempts. Raises StaleVersion, KeyReused, RunOver, IllegalAction,
    MalformedAction, NotAllowed or PuzzleRun.DoesNotExist, and nothing has changed then.
    """
    now = site_time.asked()
    with transaction.atomic():
        # All answers of one player wait for each other here.
        held = hold(player)
        going = runs.locked(held, run) if run else None
        known = PuzzleAttempt.objects.filter(player=held, puzzle=puzzle, run=going)
        latest = list(known.order_by("-pk")[:2])
        if (earlier := _made_before(latest, key, action)) is not None:
            return earlier
        attempt = latest[0] if latest else _first(held, puzzle, going)
        if going is None and runs.has_next(held.pk, puzzle):
            raise NotAllowed(_("This puzzle comes next in your run: solve it there."))
        if going is not None and runs.is_over(going, now):
            raise RunOver
        if version != attempt.version or (going is not None and not runs.is_next(going, puzzle)):
            raise StaleVersion(attempt.version)
        if action == AGAIN:
            attempt, judged = _once_more(attempt), _Judged("", 0, Result.PLAYING)
        else:
            judged = _judged(attempt, puzzle, action)
        attempt.answers.append({"action": action, "key": key, "verdict": judged.verdict, "lost": judged.lost})
        if judged.result != Result.PLAYING:
            _end(attempt, judged.result, going, now)
        attempt.save()
        return Answered(attempt, len(attempt.answers) - 1)


def bring(*, player: Player, puzzle: Puzzle, actions: Sequence[Mapping[str, Any]]) -> PuzzleAttempt | None:
    """
    Judge an attempt that was made and ended elsewhere, and store it unrated. None if it says nothing new: the
    player has solved the puzzle here, or has tried it and this attempt failed too. Raises what `answer` does,
    and NotAllowed for one that is not over, or while an attempt is under way here.
    """
    now = site_time.asked()
    with transaction.atomic():
        held = hold(player)
        known = list(PuzzleAttempt.objects.filter(player=held, puzzle=puzzle).order_by("pk"))
        solved = any(each.result == Result.SOLVED for each in known)
        if any(each.run_id is None and each.ended is None for each in known):
            raise NotAllowed(_("You are in the middle of this puzzle here. End that attempt first."))
        since = max((each.version for each in known if each.run_id is None), default=0)
        attempt = PuzzleAttempt(player=held, puzzle=puzzle, since=since, rated=False)
        for action in actions:
            if attempt.result != Result.PLAYING:
                raise NotAllowed(_("It goes on after its end."))
            judged = _judged(attempt, puzzle, dict(action))
            given = {"action": dict(action), "key": "", "verdict": judged.verdict, "lost": judged.lost}
            attempt.answers.append(given)
            attempt.result = judged.result
        if attempt.result == Result.PLAYING:
            raise NotAllowed(_("It is not over yet."))
        if solved or (known and attempt.result != Result.SOLVED):
            return None
        attempt.ended = now
        attempt.save()
        return attempt


def _made_before(attempts: Sequence[PuzzleAttempt], key: str, action: dict[str, object]) -> Answered | None:
    """Raises KeyReused."""
    for attempt in attempts:
        for number, each in enumerate(attempt.answers):
            if each["key"] == key:
                if each["action"] != action:
                    raise KeyReused
                return Answered(attempt, number)
    return None


def _first(player: Player, puzzle: Puzzle, run: PuzzleRun | None) -> PuzzleAttempt:
    """
    The first attempt. It is not rated for whoever has met the puzzle in a run or has made it, nor while it is
    not offered to all.
    """
    known = PuzzleAttempt.objects.filter(player=player, puzzle=puzzle).exists()
    own = MadePuzzle.objects.filter(player=player, puzzle=puzzle).exists()
    rated = run is None and puzzle.listed and not known and not own
    return PuzzleAttempt(player=player, puzzle=puzzle, run=run, rated=rated)


def _once_more(attempt: PuzzleAttempt) -> PuzzleAttempt:
    """Raises NotAllowed."""
    if attempt.ended is None or attempt.run_id is not None:
        raise NotAllowed(_("You can begin again once it is over."))
    return PuzzleAttempt(player=attempt.player, puzzle=attempt.puzzle, since=attempt.version, rated=False)


def _judged(attempt: PuzzleAttempt, puzzle: Puzzle, action: dict[str, object]) -> _Judged:
    """Raises IllegalAction, MalformedAction or NotAllowed."""
    now = Standing(puzzle, attempt)
    if action == SOLUTION:
        if attempt.run_id is not None or now.over:
            raise NotAllowed(_("The solution is shown once it is over."))
        return _Judged("", now.known.gain, Result.FAILED)
    if refused := why_not(now.exercise, action):
        raise engine.IllegalAction(refused)
    found = judge(now.known, now.actions, action)
    if found.refusal is not None:
        raise engine.IllegalAction(found.refusal)
    over = found.solved or found.verdict != "right"
    return _Judged(found.verdict, found.lost, RESULTS[found.verdict] if over else Result.PLAYING)


def _end(attempt: PuzzleAttempt, result: Result, run: PuzzleRun | None, now: datetime) -> None:
    attempt.result, attempt.ended = result, now
    if attempt.rated:
        rate_attempt(attempt)
    if attempt.since:
        _forget(attempt, now)
    if run is not None:
        runs.count(run, solved=result == Result.SOLVED, now=now)


def _forget(attempt: PuzzleAttempt, now: datetime) -> None:
    """
    Delete what the attempt replaces: of one day only the first and the last are kept, besides the first of
    all, so that trying again does not store without end.
    """
    known = PuzzleAttempt.objects.filter(player=attempt.player, puzzle=attempt.puzzle).order_by("pk")
    of_today = known.filter(run=None, ended__gte=begins(runs.day_of(now)))
    kept = [pk for rows in (known, of_today) for pk in rows.values_list("pk", flat=True)[:1]]
    of_today.filter(rated=False, pk__lt=attempt.pk).exclude(pk__in=kept).delete()
