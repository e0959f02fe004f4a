"""The one check of what a person may do with proposals, for services, pages and the API.

Roles build on each other: a reviewer may do everything that a trusted contributor may.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.curation.models import Curator, ProposalState
from cards.curation.models.proposal import BEFORE_REVIEWERS
from cards.curation.states import Event, check_state, sources
from phylo.accounts.demanded_factors import lacks_factor
from phylo.accounts.models import User
from phylo.http.problems import NotAllowed, Refused

ACCEPTED_TO_BE_TRUSTED = 5
"""Accepted proposals that make a member a trusted contributor."""


class Blocked(NotAllowed):
    """The account may no longer take part."""

    code = "blocked"


class Role(IntEnum):
    VISITOR = 0
    MEMBER = 1
    TRUSTED = 2
    REVIEWER = 3
    ADMINISTRATOR = 4


ROLE_WORDS = {
    Role.VISITOR: gettext_lazy("Visitor"),
    Role.MEMBER: gettext_lazy("Member"),
    Role.TRUSTED: gettext_lazy("Trusted contributor"),
    Role.REVIEWER: gettext_lazy("Reviewer"),
    Role.ADMINISTRATOR: gettext_lazy("Administrator"),
}


class Action(StrEnum):
    """Actions that are events of the state machine share their names."""

    READ = "read"
    PROPOSE = "propose"
    EDIT = "edit"
    SUBMIT = "submit"
    WITHDRAW = "withdraw"
    REBASE = "rebase"
    COMMENT = "comment"
    VOTE = "vote"
    REPORT = "report"
    CONFIRM_FACT = "confirm-fact"
    CLAIM = "claim"
    ASK_CHANGES = "ask-changes"
    APPROVE = "approve"
    REJECT = "reject"
    REVERT = "revert"
    HIDE = "hide"
    BLOCK = "block"
    UNDO_ALL = "undo-all"
    NAME_REVIEWERS = "name-reviewers"


class By(Enum):
    ANYBODY = "the author of the proposal and others"
    AUTHOR = "only the author"
    OTHERS = "never the author, whatever their role"


@dataclass(frozen=True, slots=True)
class Rule:
    """The least role, whose proposals it applies to, and in which states; None for any state."""

    least: Role
    by: By = By.ANYBODY
    states: Collection[ProposalState] | None = None


class Proposed(Protocol):
    """What goes this way: a `Proposal` of a card, or something else that people write for all."""

    @property
    def author_id(self) -> int | None: ...
    @property
    def state(self) -> str: ...
    @property
    def hidden(self) -> bool: ...


PENDING = [ProposalState(state) for state in BEFORE_REVIEWERS]
HANDED_IN = [state for state in ProposalState if state != ProposalState.DRAFT]
RULES = {
    Action.READ: Rule(Role.VISITOR),
    Action.PROPOSE: Rule(Role.MEMBER),
    Action.EDIT: Rule(Role.MEMBER, By.AUTHOR, sources(Event.EDIT)),
    Action.SUBMIT: Rule(Role.MEMBER, By.AUTHOR, sources(Event.SUBMIT)),
    Action.WITHDRAW: Rule(Role.MEMBER, By.AUTHOR, sources(Event.WITHDRAW)),
    Action.REBASE: Rule(Role.MEMBER, By.AUTHOR, sources(Event.REBASE)),
    Action.COMMENT: Rule(Role.MEMBER, By.ANYBODY, HANDED_IN),
    Action.VOTE: Rule(Role.MEMBER, By.OTHERS, PENDING),
    Action.REPORT: Rule(Role.MEMBER, By.OTHERS),
    Action.CONFIRM_FACT: Rule(Role.MEMBER, By.OTHERS, PENDING),
    Action.CLAIM: Rule(Role.TRUSTED, By.OTHERS, PENDING),
    Action.ASK_CHANGES: Rule(Role.TRUSTED, By.OTHERS, sources(Event.ASK_CHANGES)),
    Action.APPROVE: Rule(Role.REVIEWER, By.OTHERS, sources(Event.APPROVE)),
    Action.REJECT: Rule(Role.REVIEWER, By.OTHERS, sources(Event.REJECT)),
    Action.REVERT: Rule(Role.REVIEWER, By.OTHERS, sources(Event.REVERT)),
    Action.HIDE: Rule(Role.REVIEWER, By.OTHERS),
    Action.BLOCK: Rule(Role.ADMINISTRATOR),
    Action.UNDO_ALL: Rule(Role.ADMINISTRATOR),
    Action.NAME_REVIEWERS: Rule(Role.ADMINISTRATOR),
}


def curator_of(user: User) -> Curator:
    """The stored row, or an unsaved one with the defaults."""
    return Curator.objects.filter(user=user).first() or Curator(user=user)


def role_of(user: User | None, curator: Curator | None = None) -> Role:
    """What the user may do now. `curator`: the result of `curator_of`, if it is known already."""
    if user is None or not user.is_authenticated or not user.is_active:
        return Role.VISITOR
    role = appointed(user, curator)
    return Role.MEMBER if role >= Role.REVIEWER and lacks_factor(user) else role


def reviews(user: User) -> bool:
    """Whether the account is a reviewer's or administrator's, even if it lacks its second factor."""
    return appointed(user) >= Role.REVIEWER


def appointed(user: User, curator: Curator | None = None) -> Role:
    """The account's role, even if it lacks the second factor to use it."""
    if user.is_staff or user.is_superuser:
        return Role.ADMINISTRATOR
    curator = curator or curator_of(user)
    if curator.blocked:
        return Role.MEMBER
    if curator.reviewer:
        return Role.REVIEWER
    return Role.TRUSTED if curator.accepted >= ACCEPTED_TO_BE_TRUSTED else Role.MEMBER


