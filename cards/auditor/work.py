"""The worker's side: one piece of an audit at a time."""

from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.utils import timezone

from cards.auditor.playing import Games, Part
from cards.models import DeckStudy, PointAudit

PIECE = 0.12
"""Seconds after which a piece of a worker ends. In a site of one process the computer's turns wait for it."""
ONE_GO = 1.0
"""The same where nobody waits; shorter than LOST_AFTER by far."""
LOST_AFTER = timedelta(seconds=10)
"""An audit that has stood still for so long was lost, or has given way."""

Status = PointAudit.Status


def work_on(*, audit_id: int, since: str, seconds: float = PIECE) -> None:
    """
    One piece; the next one is queued. Does nothing if the audit has gone on after the time `since` or is
    over, if another is before it, or if it has to give way.
    """
    audit = _first()
    if audit is None or audit.pk != audit_id or audit.updated_at != datetime.fromisoformat(since):
        return
    if _gives_way():
        return
    if not _take_piece(audit, seconds):
        return
    if audit.working:
        _queue(audit)
    else:
        queue_next()


def play_through(*, audit: PointAudit, progress: Callable[[PointAudit], None]) -> PointAudit:
    """All of it, here and now; `progress` is told after each piece. A worker may have helped or ended it."""
    while audit.working:
        _take_piece(audit, ONE_GO)
        audit = PointAudit.objects.get(pk=audit.pk)
        progress(audit)
    queue_next()
    return audit


def lost_audits() -> list[tuple[int, str]]:
    """The one whose turn it is, if it stands still, with the time since which it does."""
    audit = _first(brief=True)
    if audit is None or _gives_way() or audit.updated_at >= timezone.now() - LOST_AFTER:
        return []
    return [(audit.pk, audit.updated_at.isoformat())]


def queue_next() -> None:
    """Queue the first piece of the one whose turn has come. Queued twice it is done once."""
    audit = _first(brief=True)
    if audit is not None and audit.status == Status.QUEUED:
        _queue(audit)


def worn(given: dict[str, Any]) -> dict[str, Any]:
    """What is kept of it at the end: all but the cards, which were most of it."""
    return {name: value for name, value in given.items() if name != "cards"}


def _first(*, brief: bool = False) -> PointAudit | None:
    working = PointAudit.objects.working().order_by("pk")
    return (working.defer("given", "tallies", "part") if brief else working).first()


def _gives_way() -> bool:
    """A site of one process has one worker: studies, for which somebody waits, come before audits."""
    return settings.EMBEDDED and DeckStudy.objects.working().exists()


def _take_piece(audit: PointAudit, seconds: float) -> bool:
    """Games until the time is over, an action more than before at least, and stored; False if in vain."""
    end = monotonic() + seconds
    try:
        games = Games(audit.rules, audit.given["cards"], audit.seed)
        done, part, tallies = audit.done, audit.part, audit.tallies
        while done < audit.wanted:
            game = games.play_on(done, part, enough=lambda: monotonic() >= end)
            part = game if isinstance(game, dict) else None
            if isinstance(game, dict):
                break
            game.count(tallies)
            done += 1
            if monotonic() >= end:
                break
    except Exception:
        # The page would wait for ever. The log says what it was.
        _move(audit, status=Status.FAILED, part=None, given=worn(audit.given))
        queue_next()
        raise
    return _store(audit, done, part)


def _store(audit: PointAudit, done: int, part: Part | None) -> bool:
    values: dict[str, Any] = {"done": done, "part": part, "status": Status.RUNNING, "tallies": audit.tallies}
    if done == audit.wanted:
        values |= {"status": Status.DONE, "finished_at": timezone.now(), "given": worn(audit.given)}
    audit.status = values["status"]
    return _move(audit, **values)


def _move(audit: PointAudit, **values: Any) -> bool:
    """Store what a piece has found, unless the audit was cancelled or another worker was quicker."""
    as_read = PointAudit.objects.working().filter(pk=audit.pk, updated_at=audit.updated_at)
    audit.updated_at = timezone.now()
    return bool(as_read.update(**values, updated_at=audit.updated_at))


def _queue(audit: PointAudit) -> None:
    # Imported late: the tasks call these services.
    from cards import tasks

    tasks.queue_audit(audit.pk, audit.updated_at.isoformat())
