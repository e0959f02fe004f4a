from django.conf import settings
from django.db import models
from django.db.models import Q

from phylo.jobs.models import WORKING, Job, JobQuerySet, Status


class PointAuditQuerySet(JobQuerySet["PointAudit"]):
    def newest(self, rules: str) -> "PointAudit | None":
        """The newest finished audit of the rule set."""
        done = self.filter(rules=rules, status=Status.DONE)
        return done.defer("part").order_by("-finished_at", "-pk").first()


class PointAudit(Job):
    """Games between bots with decks drawn from all published cards, tallied by card (docs/cards.md)."""

    rules = models.CharField(max_length=20)
    seed = models.PositiveBigIntegerField()
    given = models.JSONField()
    """The input: `cards` (record-format objects by key, until the end), `revisions`, and their `digest`."""
    tallies = models.JSONField(default=dict)
    """Maps card keys to games with the card, wins among these, games without it, wins among these."""
    part = models.JSONField(null=True)
    """The unfinished game."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    """Whoever began it; None for the command."""
    finished_at = models.DateTimeField(null=True)

    objects = PointAuditQuerySet.as_manager()

    class Meta(Job.Meta):
        abstract = False
        db_table = "cards_pointaudit"
        ordering = ["-pk"]
        constraints = [
            *Job.Meta.constraints,
            models.UniqueConstraint(
                name="point_audit_one_at_a_time", fields=["rules"], condition=Q(status__in=WORKING)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rules}, {self.done} of {self.total} games"
