"""The account data of saved searches and proposals."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from cards.curation.services import delete_drafts
from cards.models import (
    Artwork,
    FactVerdict,
    Proposal,
    ProposalComment,
    ProposalVote,
    Report,
    SavedSearch,
)
from phylo.accounts.account_data import AccountData
from phylo.accounts.models import User


class SavedSearches(AccountData):
    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, Any]:
        kept = [
            {"name": each.name, "query": each.query, "saved": each.created.isoformat()}
            for each in SavedSearch.objects.of(user)
        ]
        return {"saved_searches": kept}


class Proposals(AccountData):
    """Drafts are deleted with their account; what was submitted, said and decided stays, without a name."""

    def release(self, *, user: User) -> None:
        delete_drafts(author=user)

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, Any]:
        """
        `card_proposals` with all versions, and the account's comments, votes, verdicts, reports and art.
        """
        proposals = Proposal.objects.filter(author=user).select_related("card").prefetch_related("edits")
        comments = ProposalComment.objects.filter(user=user)
        votes = ProposalVote.objects.filter(user=user)
        verdicts = FactVerdict.objects.filter(user=user).select_related("card")
        reports = Report.objects.filter(user=user)
        return {
            "card_proposals": [_proposal(proposal) for proposal in proposals],
            "proposal_comments": [
                {"proposal": each.proposal_id, "text": each.text, "at": each.created_at.isoformat()}
                for each in comments
            ],
            "proposal_votes": [
                {
                    "proposal": each.proposal_id,
                    "supports": each.supports,
                    "at": each.created_at.isoformat(),
                    "changed": each.changed_at.isoformat(),
                }
                for each in votes
            ],
            "fact_verdicts": [
                {
                    "card": each.card.key if each.card is not None else None,
                    "proposal": each.proposal_id,
                    "column": each.column,
                    "agrees": each.agrees,
                    "reason": each.reason,
                    "at": each.created_at.isoformat(),
                    "changed": each.changed_at.isoformat(),
                }
                for each in verdicts
            ],
            "uploaded_art": [
                {
                    "file": absolute(reverse("art-file", args=[each.file, "jpg"])),
                    "artist": each.artist,
                    "source": each.source,
                    "licence": each.licence,
                    "at": each.added_at.isoformat(),
                }
                for each in Artwork.objects.filter(user=user)
            ],
            "card_reports": [
                {"proposal": each.proposal_id, "text": each.text, "at": each.created_at.isoformat()}
                for each in reports
            ],
        }


def _proposal(proposal: Proposal) -> dict[str, Any]:
    return {
        "proposal": proposal.pk,
        "kind": proposal.kind,
        "state": proposal.state,
        "card": proposal.card.key if proposal.card is not None else None,
        "begun": proposal.created_at.isoformat(),
        "versions": [
            {
                "version": edit.version,
                "at": edit.created_at.isoformat(),
                "summary": edit.summary,
                "contents": edit.contents,
            }
            for edit in proposal.edits.all()
        ],
    }
