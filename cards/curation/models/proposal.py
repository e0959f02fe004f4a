"""Proposed changes of cards, with comments, votes and verdicts."""

from datetime import timedelta
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KeyTransform
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cards.curation.reasons import said
from cards.models.artwork import picture_in
from cards.models.card import Card
from phylo.moderation.comments import CommentQuerySet

if TYPE_CHECKING:
    from phylo.accounts.models import User

LONGEST_SUMMARY = 1000
LONGEST_REMARK = 2000
LONGEST_REASON = 1000
LONGEST_DOUBT = 300
CLAIM_LASTS = timedelta(days=2)
"""After this time, another reviewer can take over a proposal."""
ACCOUNT = settings.AUTH_USER_MODEL


class ProposalKind(models.TextChoices):
    NEW = "new", _("New card")
    EDIT = "edit", _("Correction")
    MERGE = "merge", _("Merge")
    RETIRE = "retire", _("Retirement")


class ProposalState(models.TextChoices):
    """The transitions are in cards/curation/states.py."""

    DRAFT = "draft", _("Draft")
    OPEN = "open", _("Open")
    DISCUSSION = "discussion", _("In discussion")
    CHANGES = "changes", _("Needs changes")
    APPROVED = "approved", _("Approved")
    PUBLISHED = "published", _("Published")
    REJECTED = "rejected", _("Rejected")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    STALE = "stale", _("Out of date")
    REVERTED = "reverted", _("Reverted")


BEFORE_REVIEWERS = ("open", "discussion", "changes")
"""Submitted and not decided; in `changes` it waits for its author."""
UNDECIDED = ("draft", *BEFORE_REVIEWERS, "stale")
FROM_EVIDENCE = "evidence-"
"""Begins the key of what the site proposes itself: `evidence-diet-0123…`."""


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def pending(self) -> Self:
        """Submitted, not decided, and not hidden."""
        return self.filter(state__in=BEFORE_REVIEWERS, hidden=False)

    def undecided(self) -> Self:
        return self.filter(state__in=UNDECIDED)

    def seen_by(self, user: "User | None", *, moderates: bool = False) -> Self:
        """Drafts are visible to their authors, hidden proposals to their authors and moderators."""
        mine = Q(author=user) if user is not None else Q(pk__in=[])
        if moderates:
            return self.filter(mine | ~Q(state=ProposalState.DRAFT))
        return self.filter(mine | (~Q(state=ProposalState.DRAFT) & Q(hidden=False)))


class Proposal(models.Model):
    """
    `card` is None for a new card until it is published. `base` is the number of the revision that `contents`
    were made from, `base_contents` that revision's contents (None for a new card); a merge and a retirement
    have no contents. `version` counts changes of the contents; reviewers state the version that they read.
    """

    kind = models.CharField(max_length=8, choices=ProposalKind)
    state = models.CharField(max_length=10, choices=ProposalState, default=ProposalState.DRAFT)
    author = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="card_proposals")
    card = models.ForeignKey(Card, null=True, on_delete=models.CASCADE, related_name="proposals")
    into = models.ForeignKey(Card, null=True, on_delete=models.CASCADE, related_name="merges")
    """For a merge, the card that replaces `card`."""
    name = models.CharField(max_length=80, blank=True)
    """The name of the card, for lists."""
    base = models.PositiveIntegerField(null=True)
    base_contents = models.JSONField(null=True)
    contents = models.JSONField(default=dict)
    picture = picture_in(KeyTransform("art", "contents"))
    summary = models.TextField(max_length=LONGEST_SUMMARY, blank=True)
    version = models.PositiveIntegerField(default=1)
    digest = models.CharField(max_length=64)
    """Hash of kind, card, base and contents: equal for proposals that ask for the same."""
    # Chosen by the client, so that sending it twice makes one proposal.
    key = models.CharField(max_length=64, blank=True)
    asked = models.CharField(max_length=32, blank=True, default="", db_default="")
    """What made it asked for (phylo/http/keys.py)."""
    # A pending proposal whose contents this one was made from, and its version.
    on_top_of = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="on_top")
    on_top_version = models.PositiveIntegerField(null=True)
    same_as = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="repeated_by")
    """The first of the identical proposals, for which this one has become a vote."""
    claimed_by = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="+")
    claimed_at = models.DateTimeField(null=True)
    reason = models.TextField(max_length=LONGEST_REASON, blank=True)
    """Why it was rejected or reverted, or what needs to be changed (cards/curation/reasons.py)."""
    hidden = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    submitted_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)

    objects = ProposalQuerySet.as_manager()

    class Meta:
        db_table = "cards_proposal"
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(name="proposal_queue", fields=["state", "submitted_at"]),
            models.Index(name="proposal_picture", fields=["picture"], condition=Q(picture__isnull=False)),
        ]
        constraints = [
            models.CheckConstraint(
                name="proposal_kind_is_known", condition=Q(kind__in=["new", "edit", "merge", "retire"])
            ),
            models.CheckConstraint(
                name="proposal_state_is_known",
                condition=Q(
                    state__in=[
                        *("draft", "open", "discussion", "changes", "approved", "published"),
                        *("rejected", "withdrawn", "stale", "reverted"),
                    ]
                ),
            ),
            models.CheckConstraint(
                name="proposal_of_a_card_names_it",
                condition=Q(kind="new") | Q(card__isnull=False, base__isnull=False),
            ),
            models.CheckConstraint(
                name="proposal_to_merge_names_both",
                condition=~Q(kind="merge") | Q(into__isnull=False) & ~Q(into=models.F("card")),
            ),
            # Only one of several identical proposals is before the reviewers; the others are votes for it.
            models.UniqueConstraint(
                name="proposal_open_once",
                fields=["digest"],
                condition=Q(state__in=["open", "discussion", "changes"]),
            ),
            models.UniqueConstraint(name="proposal_key_once", fields=["author", "key"], condition=~Q(key="")),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind} {self.name}"

    @property
    def said_reason(self) -> str:
        return said(self.reason)

    @property
    def undecided(self) -> bool:
        return self.state in UNDECIDED

    @property
    def pending(self) -> bool:
        return self.state in BEFORE_REVIEWERS

    @property
    def from_evidence(self) -> bool:
        """Whether the site proposes it itself."""
        return self.author_id is None and self.key.startswith(FROM_EVIDENCE)

    @property
    def claimed(self) -> bool:
        """Whether a reviewer has claimed it recently."""
        at = self.claimed_at
        return self.claimed_by_id is not None and at is not None and timezone.now() - at < CLAIM_LASTS


