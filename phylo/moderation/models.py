"""
Reports and the audit log. Both refer to content by the name of its kind and its key there
(phylo/moderation/content.py), and to guests by their id, so that neither keeps what is deleted elsewhere.
"""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

ACCOUNT = settings.AUTH_USER_MODEL
LONGEST_KEY = 120
LONGEST_REPORT = 500
LONGEST_WHY = 300


class Report(models.Model):
    """The complaint of an account or a guest that something is inappropriate; or a suspended one's appeal."""

    class Outcome(models.TextChoices):
        OPEN = "open", pgettext_lazy("report", "Open")
        UPHELD = "upheld", _("Upheld")
        DISMISSED = "dismissed", _("Left as it is")

    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=LONGEST_KEY)
    user = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="reports")
    guest = models.UUIDField(null=True)
    text = models.CharField(max_length=LONGEST_REPORT, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    handled_by = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="+")
    handled_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]
        indexes = [models.Index(name="report_open", fields=["kind", "key"], condition=Q(outcome="open"))]
        constraints = [
            models.UniqueConstraint(name="report_once_an_account", fields=["kind", "key", "user"]),
            models.UniqueConstraint(name="report_once_a_guest", fields=["kind", "key", "guest"]),
            models.CheckConstraint(
                name="report_result_is_known", condition=Q(outcome__in=["open", "upheld", "dismissed"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Unchangeable(TypeError):
    """Attempt to change the audit log."""


class LogQuerySet(models.QuerySet["LogEntry"]):
    def update(self, **values: object) -> NoReturn:
        raise Unchangeable("the audit log never changes")

    def delete(self) -> NoReturn:
        raise Unchangeable("the audit log stays")


class LogEntry(models.Model):
    """One act of moderation: who did what, to whom or what, and why. Never changed, never deleted."""

    act = models.CharField(max_length=20)
    """A key of `phylo.moderation.log.WORDS`."""
    user = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="moderation_acts")
    """Who did it; None for a command on the server and for deleted accounts."""
    about = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="moderated")
    about_guest = models.UUIDField(null=True)
    kind = models.CharField(max_length=20, blank=True)
    key = models.CharField(max_length=LONGEST_KEY, blank=True)
    reason = models.TextField(blank=True)
    before = models.JSONField(default=dict)
    """What is needed to undo it."""
    created_at = models.DateTimeField(auto_now_add=True)

    objects = LogQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.act} {self.kind} {self.key}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise Unchangeable("the audit log never changes")
        super().save(*args, **kwargs)

    def delete(self, *args: object, **kwargs: object) -> NoReturn:
        raise Unchangeable("the audit log stays")
