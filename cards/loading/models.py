from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from phylo.jobs.models import Job, JobQuerySet, Status


class CardImport(Job):
    """A file of cards from staff: checked first, then stored as checked. `total` and `done` count cards."""

    class Step(models.TextChoices):
        CHECK = "check"
        APPLY = "apply"

    class Stage(models.TextChoices):
        """The step and its progress, in words."""

        CHECKING = "checking", _("Being checked")
        READY = "ready", _("Ready to apply")
        REFUSED = "refused", _("Refused")
        APPLYING = "applying", _("Being applied")
        APPLIED = "applied", _("Applied")
        CANCELLED = "cancelled", _("Cancelled")
        FAILED = "failed", _("Failed")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="card_imports"
    )
    name = models.CharField(max_length=120)
    form = models.CharField(max_length=20)
    card_set = models.CharField(max_length=40)
    content = models.BinaryField()
    step = models.CharField(max_length=10, choices=Step, default=Step.CHECK)
    refused = models.BooleanField(default=False)
    """Whether the check found cards that cannot be stored."""
    good_only = models.BooleanField(default=False)
    """Whether the other cards are, or were, to be stored all the same."""
    mistakes = models.TextField(default="")
    """All mistakes that the check found, as CSV for download."""
    plan = models.JSONField(default=dict)
    """
    The result of the check: `counts` by action, number of `mistakes`, `note`, `version` of the cards, and
    `shown`: changes with `place`, `key`, `name`, `action`, `differences` (column, before, after), `notes`,
    `mistakes` (column, what is wrong), `before` and `after` (faces). Only `problem` if it failed.
    """
    applied_at = models.DateTimeField(null=True)

    objects = JobQuerySet["CardImport"].as_manager()

    class Meta(Job.Meta):
        abstract = False
        db_table = "cards_cardimport"
        ordering = ["-created_at", "-pk"]
        constraints = [
            *Job.Meta.constraints,
            models.CheckConstraint(
                name="card_import_step_is_known", condition=models.Q(step__in=["check", "apply"])
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def stage(self) -> Stage:
        if self.status in (Status.CANCELLED, Status.FAILED):
            return self.Stage(self.status)
        if self.step == self.Step.APPLY:
            return self.Stage.APPLYING if self.working else self.Stage.APPLIED
        if self.working:
            return self.Stage.CHECKING
        return self.Stage.REFUSED if self.refused else self.Stage.READY
