"""Which steps of a proposal somebody may take now."""

from cards.curation.roles import Action, may
from cards.curation.states import Event, possible
from cards.models import Curator, Proposal
from phylo.accounts.models import User

STEPS = {
    Event.EDIT: Action.EDIT,
    Event.SUBMIT: Action.SUBMIT,
    Event.WITHDRAW: Action.WITHDRAW,
    Event.REBASE: Action.REBASE,
    Event.ASK_CHANGES: Action.ASK_CHANGES,
    Event.APPROVE: Action.APPROVE,
    Event.REJECT: Action.REJECT,
    Event.REVERT: Action.REVERT,
}


def possible_steps(
    proposal: Proposal, reader: User | None, *, curator: Curator | None = None
) -> dict[Event, bool]:
    """`curator`: what `curator_of` has said of the reader already."""
    return {
        event: possible(event, proposal.state) and may(reader, action, proposal, curator=curator)
        for event, action in STEPS.items()
    }