def moderates(user: User | None) -> bool:
    """Whether the user sees reports and decides on them."""
    return role_of(user) >= RULES[Action.HIDE].least


def check(
    user: User | None, action: Action, proposal: Proposed | None = None, *, curator: Curator | None = None
) -> None:
    """
    Raises NotAllowed or Blocked if the user may not take this action (on that proposal), and NotNow if the
    proposal is in another state. `curator`: the result of `curator_of`, if it is known already.
    """
    rule, role = RULES[action], role_of(user, curator)
    if action is not Action.READ:
        if user is None or role < Role.MEMBER:
            raise NotAllowed(_("Sign in to take part."))
        if role < Role.ADMINISTRATOR and (curator or curator_of(user)).blocked:
            raise Blocked(_("This account may no longer take part in curation."))
        if role < rule.least:
            raise NotAllowed(_("This needs the role “%(role)s”.") % {"role": ROLE_WORDS[rule.least]})
    if proposal is None:
        return
    own = user is not None and proposal.author_id == user.pk
    if rule.by is By.AUTHOR and not own:
        raise NotAllowed(_("Only its author can do this."))
    if rule.by is By.OTHERS and own:
        raise NotAllowed(_("Nobody decides on a proposal of their own."))
    if not own and (proposal.state == "draft" or (proposal.hidden and role < RULES[Action.HIDE].least)):
        raise NotAllowed(_("There is no such proposal."))
    if rule.states is not None:
        check_state(proposal.state, rule.states)


def may(
    user: User | None, action: Action, proposal: Proposed | None = None, *, curator: Curator | None = None
) -> bool:
    """`check` as a yes or no, for showing buttons."""
    try:
        check(user, action, proposal, curator=curator)
    except Refused:
        return False
    return True


def possible_actions(proposal: Proposed, reader: User | None) -> dict[Action, bool]:
    """Every action on a proposal, and whether the reader may take it now."""
    curator = curator_of(reader) if reader is not None else None
    about_it = [action for action in Action if RULES[action].by is not By.ANYBODY or RULES[action].states]
    return {action: may(reader, action, proposal, curator=curator) for action in about_it}
