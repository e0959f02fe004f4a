"""What the steps of a proposal share: locking rows, checking input, states, the log, publishing.

Rows are locked in the same order everywhere, which prevents deadlock: the card lock, accounts, proposals,
cards, decks, each by key.
"""

from collections.abc import Callable, Iterable
from typing import TypedDict

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.curation.changes import ORDER, rebased
from cards.curation.models import Decision, Proposal, ProposalEdit, ProposalKind, ProposalState
from cards.curation.models.proposal import BEFORE_REVIEWERS, UNDECIDED
from cards.curation.services import notices
from cards.curation.states import Event, after
from cards.models import Card
from cards.services.contents import Columns, Contents, card_from, contents_of, digest
from cards.services.publishing import Publishing, Tally, store_cards
from phylo.accounts.models import User
from phylo.http.refusals import ChangedMeanwhile, conflicts

DECIDED = {
    ProposalState.PUBLISHED, ProposalState.REJECTED, ProposalState.WITHDRAWN, ProposalState.REVERTED,
}  # fmt: skip


class Standing(TypedDict, total=False):
    """What the log records before and after a step; `revision` is that of the card."""

    state: str
    version: int
    revision: int | None


def lock_accounts(*users: User | int | None) -> None:
    # A visitor has no key; `permissions.check` refuses them later.
    keys = {getattr(user, "pk", user) for user in users} - {None}
    list(User.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))


def lock_proposal(proposal_id: int, user: User | None, *, about: bool = False) -> Proposal:
    """
    The proposal with its row locked, and the accounts of its author, its reviewer and the user; with `about`,
    also those of everybody with an undecided proposal about the same card, who will get notices. Raises
    Proposal.DoesNotExist.
    """
    found = Proposal.objects.get(pk=proposal_id)
    authors: Iterable[int | None] = ()
    if about:
        same = Q(pk__in=[])
        for card in (found.card_id, found.into_id):
            if card is not None:
                same |= Q(card=card) | Q(into=card)
        if found.kind == "new":
            same |= Q(kind="new")
        rows = Proposal.objects.filter(same | Q(on_top_of=found), state__in=UNDECIDED)
        authors = rows.order_by().values_list("author_id", flat=True).distinct()
    lock_accounts(user, found.author_id, found.claimed_by_id, *authors)
    rows = Proposal.objects.select_for_update(of=("self",))
    return rows.select_related("author", "card", "into", "claimed_by", "on_top_of").get(pk=proposal_id)


def check_version(proposal: Proposal, version: int) -> None:
    """
    Raises ChangedMeanwhile with what has changed since and the unsaved proposal says otherwise; if that says
    nothing new, with all that has changed.
    """
    if proposal.version == version:
        return
    edits = {each.version: each for each in proposal.edits.filter(version__in=(version, proposal.version))}
    read, theirs = (_columns(edits.get(number)) for number in (version, proposal.version))
    yours = _columns(proposal)
    found = conflicts(read if yours == theirs else yours, theirs, read or None)
    raise ChangedMeanwhile(
        _("The proposal was edited since you read it. Read it again."), proposal.version, found
    )


def _columns(said: Proposal | ProposalEdit | None) -> Columns:
    if said is None:
        return {}
    return {column: said.contents.get(column) for column in ORDER} | {"summary": said.summary}


def move(
    proposal: Proposal,
    event: Event,
    *,
    user: User | None,
    reason: str = "",
    revision: int | None = None,
) -> None:
    """
    Move the proposal to its next state, store it, write the log, and tell its author. `revision`: the card's
    earlier revision, if the step has already changed the card.

    The caller locks its row. Raises NotNow.
    """
    before = _standing(proposal)
    if revision is not None:
        before["revision"] = revision
    proposal.state = after(event, proposal.state)
    if proposal.state in DECIDED:
        proposal.decided_at = timezone.now()
        proposal.claimed_by, proposal.claimed_at = None, None
    proposal.save()
    log(event, proposal=proposal, user=user, before=before, after=_standing(proposal), reason=reason)
    notices.notify(proposal.author, proposal, event, by=user, text=reason)


def _standing(proposal: Proposal) -> Standing:
    found: Standing = {"state": str(proposal.state), "version": proposal.version}
    if proposal.card_id is not None:
        number = Card.objects.filter(pk=proposal.card_id).values_list("revision", flat=True).first()
        found["revision"] = number
    return found


