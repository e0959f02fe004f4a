"""What the API says of revisions and proposals: plain data with whole addresses."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from cards.curation.changes import Difference, differences
from cards.curation.permissions import possible_actions
from cards.curation.states import STEPS
from cards.models import CardRevision, Decision, Proposal, ProposalComment, ProposalKind
from cards.services.exporting import moment
from phylo.accounts.models import User
from phylo.api.resource import Address


def revision_answer(
    key: str, revision: CardRevision, before: Mapping[str, Any] | None, at: Address
) -> dict[str, Any]:
    """`before`: the contents of the revision before, None for the first."""
    proposal = revision.proposal_id
    return {
        "card": key,
        "number": revision.number,
        "origin": revision.origin,
        "author": _name(revision.author),
        "note": revision.note,
        "proposal": at.full(reverse("api-proposal", args=[proposal])) if proposal else None,
        "changes": [_change(each) for each in differences(before, revision.contents)],
        "contents": revision.contents,
        "api": at.full(reverse("api-card-revision", args=[key, revision.number])),
        "published_at": moment(revision.created_at),
    }


def proposal_answer(proposal: Any, at: Address) -> dict[str, Any]:
    """Of a row of `queue.queue`."""
    said = bool(proposal.contents) and proposal.kind in (ProposalKind.NEW, ProposalKind.EDIT)
    changes = differences(proposal.base_contents, proposal.contents) if said else []
    reviewer = proposal.claimed_by if proposal.claimed else None
    return {
        "id": proposal.pk,
        "kind": proposal.kind,
        "state": proposal.state,
        "edition": proposal.edition,
        "name": proposal.name,
        "card": proposal.card.key if proposal.card else None,
        "into": proposal.into.key if proposal.into else None,
        "base": proposal.base,
        "author": _name(proposal.author),
        "summary": proposal.summary,
        "reason": proposal.reason,
        "contents": proposal.contents,
        "changes": [_change(each) for each in changes],
        "on_top_of": proposal.on_top_of_id,
        "same_as": proposal.same_as_id,
        "claimed_by": _name(reviewer),
        "support": proposal.support,
        "against": proposal.against,
        "comments": proposal.talk,
        "page": at.full(reverse("proposal", args=[proposal.pk])),
        "api": at.full(reverse("api-proposal", args=[proposal.pk])),
        "created_at": moment(proposal.created_at),
        "changed_at": moment(proposal.changed_at),
        "submitted_at": moment(proposal.submitted_at) if proposal.submitted_at else None,
        "decided_at": moment(proposal.decided_at) if proposal.decided_at else None,
    }


def steps(proposal: Proposal, reader: User | None) -> list[str]:
    """What the reader may do with it now, as the API names it."""
    return [
        str(action) for action, now in possible_actions(proposal, reader).items() if now and action in STEPS
    ]


def decision_answer(decision: Decision) -> dict[str, Any]:
    return {
        "event": decision.event,
        "by": _name(decision.user),
        "reason": decision.reason,
        "before": decision.before,
        "after": decision.after,
        "decided_at": moment(decision.created_at),
    }


def comment_answer(comment: ProposalComment) -> dict[str, Any]:
    return {
        "id": comment.pk,
        "by": _name(comment.user),
        "text": comment.text,
        "said_at": moment(comment.created_at),
    }


def _change(difference: Difference) -> dict[str, Any]:
    return {
        "column": difference.column,
        "before": difference.before,
        "after": difference.after,
        "fact": difference.is_fact,
        "play": difference.is_play,
    }


def _name(user: User | None) -> str | None:
    return user.get_username() if user is not None else None
