"""The one state machine of proposals: what may happen in which state, by whom, and where it leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from cards.curation.errors import NotNow
from cards.models.proposal import ProposalState as S


class Event(StrEnum):
    EDIT = "edit"
    SUBMIT = "submit"
    JOIN = "join"
    DISCUSS = "discuss"
    ASK_CHANGES = "ask-changes"
    APPROVE = "approve"
    PUBLISH = "publish"
    REJECT = "reject"
    WITHDRAW = "withdraw"
    OUTDATE = "outdate"
    REBASE = "rebase"
    REVERT = "revert"


class Who(StrEnum):
    """Whose step it is. `roles.py` says who is a reviewer, and that nobody decides on what is their own."""

    AUTHOR = "its author"
    OTHERS = "anybody else with an account"
    TRUSTED = "a trusted contributor or reviewer, not its author"
    REVIEWER = "a reviewer, not its author"
    SITE = "the site itself, as part of another step"


@dataclass(frozen=True, slots=True)
class Step:
    event: Event
    who: Who
    sources: Sequence[S]
    target: S | None
    """None: the state stays."""


REVIEWED = (S.OPEN, S.DISCUSSION)
OWN = (S.DRAFT, S.OPEN, S.DISCUSSION, S.CHANGES)

TABLE = (
    # what              by whom       in which states                 leads to
    Step(Event.EDIT,        Who.AUTHOR,   OWN,                            None),
    Step(Event.SUBMIT,      Who.AUTHOR,   (S.DRAFT, S.CHANGES),           S.OPEN),
    Step(Event.JOIN,        Who.SITE,     (S.DRAFT, S.CHANGES, S.STALE),  S.WITHDRAWN),
    Step(Event.DISCUSS,     Who.OTHERS,   (S.OPEN,),                      S.DISCUSSION),
    Step(Event.ASK_CHANGES, Who.TRUSTED,  REVIEWED,                       S.CHANGES),
    Step(Event.APPROVE,     Who.REVIEWER, REVIEWED,                       S.APPROVED),
    Step(Event.PUBLISH,     Who.SITE,     (S.APPROVED,),                  S.PUBLISHED),
    Step(Event.REJECT,      Who.REVIEWER, (*REVIEWED, S.CHANGES, S.STALE), S.REJECTED),
    Step(Event.WITHDRAW,    Who.AUTHOR,   (*OWN, S.STALE),                S.WITHDRAWN),
    Step(Event.OUTDATE,     Who.SITE,     OWN,                            S.STALE),
    Step(Event.REBASE,      Who.AUTHOR,   (S.STALE,),                     S.OPEN),
    Step(Event.REVERT,      Who.REVIEWER, (S.PUBLISHED,),                 S.REVERTED),
)  # fmt: skip
"""
JOIN: what is identical to a pending proposal becomes a vote for it. PUBLISH follows APPROVE in the same
transaction, so that nothing rests in `approved`. OUTDATE: the card has a newer revision than the base.
"""

STEPS = {step.event: step for step in TABLE}


def possible(event: Event, state: str) -> bool:
    return state in STEPS[event].sources


def after(event: Event, state: str) -> S:
    """The state that follows; raises NotNow."""
    step = STEPS[event]
    if state not in step.sources:
        words = {"state": S(state).label}
        raise NotNow(_("The proposal is “%(state)s”, so this cannot be done.") % words, state)
    return step.target or S(state)
