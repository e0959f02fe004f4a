"""Curators, decisions and notices."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from cards.curation.models.proposal import Proposal
from cards.curation.reasons import said
from cards.models.card import Card
from cards.models.card_revision import Permanent

ACCOUNT = settings.AUTH_USER_MODEL


class Curator(models.Model):
    """An account's role in curation. An account without a row is a member with nothing accepted yet."""

    user = models.OneToOneField(ACCOUNT, on_delete=models.CASCADE, primary_key=True, related_name="curator")
    reviewer = models.BooleanField(default=False)
    accepted = models.PositiveIntegerField(default=0)
    """The account's published proposals that were not reverted."""
    mails = models.BooleanField(default=True)
    """Whether notices also go out by mail."""
    blocked = models.BooleanField(default=False)
    blocked_because = models.CharField(max_length=300, blank=True)

    class Meta:
        db_table = "cards_curator"

    def __str__(self) -> str:
        return f"curator {self.user_id}"


class Decision(Permanent):
    """One line of the log: never changed, never deleted."""

    proposal = models.ForeignKey(Proposal, null=True, on_delete=models.CASCADE, related_name="decisions")
    card = models.ForeignKey(Card, null=True, on_delete=models.CASCADE, related_name="decisions")
    event = models.CharField(max_length=20)
    """An event of cards/curation/states.py, or "restore"."""
    user = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="card_decisions")
    """The actor; None for the site itself and for deleted accounts."""
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    """`state`, `version`, and the card's `revision`, where affected."""
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "cards_decision"
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.event} {self.proposal_id or self.card_id or ''}"

    @property
    def said_reason(self) -> str:
        return said(self.reason)


class Notice(models.Model):
    """News about a proposal for one account, on the site and by mail."""

    user = models.ForeignKey(ACCOUNT, on_delete=models.CASCADE, related_name="card_notices")
    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="notices")
    event = models.CharField(max_length=20)
    by = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.TextField(blank=True)
    """The reason, or the comment."""
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "cards_notice"
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(name="notice_unread", fields=["user"], condition=Q(read_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.event} of {self.proposal_id} for {self.user_id}"

    @property
    def said_text(self) -> str:
        return said(self.text)
