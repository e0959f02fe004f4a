"""
Who moderates. Moderators are the reviewers of cards (settings.MODERATORS says who they are); administrators
are the staff of the site. Nobody acts on somebody of their own standing or above, nor on what is their own.
"""

from datetime import timedelta
from enum import IntEnum

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from phylo.accounts.demanded_factors import lacks_factor
from phylo.accounts.models import User
from phylo.http.problems import NotAllowed
from phylo.moderation.content import Person

LONGEST_BY_MODERATORS = timedelta(days=30)


class Standing(IntEnum):
    MEMBER = 0
    MODERATOR = 1
    ADMINISTRATOR = 2


def standing_of(user: User | None) -> Standing:
    if user is None or not user.is_active or user.suspended:
        return Standing.MEMBER
    rank = rank_of(user)
    return Standing.MEMBER if rank > Standing.MEMBER and lacks_factor(user) else rank


def rank_of(user: User) -> Standing:
    """The standing, whether or not the account may use it at the moment."""
    if user.is_staff or user.is_superuser:
        return Standing.ADMINISTRATOR
    return Standing.MODERATOR if import_string(settings.MODERATORS)(user) else Standing.MEMBER


def moderates(user: User | None) -> bool:
    return standing_of(user) >= Standing.MODERATOR


def check_decides(user: User | None, author: Person) -> None:
    """Raises NotAllowed unless the user may decide on something of that author's."""
    if not moderates(user):
        raise NotAllowed(_("This needs a moderator."))
    if user is not None and author.user == user:
        raise NotAllowed(_("Nobody decides on what they have written themselves."))


def may_act_on(user: User | None, person: Person) -> bool:
    """Whether the user may suspend this person."""
    standing = standing_of(user)
    rank = rank_of(person.user) if person.user is not None else Standing.MEMBER
    return standing >= Standing.MODERATOR and standing > rank


def check_acts_on(user: User | None, person: Person) -> None:
    """Raises NotAllowed."""
    if not moderates(user):
        raise NotAllowed(_("This needs a moderator."))
    if not may_act_on(user, person):
        raise NotAllowed(_("Moderators cannot do this to each other, nor anybody to an administrator."))
