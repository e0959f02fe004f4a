from typing import Self, TypeVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone


class Status(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


WORKING = (Status.QUEUED, Status.RUNNING)

J = TypeVar("J", bound="Job")


class JobQuerySet(models.QuerySet[J]):
    def working(self) -> Self:
        """Waiting for a worker or under way."""
        return self.filter(status__in=WORKING)


class Job(models.Model):
    """
    Long work that is done piece by piece. `done` of its `total` steps are finished; subclasses store enough
    of the results to go on after a worker was killed.
    """

    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                name="%(class)s_status_is_known",
                condition=Q(status__in=["queued", "running", "done", "cancelled", "failed"]),
            ),
            models.CheckConstraint(name="%(class)s_is_within_its_total", condition=Q(done__lte=F("total"))),
        ]

    @property
    def working(self) -> bool:
        return self.status in WORKING


class StoredTask(models.Model):
    """A task that must not be lost, until it is done (phylo/jobs/outbox.py)."""

    name = models.CharField(max_length=80)
    details = models.JSONField()
    """The arguments."""
    created_at = models.DateTimeField(db_default=Now())
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now, db_index=True)
    """When it may be done. While it is being done, when its worker counts as dead."""

    def __str__(self) -> str:
        return f"{self.name} {self.pk}"
