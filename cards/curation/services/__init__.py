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
from cards.curation.services.discussing import comment, confirm_fact, report, vote
from cards.curation.services.moderating import (
    Undone,
    block,
    dismiss_report,
    hide_comment,
    hide_proposal,
    name_reviewer,
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
    "Outcome", "Undone", "approve", "ask_changes", "block", "claim", "comment", "confirm_fact",
    "delete_drafts", "dismiss_report", "edit_draft", "for_all", "hide_comment", "hide_proposal",
    "name_reviewer", "propose", "rebase", "reject", "release", "report", "restore", "revert",
    "submit", "undo_all", "vote", "withdraw",
]  # fmt: skip
