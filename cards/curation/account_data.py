"""The account data of proposals, with the cards and pictures that came of them, and of curation."""

from collections.abc import Callable
from datetime import datetime

from django.forms import model_to_dict
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cards.curation.models import (
    Curator,
    Decision,
    FactVerdict,
    Notice,
    Proposal,
    ProposalComment,
    ProposalVote,
)
from cards.curation.services import delete_drafts, take_back_decisions
from cards.models import Artwork, CardRevision
from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import ACCOUNTS, Kept
from phylo.accounts.models import User

PROPOSALS = (
    Kept(
        what=_(
            "Proposals of cards with all versions, comments, votes, verdicts on facts, pictures that you "
            "uploaded, and which cards came from you"
        ),
        whose=ACCOUNTS,
        why=_("So that everybody can see how a card came about, and whom to credit."),
        how_long=_("For good, as the history of the cards; drafts until you delete them."),
        stays=_(
            "Drafts, votes and verdicts are deleted. What you submitted, said and uploaded stays, without "
            "your account: texts and pictures came under a free licence, with the credit that you wrote."
        ),
        held={
            "curation.Proposal.author": "card_proposals",
            "curation.ProposalComment.user": "proposal_comments",
            "curation.ProposalVote.user": "proposal_votes",
            "curation.FactVerdict.user": "fact_verdicts",
            "cards.Artwork.user": "uploaded_art",
            "cards.CardRevision.author": "card_revisions",
        },
        besides={"curation.Proposal.claimed_by": "A reviewer's task for two days, shown on the proposal."},
        tables=("curation.ProposalEdit",),
    ),
    Kept(
        what=_("Your role in curation, decisions that you made, and notices to you"),
        whose=ACCOUNTS,
        why=_("So that reviewers answer for what they decide, and you learn of it."),
        how_long=_("Decisions for good, notices as long as the account."),
        stays=_("Decisions stay, without your name: a log from which lines go is none."),
        held={
            "curation.Curator.user": "curation",
            "curation.Decision.user": "card_decisions",
            "curation.Notice.user": "card_notices",
        },
        besides={"curation.Notice.by": "Belongs to the one who was told."},
    ),
)


class Proposals(AccountData):
    """Drafts are deleted with their account; what was submitted, said and decided stays, without a name."""

    kept = PROPOSALS

    def release(self, *, user: User) -> None:
        delete_drafts(author=user)
        ProposalComment.objects.all().release(user)

    def disarm(self, *, user: User, since: datetime) -> list[str]:
        return take_back_decisions(of=user, since=since)

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        """
        `card_proposals` with all versions; the account's comments, votes, verdicts, and art; the
        revisions, decisions and notices.
        """
        proposals = Proposal.objects.filter(author=user).select_related("card").prefetch_related("edits")
        comments = ProposalComment.objects.filter(user=user)
        votes = ProposalVote.objects.filter(user=user)
        verdicts = FactVerdict.objects.filter(user=user).select_related("card")
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
            **_curation(user),
        }


def _curation(user: User) -> dict[str, object]:
    role = Curator.objects.filter(user=user).first()
    decisions = Decision.objects.filter(user=user).select_related("card")
    return {
        "curation": model_to_dict(role, exclude=["user"]) if role else None,
        "card_revisions": [
            {"card": each.card.key, "revision": each.number, "at": each.created_at.isoformat()}
            for each in CardRevision.objects.filter(author=user).select_related("card").order_by("pk")
        ],
        "card_decisions": [
            {
                "proposal": each.proposal_id,
                "card": each.card.key if each.card is not None else None,
                "event": each.event,
                "reason": each.reason,
                "at": each.created_at.isoformat(),
            }
            for each in decisions
        ],
        "card_notices": [
            {
                "proposal": each.proposal_id,
                "event": each.event,
                "text": each.text,
                "at": each.created_at.isoformat(),
                "read": each.read_at.isoformat() if each.read_at else None,
            }
            for each in Notice.objects.filter(user=user)
        ],
    }


def _proposal(proposal: Proposal) -> dict[str, object]:
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