class ProposalEdit(models.Model):
    """One version of a proposal."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="edits")
    version = models.PositiveIntegerField()
    base = models.PositiveIntegerField(null=True)
    contents = models.JSONField()
    summary = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "cards_proposaledit"
        ordering = ["proposal_id", "version"]
        constraints = [models.UniqueConstraint(name="proposal_version_once", fields=["proposal", "version"])]

    def __str__(self) -> str:
        return f"{self.proposal_id}#{self.version}"


class ProposalComment(models.Model):
    """Stays, without a name, when its author's account is deleted."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="comments")
    user = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="proposal_comments")
    text = models.TextField(max_length=LONGEST_REMARK)
    key = models.CharField(max_length=64)
    hidden = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CommentQuerySet.as_manager()

    class Meta:
        db_table = "cards_proposalcomment"
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(name="proposal_comment_once", fields=["proposal", "user", "key"])
        ]

    def __str__(self) -> str:
        return f"{self.proposal_id}: {self.text[:40]}"


class ProposalVote(models.Model):
    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="votes")
    user = models.ForeignKey(ACCOUNT, on_delete=models.CASCADE, related_name="proposal_votes")
    supports = models.BooleanField()
    version = models.PositiveIntegerField()
    """The proposal's version when the vote was cast."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "cards_proposalvote"
        constraints = [models.UniqueConstraint(name="proposal_vote_once", fields=["proposal", "user"])]

    def __str__(self) -> str:
        return f"{self.proposal_id}: {'+' if self.supports else '-'}{self.user_id}"


class FactVerdict(models.Model):
    """
    A user confirms or doubts a value of a card: a published one, or a proposed one, whose verdicts move to
    the card when it is published.
    """

    card = models.ForeignKey(Card, null=True, on_delete=models.CASCADE, related_name="fact_verdicts")
    proposal = models.ForeignKey(Proposal, null=True, on_delete=models.CASCADE, related_name="fact_verdicts")
    column = models.CharField(max_length=20)
    value_digest = models.CharField(max_length=64)
    user = models.ForeignKey(ACCOUNT, on_delete=models.CASCADE, related_name="fact_verdicts")
    agrees = models.BooleanField()
    reason = models.CharField(max_length=LONGEST_DOUBT, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "cards_factverdict"
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="fact_verdict_once_a_card",
                fields=["card", "column", "value_digest", "user"],
                condition=Q(card__isnull=False),
            ),
            models.UniqueConstraint(
                name="fact_verdict_once_a_proposal",
                fields=["proposal", "column", "value_digest", "user"],
                condition=Q(proposal__isnull=False),
            ),
            models.CheckConstraint(
                name="fact_verdict_is_about_one_thing",
                condition=Q(card__isnull=False, proposal__isnull=True)
                | Q(card__isnull=True, proposal__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.column}: {'+' if self.agrees else '-'}{self.user_id}"
