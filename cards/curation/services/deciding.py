"""What reviewers do with proposals."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.curation.changes import rebased
from cards.curation.fields import REASON
from cards.curation.models import Curator, FactVerdict, Proposal, ProposalKind
from cards.curation.permissions import Action, check
from cards.curation.services.steps import (
    check_version,
    lock_accounts,
    lock_proposal,
    log,
    move,
    outdate_on_top,
    publish,
)
from cards.curation.states import Event
from cards.models import Card, CardRevision
from cards.models.card import lock_cards
from cards.models.value_source import undated
from cards.services.contents import FACTS, Contents, checked, contents_of, digest
from cards.services.publishing import Origin, Publishing
from phylo.accounts.models import User
from phylo.http.problems import NotAllowed, Refused
from phylo.http.refusals import BadValue, NotNow

MOST_AT_ONCE = 50


def claim(*, proposal_id: int, user: User) -> Proposal:
    """
    Show others that the user is reviewing it, to avoid double work. A claim does not stop others from
    deciding. Raises NotAllowed; NotNow if somebody else has claimed it recently, or it is decided.
    """
    with transaction.atomic():
        proposal = lock_proposal(proposal_id, user)
        _check_claim(proposal, user)
        proposal.claimed_by, proposal.claimed_at = user, timezone.now()
        proposal.save(update_fields=["claimed_by", "claimed_at"])
    return proposal


def release(*, proposal_id: int, user: User) -> Proposal:
    """
    Give up the user's own claim. If nobody has claimed it, nothing changes. Raises NotAllowed for those who
    may not claim it either; NotNow if somebody else is reviewing it, or it is decided.
    """
    with transaction.atomic():
        proposal = lock_proposal(proposal_id, user)
        if proposal.claimed_by != user:
            _check_claim(proposal, user)
            return proposal
        proposal.claimed_by, proposal.claimed_at = None, None
        proposal.save(update_fields=["claimed_by", "claimed_at"])
    return proposal


def _check_claim(proposal: Proposal, user: User) -> None:
    check(user, Action.CLAIM, proposal)
    if proposal.claimed and proposal.claimed_by_id != user.pk:
        raise NotNow(_("Somebody else is reviewing it."), proposal.state)


def ask_changes(*, proposal_id: int, user: User, version: int, reason: str) -> Proposal:
    """Raises NotAllowed, NotNow, ChangedMeanwhile, or BadValue without a reason."""
    reason = REASON.checked(reason, required=True)
    with transaction.atomic():
        proposal = lock_proposal(proposal_id, user)
        check(user, Action.ASK_CHANGES, proposal)
        check_version(proposal, version)
        proposal.reason = reason
        proposal.claimed_by, proposal.claimed_at = user, timezone.now()
        move(proposal, Event.ASK_CHANGES, user=user, reason=reason)
    return proposal


def reject(*, proposal_id: int, user: User, version: int, reason: str) -> Proposal:
    """Raises NotAllowed, NotNow, ChangedMeanwhile, or BadValue without a reason."""
    reason = REASON.checked(reason, required=True)
    with transaction.atomic():
        proposal = lock_proposal(proposal_id, user, about=True)
        check(user, Action.REJECT, proposal)
        check_version(proposal, version)
        proposal.reason = reason
        move(proposal, Event.REJECT, user=user, reason=reason)
        outdate_on_top(proposal)
    return proposal


def approve(*, proposal_id: int, user: User, version: int, reason: str = "") -> Proposal:
    """
    Approve and publish, in one transaction. `version` is the one that was read. Raises NotAllowed,
    ChangedMeanwhile, BadValue; NotNow if it is decided, builds on another pending proposal, or its card has
    changed.
    """
    reason = REASON.checked(reason)
    with transaction.atomic():
        lock_cards(alone=True)
        proposal = lock_proposal(proposal_id, user, about=True)
        check(user, Action.APPROVE, proposal)
        check_version(proposal, version)
        _check_base(proposal)
        contents = _dated(_published(proposal), proposal)
        move(proposal, Event.APPROVE, user=user, reason=reason)
        author = proposal.author
        publishing = Publishing(Origin.PROPOSAL, author, proposal.pk, proposal.summary.split("\n")[0])
        card = publish(contents, publishing)
        proposal.card, proposal.name = card, card.name
        _hand_over_verdicts(proposal, card, contents)
        if proposal.kind == ProposalKind.NEW:
            _outdate_same_key(proposal, card)
        _count_accepted(author, 1)
        move(proposal, Event.PUBLISH, user=user, reason=reason, revision=card.revision - 1)
    return proposal


def _dated(contents: Contents, proposal: Proposal) -> Contents:
    """
    The contents with the date and the proposal in sources that it brings. Not with the author's name: that
    stands at the proposal, and goes with the account.
    """
    base = proposal.base_contents or {}
    before = base.get("sources") or {}
    stamp = {"date": timezone.now().date().isoformat(), "by": f"proposal {proposal.pk}"}

    sources = {}
    for column, source in (contents.get("sources") or {}).items():
        same = contents.get(column) == base.get(column) and undated(before.get(column)) == undated(source)
        sources[column] = before[column] if same else source | stamp
    return contents | {"sources": sources}


def revert(*, proposal_id: int, user: User, reason: str) -> Proposal:
    """
    Undo a proposal's changes in a new revision. Columns that were changed again since stay; a new card is
    retired, a merge or a retirement undone. Raises NotAllowed, BadValue without a reason; NotNow if nothing
    of it is left.
    """
    reason = REASON.checked(reason, required=True)
    with transaction.atomic():
        lock_cards(alone=True)
        proposal = lock_proposal(proposal_id, user, about=True)
        check(user, Action.REVERT, proposal)
        revert_locked(proposal, user, reason)
    return proposal


def revert_locked(proposal: Proposal, user: User | None, reason: str) -> None:
    """Revert a proposal; the caller holds its row and the card lock."""
    made = (
        CardRevision.objects.filter(proposal_id=proposal.pk, origin=Origin.PROPOSAL).order_by("number").last()
    )
    card = proposal.card
    if made is None or card is None:
        raise NotNow(_("Nothing of it is left to revert."), proposal.state)
    card.refresh_from_db()
    if made.number == 1:
        earlier = made.contents | {"retired": True}
    else:
        earlier = CardRevision.objects.get(card=card, number=made.number - 1).contents
    present = contents_of(card)
    since = {each.column for each in rebased(made.contents, earlier, present).conflicts}
    contents = rebased(made.contents, earlier, present, theirs=since).contents
    if contents["merged_into"]:
        # Another proposal has merged it since: that stays.
        contents["retired"] = True
    if contents == present:
        raise NotNow(_("Nothing of it is left to revert."), proposal.state)
    proposal.reason = reason
    publish(contents, Publishing(Origin.REVERT, user, proposal.pk, reason.split("\n")[0]))
    _count_accepted(proposal.author, -1)
    move(proposal, Event.REVERT, user=user, reason=reason, revision=card.revision)


def restore(*, card: Card, number: int, user: User, reason: str) -> Card:
    """
    Publish the contents of an earlier revision as a new one, whatever has changed since. Raises NotAllowed,
    BadValue, CardRevision.DoesNotExist; NotNow if the card already says this.
    """
    reason = REASON.checked(reason, required=True)
    with transaction.atomic():
        lock_cards(alone=True)
        authors = Proposal.objects.filter(card=card).undecided().values_list("author_id", flat=True)
        lock_accounts(user, *authors)
        check(user, Action.REVERT)
        earlier = CardRevision.objects.get(card=card, number=number)
        if earlier.proposal_id and Proposal.objects.filter(pk=earlier.proposal_id, author=user).exists():
            raise NotAllowed(_("Nobody decides on a proposal of their own."))
        present = Card.objects.get(pk=card.pk)
        if contents_of(present) == earlier.contents:
            raise NotNow(_("The card says this already."))
        _check_no_circle(present, earlier.contents)
        before = {"revision": present.revision}
        stored = publish(earlier.contents, Publishing(Origin.REVERT, user, None, reason.split("\n")[0]))
        log(
            "restore", user=user, card=stored, before=before,
            after={"revision": stored.revision, "from": number}, reason=reason,
        )  # fmt: skip
    return stored


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for one of many proposals; `problem` says why the step failed."""

    proposal_id: int
    proposal: Proposal | None = None
    problem: Refused | None = None


