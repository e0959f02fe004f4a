"""Who builds decks and sets, and who else may see what was built."""

import uuid
from dataclasses import dataclass

from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from phylo.accounts.guests import GuestGone, guest_in, known_guest, lock_guest
from phylo.accounts.models import User
from phylo.http.problems import NotAllowed


class Visibility(models.TextChoices):
    PRIVATE = "private", gettext_lazy("Private")
    UNLISTED = "unlisted", gettext_lazy("Unlisted")
    PUBLIC = "public", gettext_lazy("Public")


@dataclass(frozen=True)
class Builder:
    """Somebody who builds decks: an account or the session's guest; with neither, a visitor."""

    user: User | None = None
    guest: uuid.UUID | None = None

    @property
    def known(self) -> bool:
        return self.user is not None or self.guest is not None

    def rows(self, user: str = "user", guest: str = "guest") -> models.Q:
        """Matches the rows that are theirs, by the columns of an account and of a guest."""
        if self.user is not None:
            return models.Q(**{user: self.user})
        return models.Q(pk__in=()) if self.guest is None else models.Q(**{guest: self.guest})

    def owns(self, user_id: int | None, guest_id: uuid.UUID | None) -> bool:
        """Whether a row with these values in the two columns is theirs."""
        if self.user is not None:
            return user_id == self.user.pk
        return self.guest is not None and guest_id == self.guest


def builder_of(request: HttpRequest) -> Builder:
    """The account, or the guest in the session."""
    if isinstance(request.user, User):
        return Builder(user=request.user)
    return Builder(guest=guest_in(request.session))


def known_builder(request: HttpRequest) -> Builder:
    """Like `builder_of`, but creates a guest if there is none yet."""
    if isinstance(request.user, User):
        return Builder(user=request.user)
    return Builder(guest=known_guest(request))


def lock_builder(builder: Builder) -> None:
    """Lock the account or the guest. Raises NotAllowed for a guest who has signed in meanwhile."""
    if builder.user is not None:
        User.objects.select_for_update().get(pk=builder.user.pk)
    elif builder.guest is not None:
        try:
            lock_guest(builder.guest)
        except GuestGone as error:
            raise NotAllowed(gettext("You are signed in by now. Load the page again.")) from error
