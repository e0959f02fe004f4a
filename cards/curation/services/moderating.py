"""Moderation: hiding, blocking, undoing, and naming reviewers."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.curation.permissions import Action, Role, check, role_of
from cards.curation.services import notices
from cards.curation.services.deciding import revert_held
from cards.curation.services.steps import hold, hold_accounts, log, move, outdate_on_top, text_of
from cards.curation.states import Event, sources
from cards.errors import BadValue, NotAllowed, NotNow
from cards.models import (
    Curator,
    FactVerdict,
    Notice,
    Proposal,
    ProposalComment,
    ProposalState,
    ProposalVote,
    Report,
)
from cards.models.card import lock_cards
from cards.models.proposal import UNDECIDED
from phylo.accounts.models import User

LONGEST_WHY = 300


def hide_proposal(*, proposal_id: int, user: User, hidden: bool, reason: str) -> Proposal:
    """Hide a proposal from all but its author and reviewers, or show it. Raises NotAllowed, BadValue."""
    reason = text_of("reason", reason, LONGEST_WHY, needed=hidden)
    with transaction.atomic():
        proposal = hold(proposal_id, user)
        check(user, Action.HIDE, proposal)
        if proposal.hidden != hidden:
            proposal.hidden = hidden
            proposal.save()
            log("hide" if hidden else "show", user=user, proposal=proposal, reason=reason)
            if hidden:
                notices.tell(proposal.author, proposal, notices.HIDDEN, by=user, text=reason)
        _close_reports(Report.objects.filter(proposal=proposal, comment=None), user, hidden)
    return proposal


def hide_comment(*, comment_id: int, user: User, hidden: bool, reason: str) -> ProposalComment:
    """Raises NotAllowed, BadValue or ProposalComment.DoesNotExist."""
    reason = text_of("reason", reason, LONGEST_WHY, needed=hidden)
    with transaction.atomic():
        comment = ProposalComment.objects.select_related("proposal").get(pk=comment_id)
        proposal = hold(comment.proposal_id, user)
        check(user, Action.HIDE)
        if not hidden and comment.user_id == user.pk:
            raise NotAllowed(_("Nobody decides on what they have written themselves."))
        if comment.hidden != hidden:
            comment.hidden = hidden
            comment.save(update_fields=["hidden"])
            if hidden:
                _unsay(Notice.objects.filter(proposal=proposal, by=comment.user_id, text=comment.text))
            log(
                "hide-comment" if hidden else "show-comment", user=user, proposal=proposal,
                about=comment.user, after={"comment": comment.pk}, reason=reason,
            )  # fmt: skip
        _close_reports(Report.objects.filter(comment=comment), user, hidden)
    return comment


def dismiss_report(*, report_id: int, user: User) -> Report:
    """Close the report; what was reported stays. Raises NotAllowed or Report.DoesNotExist."""
    with transaction.atomic():
        hold_accounts(user)
        check(user, Action.HIDE)
        reports = Report.objects.select_related("proposal", "comment")
        report = reports.select_for_update(of=("self",)).get(pk=report_id)
        about = report.comment.user_id if report.comment is not None else report.proposal.author_id
        if about == user.pk:
            raise NotAllowed(_("Nobody decides on what they have written themselves."))
        if report.outcome == Report.Outcome.OPEN:
            _close_reports(Report.objects.filter(pk=report_id), user, False)
            log("dismiss-report", user=user, proposal=report.proposal, reason=report.text)
            report.refresh_from_db()
    return report


def block(*, account: User, user: User, blocked: bool, reason: str) -> Curator:
    """Exclude an account from curation, or readmit it. Raises NotAllowed or BadValue."""
    reason = text_of("reason", reason, LONGEST_WHY, needed=blocked)
    with transaction.atomic():
        hold_accounts(account, user)
        _check_account(account, user, Action.BLOCK)
        curator, _new = Curator.objects.get_or_create(user=account)
        if curator.blocked != blocked:
            curator.blocked, curator.blocked_because = blocked, reason if blocked else ""
            curator.save()
            log("block" if blocked else "unblock", user=user, about=account, reason=reason)
    return curator


def name_reviewer(*, account: User, user: User, reviewer: bool) -> Curator:
    """Raises NotAllowed."""
    with transaction.atomic():
        hold_accounts(account, user)
        check(user, Action.NAME_REVIEWERS)
        curator, _new = Curator.objects.get_or_create(user=account)
        if curator.reviewer != reviewer:
            curator.reviewer = reviewer
            curator.save()
            log("name-reviewer" if reviewer else "end-reviewer", user=user, about=account)
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
    reason = text_of("reason", reason, LONGEST_WHY, needed=True)
    undone = Undone()
    with transaction.atomic():
        lock_cards(alone=True)
        cards = Proposal.objects.filter(author=account, card__isnull=False).values("card")
        authors = Proposal.objects.filter(card__in=cards, state__in=UNDECIDED)
        hold_accounts(account, user, *authors.values_list("author_id", flat=True))
        _check_account(account, user, Action.UNDO_ALL)
        rows = Proposal.objects.filter(author=account).select_related("author", "card", "into")
        for proposal in rows.select_for_update(of=("self",)).order_by("-decided_at", "-pk"):
            _undo(proposal, user, reason, undone)
        _unsay(Notice.objects.filter(by=account))
        undone.comments = ProposalComment.objects.filter(user=account, hidden=False).update(hidden=True)
        undone.votes = ProposalVote.objects.filter(user=account).delete()[0]
        undone.verdicts = FactVerdict.objects.filter(user=account).delete()[0]
        log("undo-all", user=user, about=account, after=vars(undone), reason=reason)
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
            revert_held(proposal, user, reason)
            undone.reverted += 1
        except (NotNow, BadValue):
            # Or the remaining changes and the earlier values do not make a valid card.
            undone.kept += 1


def _check_account(account: User, user: User, action: Action) -> None:
    check(user, action)
    if account.pk == user.pk or role_of(account) >= Role.ADMINISTRATOR:
        raise NotAllowed(_("This cannot be done to an administrator."))


def _unsay(notices_of: QuerySet[Notice]) -> None:
    """Remove the text of hidden comments from notices."""
    notices_of.filter(event=Event.DISCUSS).update(text="")


def _close_reports(reports: QuerySet[Report], user: User, upheld: bool) -> None:
    outcome = Report.Outcome.UPHELD if upheld else Report.Outcome.DISMISSED
    reports.filter(outcome=Report.Outcome.OPEN).update(
        outcome=outcome, handled_by=user, handled_at=timezone.now()
    )