def for_all(
    step: Callable[..., Proposal], versions: Iterable[tuple[int, int]], **given: object
) -> list[Outcome]:
    """
    Apply `approve`, `reject` or `ask_changes` to many proposals, each separately; `versions` pairs each id
    with the version that was read. Raises BadValue for more than 50.
    """
    pairs = list(versions)
    if len(pairs) > MOST_AT_ONCE:
        raise BadValue("proposals", _("At most %(most)s at a time.") % {"most": MOST_AT_ONCE})
    # Approving one correction of a card brings the site's others up to date: no news to whoever read them.
    own = Proposal.objects.filter(author=None, pk__in=[proposal_id for proposal_id, _version in pairs])
    read = dict(own.values_list("pk", "version"))
    found = []
    for proposal_id, version in pairs:
        outcome = Outcome(proposal_id)
        if read.get(proposal_id) == version:
            version = own.values_list("version", flat=True).get(pk=proposal_id)
        try:
            done = step(proposal_id=proposal_id, version=version, **given)
            found.append(replace(outcome, proposal=done))
        except Proposal.DoesNotExist:
            found.append(replace(outcome, problem=NotNow(_("There is no such proposal."))))
        except Refused as error:
            found.append(replace(outcome, problem=error))
    return found


def _check_base(proposal: Proposal) -> None:
    under = proposal.on_top_of
    if proposal.on_top_version is not None and under is not None and under.pending:
        raise NotNow(_("It builds on another proposal, which has to be decided first."), proposal.state)
    card = proposal.card
    if proposal.kind == ProposalKind.NEW and Card.objects.filter(key=proposal.contents["key"]).exists():
        # Publishing would overwrite that card.
        raise NotNow(_("There is a card with this key by now. Its author has to edit it."), proposal.state)
    if card is not None and card.revision != proposal.base:
        raise NotNow(_("The card has changed since. Its author has to look at it again."), proposal.state)
    if card is not None and card.retired:
        raise NotNow(_("This card is retired."), proposal.state)
    if proposal.into is not None and proposal.into.retired:
        raise NotNow(_("The card that would take its place is retired."), proposal.state)


