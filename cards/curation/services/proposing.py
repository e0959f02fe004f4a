"""What authors do with their proposals."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.curation import limits
from cards.curation.changes import rebased
from cards.curation.fields import REASON, SUMMARY
from cards.curation.models import Proposal, ProposalComment, ProposalKind, ProposalState, ProposalVote
from cards.curation.models.proposal import (
    BEFORE_REVIEWERS,
    FROM_EVIDENCE,
    LONGEST_REMARK,
)
from cards.curation.permissions import Action, check
from cards.curation.services import notices
from cards.curation.services.contents import (
    NothingToPropose,
    complete_contents,
    key_for,
    kind_of,
    set_cards,
    set_contents,
    set_on_top_of,
)
from cards.curation.services.steps import (
    check_version,
    digest_of,
    lock_accounts,
    lock_proposal,
    move,
    next_version,
    outdate_on_top,
    saved_as_first,
    store_edit,
)
from cards.curation.states import Event
from cards.models import Card
from cards.services.contents import Columns
from cards.services.text_fields import check_key
from phylo.accounts.models import User
from phylo.http.keys import asked_for, made_before
from phylo.http.refusals import BadValue, NotNow

Of = ProposalKind


def propose(
    *,
    author: User,
    kind: str,
    card: Card | None = None,
    into: Card | None = None,
    contents: Columns | None = None,
    summary: str = "",
    on_top_of: Proposal | None = None,
    key: str = "",
) -> Proposal:
    """
    Make a draft, which need not be complete. `contents`: all columns of a new card (a missing `key` is made
    from the name), or the columns that an edit changes. `on_top_of`: a pending edit of the same card, on
    whose contents this one builds. The same `key` again returns the proposal that it made. Raises BadValue,
    NotAllowed, NotNow, TooMany or KeyReused.
    """
    check_key(key)
    if key.startswith(FROM_EVIDENCE):
        says = _("Keys that begin with “%(start)s” belong to the site.")
        raise BadValue("key", says % {"start": FROM_EVIDENCE})
    summary = SUMMARY.checked(summary)
    with transaction.atomic():
        lock_accounts(author)
        check(author, Action.PROPOSE)
        asked = asked_for(kind, *(each and each.pk for each in (card, into, on_top_of)), contents, summary)
        if (made := made_before(Proposal.objects.filter(author=author), key, asked=asked)) is not None:
            return made
        limits.check_proposing(author)
        proposal = Proposal(author=author, kind=kind_of(kind), summary=summary, key=key, asked=asked)
        set_cards(proposal, card, into)
        if on_top_of is not None:
            set_on_top_of(proposal, on_top_of)
        set_contents(proposal, contents or {})
        proposal.digest = digest_of(proposal)
        proposal.save()
        store_edit(proposal)
    return proposal


def edit_draft(
    *,
    proposal_id: int,
    author: User,
    version: int,
    contents: Columns | None = None,
    summary: str | None = None,
) -> Proposal:
    """
    Change a draft or an undecided proposal; earlier versions are kept. `contents` as in `propose`, merged
    into the present contents. Identical contents change nothing.

    After submission the contents must be complete. Raises BadValue, NotAllowed, NotNow, ChangedMeanwhile,
    NothingToPropose, TooMany or Proposal.DoesNotExist.
    """
    with transaction.atomic():
        proposal = lock_proposal(proposal_id, author)
        check(author, Action.EDIT, proposal)
        said = proposal.contents, proposal.summary
        if summary is not None:
            proposal.summary = SUMMARY.checked(summary)
        if contents is not None:
            set_contents(proposal, contents)
        if proposal.state != ProposalState.DRAFT:
            complete_contents(proposal)
        if (proposal.contents, proposal.summary) == said:
            return proposal
        check_version(proposal, version)
        limits.check_editing(author)
        next_version(proposal)
        if not saved_as_first(proposal.save):
            raise NothingToPropose(_("Another proposal that is open says exactly this."))
        store_edit(proposal)
    return proposal


def submit(*, proposal_id: int, author: User, version: int) -> Proposal:
    """
    Submit a proposal to the reviewers. If it is identical to a pending one, it becomes a vote for that: it is
    then `withdrawn`, and `same_as` is the first one. If the card has changed since, it is `stale`. Raises
    BadValue, NothingToPropose, NotAllowed, NotNow, ChangedMeanwhile or TooMany.
    """
    with transaction.atomic():
        proposal = lock_proposal(proposal_id, author)
        check(author, Action.SUBMIT, proposal)
        check_version(proposal, version)
        if proposal.state == ProposalState.DRAFT:
            limits.check_submitting(author)
        if _outdated(proposal):
            move(proposal, Event.OUTDATE, user=None)
            return proposal
        complete_contents(proposal)
        return _open(proposal, Event.SUBMIT, author)


def rebase(
    *,
    proposal_id: int,
    author: User,
    version: int,
    contents: Columns | None = None,
    summary: str | None = None,
    theirs: Collection[str] = (),
) -> Proposal:
    """
    Apply a stale proposal to the card as it is now, and open it again. It changes the same columns; where
    both sides changed a column, the author's value is used, unless `contents` say otherwise.
    `changes.rebased` previews the result. Columns in `theirs` keep the card's present value. A new card whose
    key has been taken gets another one. Raises what `submit` raises; NotNow if the card is retired or merged.
    """
    with transaction.atomic():
        proposal = lock_proposal(proposal_id, author)
        check(author, Action.REBASE, proposal)
        check_version(proposal, version)
        limits.check_submitting(author)
        if summary is not None:
            proposal.summary = SUMMARY.checked(summary)
        proposal.on_top_of, proposal.on_top_version = None, None
        base, mine = proposal.base_contents or {}, proposal.contents
        if proposal.kind == Of.NEW:
            if Card.objects.filter(key=mine.get("key", "")).exists():
                proposal.contents = mine | {"key": key_for(mine)}
        else:
            set_cards(proposal, proposal.card, proposal.into)
            if proposal.kind == Of.EDIT:
                present = proposal.base_contents or {}
                proposal.contents = rebased(base, mine, present, theirs=theirs).contents
        if contents is not None:
            set_contents(proposal, contents)
        complete_contents(proposal)
        next_version(proposal)
        opened = _open(proposal, Event.REBASE, author)
        store_edit(opened)
        return opened


def withdraw(*, proposal_id: int, author: User, reason: str = "") -> Proposal:
    """Raises NotAllowed, NotNow or Proposal.DoesNotExist. Withdrawing twice changes nothing."""
    reason = REASON.checked(reason)
    with transaction.atomic():
        proposal = lock_proposal(proposal_id, author, about=True)
        if proposal.state == ProposalState.WITHDRAWN and proposal.author_id == author.pk:
            return proposal
        check(author, Action.WITHDRAW, proposal)
        proposal.reason = reason
        move(proposal, Event.WITHDRAW, user=author, reason=reason)
        outdate_on_top(proposal)
    return proposal


def delete_drafts(*, author: User) -> None:
    """Delete all drafts of an account that is being deleted; the caller locks its row."""
    Proposal.objects.filter(author=author, state=ProposalState.DRAFT).delete()


def _outdated(proposal: Proposal) -> bool:
    card, into, under = proposal.card, proposal.into, proposal.on_top_of
    if proposal.on_top_version is not None and (under is None or not under.pending):
        return True
    return (card is not None and card.revision != proposal.base) or (into is not None and into.retired)


def _open(proposal: Proposal, event: Event, author: User) -> Proposal:
    """Open it, or make it a vote for the first identical one; a database constraint tells which."""
    before = proposal.state, proposal.submitted_at
    proposal.submitted_at = proposal.submitted_at or timezone.now()
    reviewer = proposal.claimed_by
    proposal.reason = ""
    if not saved_as_first(lambda: move(proposal, event, user=author)):
        proposal.state, proposal.submitted_at = before
        return _join(proposal, author)
    # Tell the reviewer who asked for the change.
    notices.notify(reviewer, proposal, Event.SUBMIT, by=author)
    return proposal


def _join(proposal: Proposal, author: User) -> Proposal:
    first = Proposal.objects.pending().filter(digest=proposal.digest).exclude(pk=proposal.pk).first()
    hidden = Proposal.objects.filter(digest=proposal.digest, hidden=True, state__in=BEFORE_REVIEWERS)
    if first is None and hidden.exists():
        raise NotNow(_("A proposal that says the same is hidden. A reviewer has to decide on it first."))
    if first is None:
        raise NotNow(_("A proposal that says the same has just been decided. Load the page again."))
    if first.author_id != author.pk:
        ProposalVote.objects.update_or_create(
            proposal=first, user=author, defaults={"supports": True, "version": first.version}
        )
        if proposal.summary:
            ProposalComment.objects.get_or_create(
                proposal=first,
                user=author,
                key=f"same-{proposal.pk}",
                defaults={"text": proposal.summary[:LONGEST_REMARK]},
            )
    proposal.same_as = first
    move(proposal, Event.JOIN, user=author)
    return proposal
