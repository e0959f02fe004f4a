"""The one place where a proposal changes its state, and where it is written down."""

from typing import Any

from django.utils import timezone

from cards.curation import notices
from cards.curation.states import Event, after
from cards.models import Card, Decision, Proposal, ProposalState
from phylo.accounts.models import User

DECIDED = {
    ProposalState.PUBLISHED, ProposalState.REJECTED, ProposalState.WITHDRAWN, ProposalState.REVERTED,
}  # fmt: skip

MODERATING = ("hide-comment", "show-comment", "dismiss-report")
"""Lines for the eyes of those who moderate: they hold what others have reported."""


def move(
    proposal: Proposal,
    event: Event,
    *,
    user: User | None,
    reason: str = "",
    revision: int | None = None,
) -> None:
    """
    Bring the proposal to the state that follows, store it whole, log it, and tell its author. `revision`:
    that of the card before, where the step has changed the card already.

    The caller holds its row. Raises NotNow.
    """
    before = standing(proposal) | ({"revision": revision} if revision is not None else {})
    proposal.state = after(event, proposal.state)
    if proposal.state in DECIDED:
        proposal.decided_at = timezone.now()
        proposal.claimed_by, proposal.claimed_at = None, None
    proposal.save()
    write(event, proposal=proposal, user=user, before=before, after=standing(proposal), reason=reason)
    notices.tell(proposal.author, proposal, event, by=user, text=reason)


def standing(proposal: Proposal) -> dict[str, Any]:
    found: dict[str, Any] = {"state": str(proposal.state), "edition": proposal.edition}
    if proposal.card_id is not None:
        number = Card.objects.filter(pk=proposal.card_id).values_list("revision", flat=True).first()
        found["revision"] = number
    return found


def write(
    event: str,
    *,
    user: User | None,
    proposal: Proposal | None = None,
    card: Card | None = None,
    about: User | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
) -> Decision:
    return Decision.objects.create(
        event=str(event),
        user=user,
        proposal=proposal,
        card=card if card is not None or proposal is None else proposal.card,
        about=about,
        before=before or {},
        after=after or {},
        reason=reason,
    )
