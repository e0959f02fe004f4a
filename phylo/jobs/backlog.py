"""What waits to be done outside requests, as the status page and the metrics tell it."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, Min, Model, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string


class Backlog(NamedTuple):
    """How much waits, and for how many seconds what has waited longest."""

    waiting: int
    oldest: float


def measured(rows: QuerySet[Model], since: str) -> Backlog:
    """Of rows that wait since the time in that column."""
    found = rows.order_by().aggregate(waiting=Count("pk"), first=Min(since))
    first: datetime | None = found["first"]
    return Backlog(found["waiting"], max(0.0, (timezone.now() - first).total_seconds()) if first else 0.0)


def backlogs() -> dict[str, Backlog]:
    """By the names in `BACKLOGS`. Raises DatabaseError."""
    found: dict[str, Callable[[], Backlog]] = {
        name: import_string(path) for name, path in settings.BACKLOGS.items()
    }
    return {name: measure() for name, measure in found.items()}
