"""The state machine of proposals: what may happen in which state, and where it leads."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from cards.curation.models.proposal import ProposalState as S
from phylo.http.refusals import NotNow


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
    REOPEN = "reopen"


@dataclass(frozen=True, slots=True)
class Step:
    event: Event
    sources: Sequence[S]
    target: S | None
    """None: the state does not change."""


REVIEWED = (S.OPEN, S.DISCUSSION)
OWN = (S.DRAFT, S.OPEN, S.DISCUSSION, S.CHANGES)

TABLE = (
    # event                  in which states                 leads to
    Step(Event.EDIT,         OWN,                            None),
    Step(Event.SUBMIT,       (S.DRAFT, S.CHANGES),           S.OPEN),
    Step(Event.JOIN,         (S.DRAFT, S.CHANGES, S.STALE),  S.WITHDRAWN),
    Step(Event.DISCUSS,      (S.OPEN,),                      S.DISCUSSION),
    Step(Event.ASK_CHANGES,  REVIEWED,                       S.CHANGES),
    Step(Event.APPROVE,      REVIEWED,                       S.APPROVED),
    Step(Event.PUBLISH,      (S.APPROVED,),                  S.PUBLISHED),
    Step(Event.REJECT,       (*REVIEWED, S.CHANGES, S.STALE), S.REJECTED),
    Step(Event.WITHDRAW,     (*OWN, S.STALE),                S.WITHDRAWN),
    Step(Event.OUTDATE,      OWN,                            S.STALE),
    Step(Event.REBASE,       (S.STALE,),                     S.OPEN),
    Step(Event.REVERT,       (S.PUBLISHED,),                 S.REVERTED),
    Step(Event.REOPEN,       (S.REJECTED,),                  S.OPEN),
)  # fmt: skip
"""
JOIN: a proposal identical to a pending one becomes a vote for it. PUBLISH follows APPROVE in the same
transaction, so nothing stays in `approved`. OUTDATE: the card has a newer revision than the base. REOPEN: it
was rejected with a stolen account.
"""

STEPS = {step.event: step for step in TABLE}


def sources(event: Event) -> Sequence[S]:
    return STEPS[event].sources


def after(event: Event, state: str) -> S:
    """The next state; raises NotNow."""
    step = STEPS[event]
    check_state(state, step.sources)
    return step.target or S(state)


def check_state(state: str, allowed: Collection[S]) -> None:
    """Raises NotNow."""
    if state not in allowed:
        words = {"state": S(state).label}
        raise NotNow(_("The proposal is “%(state)s”, so this cannot be done.") % words, state)