def _check_no_circle(card: Card, contents: Contents) -> None:
    """Raises NotNow if a card would be merged into one that was merged into it."""
    into = contents["merged_into"]
    if into and Card.objects.get(key=into).successor.pk == card.pk:
        raise NotNow(_("The card that would take its place has gone into this one."))


def _published(proposal: Proposal) -> Contents:
    """The contents of the card once the proposal is published."""
    card = proposal.card
    if proposal.kind in (ProposalKind.NEW, ProposalKind.EDIT):
        return checked(proposal.contents)
    assert card is not None
    contents = contents_of(card) | {"retired": True}
    if proposal.kind == ProposalKind.MERGE:
        assert proposal.into is not None
        contents["merged_into"] = proposal.into.key
    return contents


def _outdate_same_key(proposal: Proposal, card: Card) -> None:
    """Mark other new cards with the same key as outdated."""
    rows = Proposal.objects.pending().filter(kind=ProposalKind.NEW, contents__key=card.key)
    for other in rows.exclude(pk=proposal.pk).select_related("author").select_for_update(of=("self",)):
        move(other, Event.OUTDATE, user=None)


def _count_accepted(author: User | None, more: int) -> None:
    if author is None:
        return
    curator, _new = Curator.objects.get_or_create(user=author)
    if curator.accepted + more >= 0:
        Curator.objects.filter(pk=curator.pk).update(accepted=F("accepted") + more)


def _hand_over_verdicts(proposal: Proposal, card: Card, contents: Contents) -> None:
    """Move the proposal's verdicts to the card; authors' verdicts on their own values are deleted."""
    given = {column: digest(column, contents.get(column)) for column in FACTS}
    base = proposal.base_contents or {}
    own = [column for column in FACTS if contents.get(column) != base.get(column)]
    FactVerdict.objects.filter(card=card, user=proposal.author_id, column__in=own).delete()
    for verdict in proposal.fact_verdicts.all():
        if given.get(verdict.column) == verdict.value_digest:
            said = {"agrees": verdict.agrees, "reason": verdict.reason}
            FactVerdict.objects.update_or_create(
                card=card,
                column=verdict.column,
                value_digest=verdict.value_digest,
                user_id=verdict.user_id,
                defaults=said,
                create_defaults=said | {"created_at": verdict.created_at},
            )
