"""Who may do what. Roles build on each other: a reviewer may all that a trusted contributor may."""

from enum import IntEnum, StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.curation.errors import Blocked, NotAllowed
from cards.models import Curator, Proposal
from phylo.accounts.models import User

ACCEPTED_TO_BE_TRUSTED = 5
"""Accepted proposals that make a member a trusted contributor."""


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


LEAST: dict[Action, Role] = {
    Action.READ: Role.VISITOR,
    Action.PROPOSE: Role.MEMBER,
    Action.EDIT: Role.MEMBER,
    Action.SUBMIT: Role.MEMBER,
    Action.WITHDRAW: Role.MEMBER,
    Action.REBASE: Role.MEMBER,
    Action.COMMENT: Role.MEMBER,
    Action.VOTE: Role.MEMBER,
    Action.REPORT: Role.MEMBER,
    Action.CONFIRM_FACT: Role.MEMBER,
    Action.CLAIM: Role.TRUSTED,
    Action.ASK_CHANGES: Role.TRUSTED,
    Action.APPROVE: Role.REVIEWER,
    Action.REJECT: Role.REVIEWER,
    Action.REVERT: Role.REVIEWER,
    Action.HIDE: Role.REVIEWER,
    Action.BLOCK: Role.ADMINISTRATOR,
    Action.UNDO_ALL: Role.ADMINISTRATOR,
    Action.NAME_REVIEWERS: Role.ADMINISTRATOR,
}
"""The least role that may do it."""

AUTHORS = {Action.EDIT, Action.SUBMIT, Action.WITHDRAW, Action.REBASE}
"""What only the author of a proposal does."""
NOT_AUTHORS = {
    Action.VOTE, Action.CONFIRM_FACT, Action.CLAIM, Action.ASK_CHANGES, Action.APPROVE, Action.REJECT,
    Action.REVERT, Action.REPORT,
}  # fmt: skip
"""What nobody does with a proposal of their own, whatever their role."""


def curator_of(user: User) -> Curator:
    """As stored, or as of an account of which nothing is."""
    return Curator.objects.filter(user=user).first() or Curator(user=user)


def role_of(user: User | None, curator: Curator | None = None) -> Role:
    """`curator`: what `curator_of` has said of the user already."""
    if user is None or not user.is_authenticated or not user.is_active:
        return Role.VISITOR
    if user.is_staff or user.is_superuser:
        return Role.ADMINISTRATOR
    curator = curator or curator_of(user)
    if curator.blocked:
        return Role.MEMBER
    if curator.reviewer:
        return Role.REVIEWER
    return Role.TRUSTED if curator.accepted >= ACCEPTED_TO_BE_TRUSTED else Role.MEMBER


def allow(
    user: User | None, action: Action, proposal: Proposal | None = None, *, curator: Curator | None = None
) -> None:
    """Raises NotAllowed, or Blocked, unless the user may do it (with that proposal, whatever its state)."""
    role = role_of(user, curator)
    if action is Action.READ:
        _allow_to_read(user, role, proposal)
        return
    if user is None or role < Role.MEMBER:
        raise NotAllowed(_("Sign in to take part."))
    if role < Role.ADMINISTRATOR and (curator or curator_of(user)).blocked:
        raise Blocked(_("This account may no longer take part in curation."))
    if role < LEAST[action]:
        words = {"role": ROLE_WORDS[LEAST[action]]}
        raise NotAllowed(_("This needs the role “%(role)s”.") % words)
    if proposal is None:
        return
    own = proposal.author_id == user.pk
    if action in AUTHORS and not own:
        raise NotAllowed(_("Only its author can do this."))
    if action in NOT_AUTHORS and own:
        raise NotAllowed(_("Nobody decides on a proposal of their own."))
    _allow_to_read(user, role, proposal)


def may(
    user: User | None, action: Action, proposal: Proposal | None = None, *, curator: Curator | None = None
) -> bool:
    """The same as a yes or no, for pages: whether a button is worth showing is this and `states.possible`."""
    try:
        allow(user, action, proposal, curator=curator)
    except NotAllowed:
        return False
    return True


def _allow_to_read(user: User | None, role: Role, proposal: Proposal | None) -> None:
    if proposal is None or (user is not None and proposal.author_id == user.pk):
        return
    if proposal.state == "draft" or (proposal.hidden and role < LEAST[Action.HIDE]):
        raise NotAllowed(_("There is no such proposal."))
