"""Drafts and proposals out of the editor. All is stored by the services of curation."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from cards.curation import services
from cards.models import Card, Proposal, ProposalState
from phylo.accounts.models import User


def keep(
    *,
    user: User,
    contents: Mapping[str, Any],
    summary: str,
    card: Card | None,
    proposal: Proposal | None,
    edition: int,
    key: str,
) -> Proposal:
    """The proposal that says so, new or changed; raises Refused."""
    if proposal is not None and proposal.state == ProposalState.STALE:
        # On the card as it is now; what others have changed there stays, unless the author changed it too.
        mine = {name: value for name, value in contents.items() if value != proposal.contents.get(name)}
        return services.rebase(
            proposal_id=proposal.pk, author=user, edition=edition, contents=mine, summary=summary
        )
    if proposal is not None:
        return services.edit_draft(
            proposal_id=proposal.pk, author=user, edition=edition, contents=contents, summary=summary
        )
    kind = "new" if card is None else "edit"
    return services.propose(author=user, kind=kind, card=card, contents=contents, summary=summary, key=key)


def hand_in(*, proposal: Proposal, user: User) -> Proposal:
    """Before the reviewers; one that is there already stays. Raises Refused."""
    if proposal.state not in (ProposalState.DRAFT, ProposalState.CHANGES):
        return proposal
    return services.submit(proposal_id=proposal.pk, author=user, edition=proposal.edition)


def address_of(proposal: Proposal) -> str:
    """Its page; of one that has become a vote, that of the first."""
    shown = proposal.same_as or proposal
    return reverse("proposal", args=[shown.pk])
