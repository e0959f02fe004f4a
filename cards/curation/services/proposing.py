"""What authors do with their proposals."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.curation import limits, log, notices
from cards.curation.contents import (
    EDITABLE,
    Contents,
    checked,
    completed,
    contents_of,
    free_key,
    shaped,
)
from cards.curation.differences import rebased
from cards.curation.errors import BadContents, KeyUsed, NothingToPropose, NotNow
from cards.curation.roles import Action, allow
from cards.curation.services.holding import check_edition, hold, hold_accounts
from cards.curation.services.words import key_of, text_of
from cards.curation.staleness import digest_of, outdate_on_top
from cards.curation.states import Event, after
from cards.models import (
    Card,
    Kind,
    Proposal,
    ProposalComment,
    ProposalEdit,
    ProposalKind,
    ProposalState,
    ProposalVote,
)
from cards.models.proposal import BEFORE_REVIEWERS, LONGEST_REASON, LONGEST_REMARK, LONGEST_SUMMARY
from phylo.accounts.models import User

Of = ProposalKind


def propose(
    *,
    author: User,
    kind: str,
    card: Card | None = None,
    into: Card | None = None,
    contents: Mapping[str, Any] | None = None,
    summary: str = "",
    on_top_of: Proposal | None = None,
    key: str = "",
) -> Proposal:
    """
    A draft. `contents`: of a new card all (its `key` is made of the name where it is missing), of an edit the
    columns that change. `on_top_of`: a pending edit of the same card whose contents are built on. The same
    `key` again answers with the proposal that it made. A draft may lack what `submit` asks for.

    Raises BadContents, NotAllowed, NotNow, TooMany or KeyUsed.
    """
    key_of(key)
    summary = text_of("summary", summary, LONGEST_SUMMARY)
    with transaction.atomic():
        hold_accounts(author)
        allow(author, Action.PROPOSE)
        made = Proposal.objects.filter(author=author, key=key).first() if key else None
        if made is not None:
            if made.kind != kind or (card is not None and made.card_id != card.pk):
                raise KeyUsed(_("This key has made another proposal."))
            return made
        limits.check_proposing(author)
        proposal = Proposal(author=author, kind=_kind(kind), summary=summary, key=key)
        _set_cards(proposal, card, into)
        if on_top_of is not None:
            _set_under(proposal, on_top_of)
        _set_contents(proposal, contents or {})
        proposal.digest = digest_of(proposal)
        proposal.save()
        _keep_edit(proposal)
    return proposal


def edit_draft(
    *,
    proposal_id: int,
    author: User,
    edition: int,
    contents: Mapping[str, Any] | None = None,
    summary: str | None = None,
) -> Proposal:
    """
    Change a draft, or a proposal that is not decided yet; what it said is kept. `contents` as in `propose`,
    on top of what it says. What says the same already changes nothing.

    Once it is handed in its contents have to be whole. Raises BadContents, NotAllowed, NotNow,
    EditedMeanwhile, NothingToPropose, TooMany or Proposal.DoesNotExist.
    """
    with transaction.atomic():
        proposal = hold(proposal_id, author)
        allow(author, Action.EDIT, proposal)
        after(Event.EDIT, proposal.state)
        said = proposal.contents, proposal.summary
        if summary is not None:
            proposal.summary = text_of("summary", summary, LONGEST_SUMMARY)
        if contents is not None:
            _set_contents(proposal, contents)
        if proposal.state != ProposalState.DRAFT:
            _make_whole(proposal)
        if (proposal.contents, proposal.summary) == said:
            return proposal
        check_edition(proposal, edition)
        limits.check_editing(author)
        _next_edition(proposal)
        try:
            with transaction.atomic():
                proposal.save()
        except IntegrityError as error:
            raise NothingToPropose(_("Another proposal that is open says exactly this.")) from error
        _keep_edit(proposal)
    return proposal


def submit(*, proposal_id: int, author: User, edition: int) -> Proposal:
    """
    Bring it before the reviewers. What is identical to a pending proposal becomes a vote for that one: then
    the answer is `withdrawn` and its `same_as` is the first. If the card has changed since, it is `stale`.

    Raises BadContents, NothingToPropose, NotAllowed, NotNow, EditedMeanwhile, TooMany.
    """
    with transaction.atomic():
        proposal = hold(proposal_id, author)
        allow(author, Action.SUBMIT, proposal)
        after(Event.SUBMIT, proposal.state)
        check_edition(proposal, edition)
        if proposal.state == ProposalState.DRAFT:
            limits.check_submitting(author)
        if _outdated(proposal):
            log.move(proposal, Event.OUTDATE, user=None)
            return proposal
        _make_whole(proposal)
        return _open(proposal, Event.SUBMIT, author)


def rebase(
    *,
    proposal_id: int,
    author: User,
    edition: int,
    contents: Mapping[str, Any] | None = None,
    summary: str | None = None,
) -> Proposal:
    """
    Make a stale proposal anew on the card as it is now, and open it: the same columns changed, where both
    changed one the author's value, unless `contents` say otherwise. `differences.rebased` shows it before.
    A new card whose key is taken by now gets another one.

    Raises what `submit` does; NotNow where the card is retired, or gone into another.
    """
    with transaction.atomic():
        proposal = hold(proposal_id, author)
        allow(author, Action.REBASE, proposal)
        after(Event.REBASE, proposal.state)
        check_edition(proposal, edition)
        limits.check_submitting(author)
        if summary is not None:
            proposal.summary = text_of("summary", summary, LONGEST_SUMMARY)
        proposal.on_top_of, proposal.on_top_edition = None, None
        base, mine = proposal.base_contents or {}, proposal.contents
        if proposal.kind == Of.NEW:
            if Card.objects.filter(key=mine.get("key", "")).exists():
                proposal.contents = mine | {"key": _key_for(mine)}
        else:
            _set_cards(proposal, proposal.card, proposal.into)
            if proposal.kind == Of.EDIT:
                proposal.contents = rebased(base, mine, proposal.base_contents or {}).contents
        if contents is not None:
            _set_contents(proposal, contents)
        _make_whole(proposal)
        _next_edition(proposal)
        opened = _open(proposal, Event.REBASE, author)
        _keep_edit(opened)
        return opened


def withdraw(*, proposal_id: int, author: User, reason: str = "") -> Proposal:
    """Raises NotAllowed, NotNow or Proposal.DoesNotExist. Twice is once."""
    reason = text_of("reason", reason, LONGEST_REASON)
    with transaction.atomic():
        proposal = hold(proposal_id, author, about=True)
        allow(author, Action.WITHDRAW, proposal)
        if proposal.state != ProposalState.WITHDRAWN:
            proposal.reason = reason
            log.move(proposal, Event.WITHDRAW, user=author, reason=reason)
            outdate_on_top(proposal)
    return proposal


def _kind(kind: str) -> Of:
    if kind not in Of.values:
        raise BadContents("kind", _("A proposal is a new card, an edit, a merge or a retirement."))
    return Of(kind)


def _set_cards(proposal: Proposal, card: Card | None, into: Card | None) -> None:
    """The card as it is now becomes the base."""
    if proposal.kind == Of.NEW:
        if card is not None:
            raise BadContents("card", _("A new card is about no other card."))
        return
    if card is None:
        raise BadContents("card", _("Which card?"))
    card.refresh_from_db()
    if card.retired:
        raise NotNow(_("This card is retired already."))
    if card.kind == Kind.HOME and proposal.kind != Of.EDIT:
        raise BadContents("card", _("Every game starts from HOME."))
    proposal.card, proposal.name = card, card.name
    proposal.base, proposal.base_contents = card.revision, contents_of(card)
    if proposal.kind == Of.EDIT:
        return
    proposal.contents = {}
    if proposal.kind == Of.MERGE:
        if into is None or into.pk == card.pk:
            raise BadContents("into", _("Into which other card?"))
        into.refresh_from_db()
        if into.retired:
            raise NotNow(_("The card that would take its place is retired."))
        if into.kind != card.kind:
            raise BadContents("into", _("Only cards of one kind are merged."))
        proposal.into = into


def _set_under(proposal: Proposal, under: Proposal) -> None:
    if proposal.kind != Of.EDIT or under.kind != Of.EDIT or under.card_id != proposal.card_id:
        raise BadContents("on_top_of", _("An edit is made on top of another edit of the same card."))
    if not under.pending or under.hidden or under.base != proposal.base:
        raise NotNow(_("That proposal is not open."), under.state)
    proposal.on_top_of, proposal.on_top_edition = under, under.edition
    proposal.contents = dict(under.contents)


def _set_contents(proposal: Proposal, said: Mapping[str, Any]) -> None:
    """Raises BadContents. Whether they are whole is asked of `_make_whole`."""
    if proposal.kind in (Of.MERGE, Of.RETIRE):
        if said:
            raise BadContents("contents", _("A merge and a retirement have no contents."))
        return
    completed(said)  # what is too large or no column is told first
    said = shaped(said)
    if proposal.kind == Of.NEW:
        _set_new(proposal, said)
    else:
        base = proposal.base_contents or {}
        fixed = sorted(
            column for column in said if column not in EDITABLE and said[column] != base.get(column)
        )
        if fixed:
            raise BadContents(fixed[0], _("This stays as it is."))
        proposal.contents = completed({**(proposal.contents or base), **said})
    name = proposal.contents.get("name")
    proposal.name = name[:80] if isinstance(name, str) and name.isprintable() else ""


def _set_new(proposal: Proposal, said: Mapping[str, Any]) -> None:
    contents: Contents = completed({**proposal.contents, **said})
    if contents["kind"] not in Kind.values or contents["kind"] == Kind.HOME:
        raise BadContents("kind", _("A new card is a species, an event or a habitat."))
    contents |= {"retired": False, "merged_into": ""}
    taken = "key" not in said and Card.objects.filter(key=contents["key"]).exists()
    if taken or not contents["key"]:
        contents["key"] = _key_for(contents)
    proposal.contents = contents


def _key_for(contents: Contents) -> str:
    """By its Latin name where the name has no plain letters."""
    return free_key(contents["name"]) or free_key(contents["latin_name"])


def _make_whole(proposal: Proposal) -> None:
    """The contents as they would be published; raises BadContents or NothingToPropose."""
    if proposal.kind in (Of.MERGE, Of.RETIRE):
        if not proposal.summary:
            raise BadContents("summary", _("Say why."))
    else:
        proposal.contents = checked(proposal.contents)
        if proposal.kind == Of.EDIT and proposal.contents == proposal.base_contents:
            raise NothingToPropose(_("This is what the card says already."))
        if proposal.kind == Of.NEW and Card.objects.filter(key=proposal.contents["key"]).exists():
            raise BadContents("key", _("There is a card with this key already."))
        under = proposal.on_top_of if proposal.on_top_edition is not None else None
        if under is not None and proposal.contents == under.contents:
            raise NothingToPropose(_("This is what the proposal says on top of which it is made."))
        proposal.name = proposal.contents["name"][:80]
    proposal.digest = digest_of(proposal)


def _outdated(proposal: Proposal) -> bool:
    card, into, under = proposal.card, proposal.into, proposal.on_top_of
    if proposal.on_top_edition is not None and (under is None or not under.pending):
        return True
    return (card is not None and card.revision != proposal.base) or (into is not None and into.retired)


def _open(proposal: Proposal, event: Event, author: User) -> Proposal:
    """Before the reviewers, or a vote for the first that says the same: the database knows which was it."""
    before = proposal.state, proposal.submitted_at
    proposal.submitted_at = proposal.submitted_at or timezone.now()
    reviewer = proposal.claimed_by
    proposal.reason = ""
    try:
        with transaction.atomic():
            log.move(proposal, event, user=author)
    except IntegrityError:
        proposal.state, proposal.submitted_at = before
        return _join(proposal, author)
    # Who has asked for the change is told that it is there.
    notices.tell(reviewer, proposal, Event.SUBMIT, by=author)
    return proposal


def _join(proposal: Proposal, author: User) -> Proposal:
    first = Proposal.objects.pending().filter(digest=proposal.digest).exclude(pk=proposal.pk).first()
    hidden = Proposal.objects.filter(digest=proposal.digest, hidden=True, state__in=BEFORE_REVIEWERS)
    if first is None and hidden.exists():
        raise NotNow(
            _("The same was proposed already and is hidden. A reviewer has to decide on that first.")
        )
    if first is None:
        raise NotNow(_("A proposal that says the same was decided this moment. Look again."))
    if first.author_id != author.pk:
        ProposalVote.objects.update_or_create(
            proposal=first, user=author, defaults={"supports": True, "edition": first.edition}
        )
        if proposal.summary:
            ProposalComment.objects.get_or_create(
                proposal=first,
                user=author,
                key=f"same-{proposal.pk}",
                defaults={"text": proposal.summary[:LONGEST_REMARK]},
            )
    proposal.same_as = first
    log.move(proposal, Event.JOIN, user=author)
    return proposal


def _next_edition(proposal: Proposal) -> None:
    proposal.edition += 1
    proposal.digest = digest_of(proposal)


def _keep_edit(proposal: Proposal) -> None:
    ProposalEdit.objects.create(
        proposal=proposal,
        edition=proposal.edition,
        base=proposal.base,
        contents=proposal.contents,
        summary=proposal.summary,
    )
