from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class CardImport(models.Model):
    """A file that staff bring in: looked at first, then stored as it was looked at."""

    class Status(models.TextChoices):
        CHECKING = "checking", _("Being looked at")
        READY = "ready", _("Ready to apply")
        REFUSED = "refused", _("Refused")
        APPLYING = "applying", _("Being applied")
        APPLIED = "applied", _("Applied")
        FAILED = "failed", _("Not done")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="card_imports"
    )
    name = models.CharField(max_length=120)
    form = models.CharField(max_length=20)
    card_set = models.CharField(max_length=40)
    content = models.BinaryField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.CHECKING)
    plan = models.JSONField(default=dict)
    """
    What was found: `counts` by action, `version` of the cards, `shown`: changes with `place`, `key`, `name`,
    `action`, `differences` (column, before, after), `notes`, `problem`, `before` and `after` (faces).
    For FAILED `problem` alone.
    """
    created_at = models.DateTimeField(auto_now_add=True)
    applied_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="card_import_status_is_known",
                condition=models.Q(
                    status__in=["checking", "ready", "refused", "applying", "applied", "failed"]
                ),
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def working(self) -> bool:
        return self.status in (self.Status.CHECKING, self.Status.APPLYING)
