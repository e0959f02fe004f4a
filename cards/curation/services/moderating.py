"""Moderation of curation: blocking, undoing, and naming reviewers."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from cards.curation.fields import ACCOUNT_REASON
from cards.curation.models import (
    Curator,
    Decision,
    FactVerdict,
    Notice,
    Proposal,
    ProposalComment,
    ProposalState,
    ProposalVote,
)
from cards.curation.models.proposal import UNDECIDED
from cards.curation.permissions import Action, Role, appointed, check
from cards.curation.reasons import STOLEN
from cards.curation.services.deciding import revert_locked
from cards.curation.services.steps import lock_accounts, lock_proposal, move, outdate_on_top
from cards.curation.states import Event, sources
from cards.models.card import lock_cards
from phylo.accounts.models import User
from phylo.http.problems import NotAllowed
from phylo.http.refusals import BadValue, NotNow
from phylo.moderation import log
from phylo.moderation.content import Person
from phylo.moderation.models import LogEntry
from phylo.slices import Extension

UNDOING = Extension[Callable[[User, str], int]]("undoing_in_curation")
"""
Told, in the same transaction, the account and the reason when all that it has done is undone; each rejects
what waits of it elsewhere, and returns how much.
"""
ACCOUNT_ACTS = {
    "block": ("blocked", False),
    "unblock": ("blocked", True),
    "name-reviewer": ("reviewer", False),
    "end-reviewer": ("reviewer", True),
}
"""Acts on accounts, with the column of `Curator` and what it was before."""


def block(*, account: User, user: User, blocked: bool, reason: str) -> Curator:
    """Exclude an account from curation, or readmit it. Raises NotAllowed or BadValue."""
    reason = ACCOUNT_REASON.checked(reason, required=blocked)
    with transaction.atomic():
        lock_accounts(account, user)
        _check_account(account, user, Action.BLOCK)
        curator, _new = Curator.objects.get_or_create(user=account)
        if curator.blocked != blocked:
            curator.blocked, curator.blocked_because = blocked, reason if blocked else ""
            curator.save()
            log.write("block" if blocked else "unblock", user=user, about=Person(user=account), reason=reason)
    return curator


def name_reviewer(*, account: User, user: User, reviewer: bool) -> Curator:
    """Raises NotAllowed."""
    with transaction.atomic():
        lock_accounts(account, user)
        check(user, Action.NAME_REVIEWERS)
        curator, _new = Curator.objects.get_or_create(user=account)
        if curator.reviewer != reviewer:
            curator.reviewer = reviewer
            curator.save()
            log.write("name-reviewer" if reviewer else "end-reviewer", user=user, about=Person(user=account))
    return curator


@dataclass
class Undone:
    """How much was undone; `kept`: published proposals of which nothing is left to revert."""

    rejected: int = 0
    reverted: int = 0
    kept: int = 0
    comments: int = 0
    votes: int = 0
    verdicts: int = 0


def undo_all(*, account: User, user: User, reason: str) -> Undone:
    """
    Undo everything that an account has done in curation: pending proposals are rejected, published ones
    reverted (newest first), comments hidden, votes and verdicts on facts withdrawn. All or nothing. Raises
    NotAllowed or BadValue.
    """
    reason = ACCOUNT_REASON.checked(reason, required=True)
    undone = Undone()
    with transaction.atomic():
        lock_cards(alone=True)
        cards = Proposal.objects.filter(author=account, card__isnull=False).values("card")
        authors = Proposal.objects.filter(card__in=cards, state__in=UNDECIDED)
        lock_accounts(account, user, *authors.values_list("author_id", flat=True))
        _check_account(account, user, Action.UNDO_ALL)
        rows = Proposal.objects.filter(author=account).select_related("author", "card", "into")
        for proposal in rows.select_for_update(of=("self",)).order_by("-decided_at", "-pk"):
            _undo(proposal, user, reason, undone)
        undone.rejected += sum(undo(account, reason) for undo in UNDOING)
        _unsay(Notice.objects.filter(by=account))
        undone.comments = ProposalComment.objects.filter(user=account, hidden=False).update(hidden=True)
        undone.votes = ProposalVote.objects.filter(user=account).delete()[0]
        undone.verdicts = FactVerdict.objects.filter(user=account).delete()[0]
        log.write("undo-all", user=user, about=Person(user=account), reason=reason)
    return undone


def _undo(proposal: Proposal, user: User, reason: str, undone: Undone) -> None:
    proposal.refresh_from_db(fields=["state"])  # an earlier round of the loop may have made it stale
    if proposal.state in sources(Event.REJECT):
        proposal.reason = reason
        move(proposal, Event.REJECT, user=user, reason=reason)
        outdate_on_top(proposal)
        undone.rejected += 1
    elif proposal.state == ProposalState.PUBLISHED:
        try:
            revert_locked(proposal, user, reason)
            undone.reverted += 1
        except (NotNow, BadValue):
            # Or the remaining changes and the earlier values do not make a valid card.
            undone.kept += 1


def _check_account(account: User, user: User, action: Action) -> None:
    check(user, action)
    if account.pk == user.pk or appointed(account) >= Role.ADMINISTRATOR:
        raise NotAllowed(_("This cannot be done to an administrator."))


def _unsay(notices_of: QuerySet[Notice]) -> None:
    """Remove the text of hidden comments from notices."""
    notices_of.filter(event=Event.DISCUSS).update(text="")


def take_back_decisions(*, of: User, since: datetime) -> list[str]:
    """
    For a stolen account: end its role, readmit whom it blocked, end the reviewers it named and name again
    those it ended, revert what it approved and reopen what it rejected since then. Returns what is left for
    people, a line each.
    """
    with transaction.atomic():
        lock_cards(alone=True)
        Curator.objects.filter(user=of).update(reviewer=False)
        acts = LogEntry.objects.filter(user=of, created_at__gte=since, act__in=ACCOUNT_ACTS)
        for entry in acts:
            column, was = ACCOUNT_ACTS[entry.act]
            Curator.objects.filter(user=entry.about_id).update(**{column: was})
        made = Decision.objects.filter(user=of, created_at__gte=since).exclude(proposal__author=of)
        made = made.select_related("proposal").order_by("-created_at", "-pk")
        return [f"{each.created_at:%Y-%m-%d %H:%M} {each}" for each in made if not _undecide(each)]


def _undecide(decision: Decision) -> bool:
    """False if it takes a person to undo the decision."""
    if decision.proposal is None or decision.event not in (Event.APPROVE, Event.PUBLISH, Event.REJECT):
        return decision.event in (Event.DISCUSS, Event.PUBLISH)
    proposal = lock_proposal(decision.proposal.pk, None, about=True)
    if decision.event == Event.REJECT and proposal.state == ProposalState.REJECTED:
        try:
            with transaction.atomic():
                move(proposal, Event.REOPEN, user=None, reason=STOLEN)
        except IntegrityError:
            # Meanwhile somebody has proposed the same.
            return False
    elif proposal.state == ProposalState.PUBLISHED:
        try:
            revert_locked(proposal, None, STOLEN)
        except (NotNow, BadValue):
            return False
    return True
