"""Who builds decks and sets, and who else may see what was built."""

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from phylo.accounts.models import User


class Visibility(models.TextChoices):
    PRIVATE = "private", gettext_lazy("Private")
    UNLISTED = "unlisted", gettext_lazy("Unlisted")
    PUBLIC = "public", gettext_lazy("Public")


@dataclass(frozen=True)
class Builder:
    """Somebody who builds decks: an account or the session's guest; with neither, a visitor."""

    user: "User | None" = None
    guest: uuid.UUID | None = None

    @property
    def known(self) -> bool:
        return self.user is not None or self.guest is not None
