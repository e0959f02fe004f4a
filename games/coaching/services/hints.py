"""
Hints: a good move, asked for by a player who plays alone or against the computer.

A hint is thought of once and kept, so that asking again gives the same one, and the result can say how many
there were. The computer sees what the player's seat sees, and no more.
"""

import hashlib
import uuid
from collections.abc import Iterable
from datetime import timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.bots.levels import STRONGEST
from engine.phylo.rules import RULES
from games.coaching.models import Hint
from games.matches import thinking
from games.matches.models import Match, Seat
from games.matches.models.match import on_one_device
from games.matches.services.errors import MatchFinished, NotAllowed, StaleVersion
from games.matches.services.play import let_flag_fall, locked, may_still_choose, note_beside
from games.matches.services.positions import bot_view_at, state_at
from phylo.jobs import thinker
from phylo.jobs.queue import THINKING, queue

SECONDS = 1.5
"""The most that a hint is thought about; less while many matches wait for the computer."""
FAILED = 600.0
"""Seconds for which it is known that no hint was found."""
LOST_AFTER = timedelta(seconds=15)
"""A thought that has not come by then is queued again when somebody asks."""


def given() -> QuerySet[Hint]:
    return Hint.objects.filter(action__isnull=False)


def ask(*, match_id: uuid.UUID, seat: int, version: int) -> Hint:
    """
    The seat's hint at the current version, which may have yet to be thought of; asking again gives the same
    one. Raises MatchFinished, NotAllowed or StaleVersion.
    """
    let_flag_fall(match_id=match_id)
    with transaction.atomic():
        match = locked(match_id)
        if match.finished:
            raise MatchFinished
        if not may_ask(match, match.seats.all(), seat):
            raise NotAllowed(_("Hints are for games against the computer alone, and not for rated ones."))
        if cache.get(_failed(match.pk, seat, version)):
            raise NotAllowed(_("No hint was found."))
        if known := standing(match, seat):
            return _again(known)
        if version != match.version and not may_still_choose(match, state_at(match), seat, version):
            raise StaleVersion(match.version)
        if seat not in match.acting:
            raise NotAllowed(_("It is not your turn."))
        hint = Hint.objects.create(match=match, seat=seat, version=match.version, queued=timezone.now())
        _queue(hint)
        return hint


def may_ask(match: Match, seats: Iterable[Seat], own: int) -> bool:
    """
    Whether hints are given in this match: nobody but the player in the seat is a person, or both sit at one
    device in Phylo.
    """
    seats = list(seats)
    beside = match.rules in RULES and on_one_device(seats)
    return not match.rated and (beside or all(bool(each.bot) or each.number == own for each in seats))


def standing(match: Match, seat: int) -> Hint | None:
    """
    The hint for what the seat is to choose now, if it has asked; while all choose at the same time, what
    others choose changes nothing.
    """
    hint = Hint.objects.filter(match=match, seat=seat).order_by("-version").first()
    if hint is None or hint.version == match.version:
        return hint
    return hint if may_still_choose(match, state_at(match), seat, hint.version) else None


def used(match: Match) -> int:
    """How many hints have been given in this match; nobody but one player can have asked."""
    return Hint.objects.filter(match=match, action__isnull=False).count()


def think_of(*, hint_id: int) -> None:
    """Think of a hint and store it; only in tasks of the queue for thinking. May run twice."""
    hint = Hint.objects.select_related("match").filter(pk=hint_id, action__isnull=True).first()
    if hint is None:
        return
    match, seat = hint.match, hint.seat
    if match.finished or standing(match, seat) != hint:
        # Nobody waits for it any more, and it does not count.
        hint.delete()
        return
    try:
        thought = thinking.think(
            match=match.pk,
            version=hint.version,
            rules=match.rules,
            level=STRONGEST,
            view=bot_view_at(match, seat, hint.version),
            legal=state_at(match, hint.version).legal(seat),
            seed=_seed(hint),
            seconds=min(
                SECONDS, thinking.ceiling(Match.objects.waiting_for_bot(since=timezone.now()).count())
            ),
        )
    except thinker.Lost:
        raise
    except Exception:
        # Who waits for it is told when they ask again.
        cache.set(_failed(match.pk, seat, hint.version), True, timeout=FAILED)
        with transaction.atomic():
            hint.delete()
            note_beside(match.pk)
        raise
    lines = [each.line for each in thought.candidates if each.action == thought.action]
    with transaction.atomic():
        if locked(match.pk).finished:
            Hint.objects.filter(pk=hint.pk).delete()
            return
        waiting = Hint.objects.filter(pk=hint.pk, action__isnull=True)
        if waiting.update(action=thought.action, line=list(lines[0]) if lines else []):
            note_beside(match.pk)


def _failed(match: uuid.UUID, seat: int, version: int) -> str:
    return f"hint-failed:{match}:{seat}:{version}"


def _seed(hint: Hint) -> bytes:
    """Of nothing that is secret."""
    return hashlib.sha256(f"hint {hint.match_id} {hint.seat} {hint.version}".encode()).digest()


def _again(hint: Hint) -> Hint:
    """The hint, queued again if its thought was lost."""
    now = timezone.now()
    if hint.action is None and hint.queued < now - LOST_AFTER:
        hint.queued = now
        hint.save(update_fields=["queued"])
        _queue(hint)
    return hint


def _queue(hint: Hint) -> None:
    hint_id = hint.pk
    transaction.on_commit(lambda: queue("games.tasks.think_of_hint", hint_id, to=THINKING), robust=True)
