from cards.curation.models.decisions import Curator, Decision, Notice
from cards.curation.models.proposal import (
    FactVerdict,
    Proposal,
    ProposalComment,
    ProposalEdit,
    ProposalKind,
    ProposalState,
    ProposalVote,
)

__all__ = [
    "Curator", "Decision", "FactVerdict", "Notice", "Proposal", "ProposalComment", "ProposalEdit",
    "ProposalKind", "ProposalState", "ProposalVote",
]  # fmt: skip
