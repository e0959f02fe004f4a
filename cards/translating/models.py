"""Proposed names and sentences of cards in other languages."""

from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from cards.curation.models import ProposalState
from cards.curation.models.proposal import BEFORE_REVIEWERS
from cards.curation.reasons import said
from cards.models import Card
from cards.models.card_text import Translation
from phylo.accounts.models import said_in_shadow
from phylo.moderation.models import LONGEST_WHY

if TYPE_CHECKING:
    from phylo.accounts.models import User


class ProposedTextQuerySet(models.QuerySet["ProposedText"]):
    def undecided(self) -> Self:
        return self.filter(state__in=BEFORE_REVIEWERS)

    def pending(self) -> Self:
        """What reviewers decide on: not decided, and not hidden."""
        return self.undecided().filter(hidden=False)

    def seen_by(self, reader: "User | None", *, moderates: bool = False) -> Self:
        """Hidden texts, and those of shadowed people, are seen by their authors and moderators."""
        if moderates:
            return self
        own = Q(author=reader) if reader is not None else Q(pk__in=())
        return self.filter(own | Q(hidden=False) & (Q(author=None) | ~said_in_shadow("author__")))

    def of(self, author: "User") -> Self:
        return self.filter(author=author)


class ProposedText(Translation):
    """
    What somebody proposes that a card is called and says in a language; cards/translating/services.py writes
    it.

    `base` is the version of the card's text that was read, 0 if it had none. `version` counts changes by the
    author; who decides says which one was read.
    """

    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="proposed_texts"
    )
    state = models.CharField(max_length=10, choices=ProposalState, default=ProposalState.OPEN)
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="proposed_texts")
    base = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    reason = models.TextField(max_length=1000, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="decided_texts"
    )
    """Who last approved, rejected or reverted it."""
    decided_at = models.DateTimeField(null=True)
    before = models.JSONField(default=dict, db_default={})
    """The card's text before this was published, as columns of CardText; empty if it had none."""
    made = models.PositiveIntegerField(null=True)
    """The version of the card's text that is this one; null for what was published before this was stored."""
    hidden = models.BooleanField(default=False, db_default=False)
    hidden_reason = models.CharField(max_length=LONGEST_WHY, blank=True, default="", db_default="")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    objects = ProposedTextQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            # An author who thinks again changes the proposal that waits.
            models.UniqueConstraint(
                name="proposed_text_once",
                fields=["author", "card", "language"],
                condition=models.Q(state__in=["open", "discussion", "changes"]),
            ),
        ]
        indexes = [models.Index(name="proposed_text_queue", fields=["language", "state"])]

    def __str__(self) -> str:
        return f"{self.card_id} {self.language}: {self.name}"

    @property
    def said_reason(self) -> str:
        return said(self.reason)

    @property
    def undecided(self) -> bool:
        return self.state in BEFORE_REVIEWERS
