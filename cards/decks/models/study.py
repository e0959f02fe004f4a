from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from cards.decks.models.deck import Deck
from cards.models.builder import Builder
from phylo.jobs.models import WORKING, Job, JobQuerySet


class DeckStudyQuerySet(JobQuerySet["DeckStudy"]):
    def begun_by(self, builder: Builder) -> Self:
        return self.filter(builder.rows())


class DeckStudy(Job):
    """Long work on one version of a deck: what it loses when events strike, or how it does against others."""

    class Kind(models.TextChoices):
        RESILIENCE = "resilience"
        TRIAL = "trial"

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="studies")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    seed = models.PositiveBigIntegerField()
    given = models.JSONField()
    """The whole input: `contents`, `cards` (record-format objects by key), opponents, numbers."""
    # Whoever began the study, an account or a guest.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    guest = models.ForeignKey(
        "accounts.Guest", null=True, blank=True, on_delete=models.PROTECT, related_name="deck_studies"
    )
    so_far = models.JSONField(default=dict)
    """The results of `done` of `total` games; at the end only the `result`."""

    objects = DeckStudyQuerySet.as_manager()

    class Meta(Job.Meta):
        abstract = False
        db_table = "cards_deckstudy"
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(name="deck_study_working", fields=["updated_at"], condition=Q(status__in=WORKING))
        ]
        constraints = [
            *Job.Meta.constraints,
            models.CheckConstraint(
                name="deck_study_kind_is_known", condition=Q(kind__in=["resilience", "trial"])
            ),
            models.UniqueConstraint(
                name="deck_study_one_at_a_time", fields=["deck", "kind"], condition=Q(status__in=WORKING)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.deck_id}#{self.version}"

    def begun_by(self, builder: Builder) -> bool:
        return builder.owns(self.user_id, self.guest_id)
