"""The worker's side: one piece of a study at a time."""

from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.utils import timezone

from cards.decks.studies import kinds
from cards.models import DeckStudy

PIECE = 0.12
"""Seconds after which a piece ends. In a site of one process the computer's turns wait for it."""
LOST_AFTER = timedelta(seconds=10)
"""A study that has stood still for so long was lost: with a worker that died, or never queued."""

Status = DeckStudy.Status


def work_on(*, study_id: int, since: str, seconds: float = PIECE) -> None:
    """
    One piece; the next one is queued. Does nothing if the study has gone on after the time `since`, is over,
    or if others are before it.
    """
    study = DeckStudy.objects.working().filter(pk=study_id).first()
    if study is None or study.updated_at != datetime.fromisoformat(since) or waiting_before(study):
        return
    end = monotonic() + seconds
    try:
        so_far = kinds.go_on(study, lambda: monotonic() >= end)
        done = len(so_far["steps"])
        values: dict[str, Any] = {"done": done, "status": Status.RUNNING, "so_far": so_far}
        if done == study.total:
            result = kinds.found(study, so_far["steps"])
            values |= {"status": Status.DONE, "so_far": {"result": result}, "given": kinds.worn(study.given)}
    except Exception:
        # The page would wait for ever. The log says what it was.
        _move(study, status=Status.FAILED, so_far={}, given=kinds.worn(study.given))
        queue_next()
        raise
    if not _move(study, **values):
        return
    if values["status"] == Status.DONE:
        queue_next()
    else:
        _queue(study)


def waiting_before(study: DeckStudy) -> int:
    """For how many studies it waits; 0 if it is its turn."""
    before = DeckStudy.objects.working().filter(pk__lt=study.pk).count()
    return max(0, before - at_once() + 1)


def lost_studies() -> list[tuple[int, str]]:
    """Those whose turn it is and that stand still, each with the time since which it does."""
    first = DeckStudy.objects.working().order_by("pk").values_list("pk", "updated_at")[: at_once()]
    return [(pk, at.isoformat()) for pk, at in first if at < timezone.now() - LOST_AFTER]


def queue_next() -> None:
    """Queue the first piece of those whose turn has come. Queued twice it is done once."""
    for study in DeckStudy.objects.working().order_by("pk")[: at_once()]:
        if study.status == Status.QUEUED:
            _queue(study)


def at_once() -> int:
    """A site of one process has one worker, which plays the computer's turns too."""
    return 1 if settings.EMBEDDED else 4


def _queue(study: DeckStudy) -> None:
    # Imported late: the tasks call these services.
    from cards import tasks

    tasks.queue_study(study.pk, study.updated_at.isoformat())


def _move(study: DeckStudy, **values: Any) -> bool:
    """Store what a piece has found, unless the study was cancelled or another worker was quicker."""
    as_read = DeckStudy.objects.working().filter(pk=study.pk, updated_at=study.updated_at)
    study.updated_at = timezone.now()
    return bool(as_read.update(**values, updated_at=study.updated_at))