def log(
    event: str,
    *,
    user: User | None,
    proposal: Proposal | None = None,
    card: Card | None = None,
    before: object = None,
    after: object = None,
    reason: str = "",
) -> Decision:
    """Write one line of the log; `before` and `after` are JSON objects."""
    return Decision.objects.create(
        event=str(event),
        user=user,
        proposal=proposal,
        card=card if card is not None or proposal is None else proposal.card,
        before=before or {},
        after=after or {},
        reason=reason,
    )


def publish_cards(cards: Iterable[Card], publishing: Publishing) -> Tally:
    """Store these unsaved cards. Pending proposals made from their earlier revisions become stale."""
    with transaction.atomic():
        stored = store_cards(cards, publishing)
        _outdate(stored.cards, publishing.proposal_id)
    return stored


def publish(contents: Contents, publishing: Publishing) -> Card:
    """Publish these contents as the card's newest revision. Needs the card lock; raises BadValue."""
    publish_cards([card_from(contents)], publishing)
    return Card.objects.get(key=contents["key"])


def _outdate(cards: Iterable[Card], published: int | None) -> None:
    """
    Make pending proposals about these cards stale. `published`: the number of the proposal that changed
    them; proposals that build on it are rebased instead. Drafts are checked when they are submitted.
    """
    keys = [card.pk for card in cards]
    if not keys:
        return
    about = Q(card__in=keys) & ~Q(base=F("card__revision")) | Q(into__in=keys, into__retired=True)
    for proposal in _pending(about):
        if published is not None and (proposal.pk == published or _goes_on(proposal, published)):
            continue
        if proposal.author_id is None and _keeps_up(proposal):
            continue
        move(proposal, Event.OUTDATE, user=None)


def outdate_on_top(of: Proposal) -> None:
    """Make the proposals stale that build on this one, which will not be published."""
    for proposal in _pending(Q(on_top_of=of)):
        move(proposal, Event.OUTDATE, user=None)


def _pending(about: Q) -> Iterable[Proposal]:
    rows = Proposal.objects.filter(about, state__in=BEFORE_REVIEWERS).order_by("pk")
    return rows.select_related("author", "card").select_for_update(of=("self",))


def _goes_on(proposal: Proposal, published: int) -> bool:
    if proposal.on_top_of_id != published or proposal.on_top_of is None:
        return False
    card = proposal.card
    if card is None or proposal.on_top_version != proposal.on_top_of.version:
        return False
    card.refresh_from_db()
    proposal.base, proposal.base_contents = card.revision, contents_of(card)
    proposal.on_top_version = None
    proposal.digest = digest_of(proposal)
    proposal.save()
    return True


def _keeps_up(proposal: Proposal) -> bool:
    """
    Nobody could bring a proposal without an author up to date: its change is made to the card as it is now,
    unless others have changed the same columns, or made the change themselves.
    """
    card, base, mine = proposal.card, proposal.base_contents, proposal.contents
    if card is None or base is None or proposal.kind != ProposalKind.EDIT:
        return False
    card.refresh_from_db()
    present = contents_of(card)
    done = rebased(base, mine, present)
    if card.retired or done.conflicts or done.contents == present:
        return False
    proposal.base, proposal.base_contents = card.revision, present
    proposal.contents = done.contents
    next_version(proposal)
    if not saved_as_first(proposal.save):
        proposal.refresh_from_db()
        return False
    store_edit(proposal)
    return True


def saved_as_first(store: Callable[[], object]) -> bool:
    """Store it; False, and nothing stored, if an open proposal says exactly this: the database tells."""
    try:
        with transaction.atomic():
            store()
    except IntegrityError:
        return False
    return True


def next_version(proposal: Proposal) -> None:
    proposal.version += 1
    proposal.digest = digest_of(proposal)


def store_edit(proposal: Proposal) -> None:
    ProposalEdit.objects.create(
        proposal=proposal,
        version=proposal.version,
        base=proposal.base,
        contents=proposal.contents,
        summary=proposal.summary,
    )


def digest_of(proposal: Proposal) -> str:
    """Equal for proposals that ask for the same."""
    return digest(
        str(proposal.kind), proposal.card_id, proposal.base, proposal.contents, proposal.into_id,
        # On top of another proposal, the same contents mean something else.
        proposal.on_top_of_id if proposal.on_top_version is not None else None,
    )  # fmt: skip
