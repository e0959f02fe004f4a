"""Every operation on proposals and facts; the only code that writes them."""

from cards.curation.services.deciding import (
    Outcome,
    approve,
    ask_changes,
    claim,
    for_all,
    reject,
    release,
    restore,
    revert,
)
from cards.curation.services.discussing import comment, confirm_fact, vote
from cards.curation.services.evidence import Proposed, propose_from_evidence
from cards.curation.services.moderating import (
    Undone,
    block,
    name_reviewer,
    take_back_decisions,
    undo_all,
)
from cards.curation.services.proposing import (
    delete_drafts,
    edit_draft,
    propose,
    rebase,
    submit,
    withdraw,
)

__all__ = [
    "Outcome", "Proposed", "Undone", "approve", "ask_changes", "block", "claim", "comment", "confirm_fact",
    "delete_drafts", "edit_draft", "for_all",
    "name_reviewer", "propose", "propose_from_evidence", "rebase", "reject", "release", "restore", "revert",
    "submit", "take_back_decisions", "undo_all", "vote", "withdraw",
]  # fmt: skip
