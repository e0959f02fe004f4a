"""
Tasks that must not be lost, such as mails: each is stored in the transaction that asks for it, and deleted
when it is done (a transactional outbox). A sweep queues those again whose message did not reach the broker,
or whose worker was killed. So a task may run twice.
"""

import logging
from datetime import timedelta

from celery import current_app
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from phylo.jobs.backlog import Backlog, measured
from phylo.jobs.models import StoredTask
from phylo.jobs.queue import queue

logger = logging.getLogger(__name__)

RUNS_FOR = timedelta(minutes=2)
"""Longer than a task takes; then its worker has died."""
RETRIES = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 600, 3600, 6 * 3600, 24 * 3600))
"""How long to wait after each failure; the next one is the last."""
AT_MOST = 500


def queue_durably(name: str, *details: object) -> None:
    """Queue the task of that name when the transaction is committed. `details` are stored as JSON."""
    stored = StoredTask.objects.create(name=name, details=details)
    transaction.on_commit(lambda: queue("jobs.deliver", stored.pk), robust=True)


def deliver(*, task_id: int) -> None:
    """Do the task, unless another worker does it or it is not due. What failed is tried again later."""
    now = timezone.now()
    due = StoredTask.objects.filter(pk=task_id, due_at__lte=now)
    if not due.update(due_at=now + RUNS_FOR, attempts=F("attempts") + 1):
        return
    stored = StoredTask.objects.get(pk=task_id)
    try:
        current_app.tasks[stored.name](*stored.details)
    except Exception:
        _failed(stored)
    else:
        stored.delete()


def retry(*, task_id: int) -> None:
    """Queue the task now, whatever it is waiting for."""
    StoredTask.objects.filter(pk=task_id).update(due_at=timezone.now())
    queue("jobs.deliver", task_id)


def sweep(*, expires: float) -> int:
    """Queue what is due, and return how much that is. The tasks expire after `expires` seconds."""
    due = StoredTask.objects.filter(due_at__lte=timezone.now() - timedelta(seconds=expires))
    found = due.order_by("due_at").values_list("pk", flat=True)[:AT_MOST]
    for task_id in found:
        queue("jobs.deliver", task_id, expires=expires)
    return len(found)


def backlog() -> Backlog:
    """What is not done yet, whether it is tried again or has not begun."""
    return measured(StoredTask.objects.all(), "created_at")


def _failed(stored: StoredTask) -> None:
    if stored.attempts > len(RETRIES):
        logger.exception("%s has failed %d times and is given up", stored.name, stored.attempts)
        stored.delete()
        return
    wait = RETRIES[stored.attempts - 1]
    logger.warning("%s failed and is tried again in %s", stored.name, wait, exc_info=True)
    stored.due_at = timezone.now() + wait
    stored.save(update_fields=["due_at"])
