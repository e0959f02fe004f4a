from django.db import models
from django.db.models import Q

from cards.models.deck import Deck


class DeckStudy(models.Model):
    """Long work on one version of a deck: what it loses when events strike, or how it does against others."""

    class Kind(models.TextChoices):
        RESILIENCE = "resilience"
        TRIAL = "trial"

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        CANCELLED = "cancelled"
        FAILED = "failed"

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="studies")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    seed = models.PositiveBigIntegerField()
    given = models.JSONField()
    """All that the work reads: `contents`, `cards` (record-format objects by key), opponents, numbers."""
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    so_far = models.JSONField(default=dict)
    """What is worked out of `done` of `total`: with it a worker goes on where another was killed."""
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="deck_study_kind_is_known", condition=Q(kind__in=["resilience", "trial"])
            ),
            models.CheckConstraint(
                name="deck_study_status_is_known",
                condition=Q(status__in=["queued", "running", "done", "cancelled", "failed"]),
            ),
            models.CheckConstraint(
                name="deck_study_is_not_beyond_its_end", condition=Q(done__lte=models.F("total"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.deck_id}#{self.version}"

    @property
    def working(self) -> bool:
        return self.status in (self.Status.QUEUED, self.Status.RUNNING)
