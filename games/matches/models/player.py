import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from phylo.accounts.models import Guest


class ShowsPresence(models.TextChoices):
    FOLLOWED = "followed", gettext_lazy("People I follow, if they follow me too")
    NOBODY = "nobody", gettext_lazy("Nobody")


class Player(models.Model):
    """
    Somebody who plays: the player of a guest or an account, or a former one, whose account was deleted and
    whose matches stay.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=60, blank=True)
    """The name that a guest has chosen."""
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    guest = models.OneToOneField(
        Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    former = models.BooleanField(default=False)
    presence = models.CharField(
        max_length=10, choices=ShowsPresence, default=ShowsPresence.FOLLOWED, db_default="followed"
    )
    """Who may see whether the player is on the site."""
    created = models.DateTimeField(auto_now_add=True)
    called = ""
    """Not stored: the name of a pupil, set where only their class reads it (games/classes/services/)."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="player_former_is_nobody",
                condition=Q(former=False) | Q(user__isnull=True, guest__isnull=True, name=""),
            ),
            models.CheckConstraint(
                name="player_is_of_one_at_most", condition=Q(user__isnull=True) | Q(guest__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.public_name

    @property
    def public_name(self) -> str:
        """The display name. Reads the account: lists should use select_related."""
        if self.called:
            return self.called
        if self.user is not None:
            return self.user.public_name
        if self.former:
            return _("Former player")
        # Marked, as an account may be called the same later.
        return _("%(name)s (guest)") % {"name": self.name} if self.name else _("Guest")
