from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

WORKING = ("queued", "running")


class PointAuditQuerySet(models.QuerySet["PointAudit"]):
    def working(self) -> Self:
        """Waiting for a worker or under way."""
        return self.filter(status__in=WORKING)

    def newest(self, rules: str) -> "PointAudit | None":
        """The newest of the rule set that has come to its end."""
        done = self.filter(rules=rules, status=PointAudit.Status.DONE)
        return done.defer("part").order_by("-finished_at", "-pk").first()


class PointAudit(models.Model):
    """Games of bots with decks drawn from all published cards, counted for each card (docs/cards.md)."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        CANCELLED = "cancelled"
        FAILED = "failed"

    rules = models.CharField(max_length=20)
    seed = models.PositiveBigIntegerField()
    wanted = models.PositiveIntegerField()
    """Games."""
    done = models.PositiveIntegerField(default=0)
    given = models.JSONField()
    """What the games read: `cards` (record-format objects by key, until the end), their `revisions`, and the
    `digest` of both."""
    tallies = models.JSONField(default=dict)
    """Card key -> games with it, won of these, games without it, won of these."""
    part = models.JSONField(null=True)
    """The game under way: with it a worker goes on where another was killed."""
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    """Who began it; None for the command."""
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    finished_at = models.DateTimeField(null=True)

    objects = PointAuditQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                name="point_audit_status_is_known",
                condition=Q(status__in=["queued", "running", "done", "cancelled", "failed"]),
            ),
            models.CheckConstraint(
                name="point_audit_is_not_beyond_its_end", condition=Q(done__lte=models.F("wanted"))
            ),
            models.UniqueConstraint(
                name="point_audit_one_at_a_time", fields=["rules"], condition=Q(status__in=WORKING)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rules}, {self.done} of {self.wanted} games"

    @property
    def working(self) -> bool:
        return self.status in WORKING
