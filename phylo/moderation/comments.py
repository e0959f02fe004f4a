"""Which comments a reader is shown, on decks and on proposals."""

from typing import TYPE_CHECKING, Any, Self

from django.db import models
from django.db.models import Q

from phylo.accounts.models import said_in_shadow

if TYPE_CHECKING:
    from phylo.accounts.models import User


class CommentQuerySet(models.QuerySet[Any]):
    def shown_to(self, reader: "User | None") -> Self:
        """All but hidden ones, and those of shadowed people, who see their own."""
        nobody = Q(user=None)
        own = Q(user=reader) if reader is not None else Q(pk__in=())
        return self.filter(nobody | own | ~said_in_shadow("user__"), hidden=False)

    def release(self, user: "User") -> None:
        """The account is about to be deleted, and with it its shadow: what lay in it stays hidden."""
        if user.in_shadow:
            self.filter(user=user).update(hidden=True)
