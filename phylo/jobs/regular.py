"""Tasks that `celery beat` or the embedded worker queues again and again; each app brings its own."""

from dataclasses import dataclass

from celery.schedules import crontab
from django.conf import settings

from phylo.slices import Extension

NIGHTLY = crontab(hour=4, minute=17)


@dataclass(frozen=True)
class Regular:
    """
    The task of that name, queued `every` so many seconds or at a time of day. One that no worker has begun
    within `expires` seconds is dropped.
    """

    task: str
    every: float | crontab
    expires: float


REGULAR = Extension[Regular]("regular_tasks")


def schedule() -> None:
    """Add them to the setting before a Celery application reads it."""
    for each in REGULAR:
        settings.CELERY_BEAT_SCHEDULE[each.task] = {
            "task": each.task,
            "schedule": each.every,
            "options": {"expires": each.expires},
        }
