import uuid
from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from phylo.accounts import names

# How many accounts that claim one unconfirmed address are looked at.
MOST_CLAIMS = 3


class UserQuerySet(models.QuerySet["User"]):
    def named(self, name: str) -> "UserQuerySet":
        # PostgreSQL cannot even be asked for a NUL, and no database for half a character.
        return self.filter(Exact(Lower("username"), name.lower())) if name.isprintable() else self.none()

    def claiming(self, address: str) -> "UserQuerySet":
        if "\0" in address:
            return self.none()
        return self.exclude(email="").filter(Exact(Lower("email"), address.lower()))

    def at(self, address: str) -> "UserQuerySet":
        """
        The account that has confirmed the e-mail address; without one those who claim it, oldest first.
        """
        claiming = self.claiming(address)
        confirmed = claiming.filter(email_confirmed=True)
        return confirmed if confirmed.exists() else claiming.order_by("date_joined", "pk")[:MOST_CLAIMS]

    def called(self, name: str) -> "UserQuerySet":
        """Who has this name, or is shown by it."""
        return self.filter(taken_names__key=names.key_of(name)) if name.isprintable() else self.none()

    def known_as(self, name_or_email: str) -> "UserQuerySet":
        """Whom somebody may mean who signs in."""
        text = name_or_email.strip()
        return self.at(text) if "@" in text else self.named(text)


class UserManager(DjangoUserManager.from_queryset(UserQuerySet)):  # type: ignore[misc]
    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.named(username or "").get()


class User(AbstractUser):
    """
    A person with an account. `username` signs in and stands in addresses, `display_name` is shown. No two
    people are called the same by either: what is saved takes its names (TakenName).

    An e-mail address may be claimed by several accounts but confirmed by one only: so nobody learns by
    claiming an address whether it has an account, and nobody can keep an address from its owner.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        _("name"),
        max_length=names.LONGEST_NAME,
        unique=True,
        validators=names.USERNAME_VALIDATORS,
        error_messages={"unique": _("This name is taken.")},
    )
    display_name = models.CharField(
        _("shown name"),
        max_length=names.LONGEST_DISPLAY_NAME,
        blank=True,
        validators=names.DISPLAY_NAME_VALIDATORS,
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    email_confirmed = models.BooleanField(default=False)
    turn_mails = models.BooleanField(_("mails about turns"), default=True, db_default=True)
    # When the last mail of each kind went out: a second one waits a while.
    confirmation_mailed = models.DateTimeField(null=True, blank=True, editable=False)
    reset_mailed = models.DateTimeField(null=True, blank=True, editable=False)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_once_whatever_its_case",
                violation_error_message=_("This name is taken."),
            ),
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_confirmed_once",
                condition=Q(email_confirmed=True),
                violation_error_message=_("This e-mail address belongs to another account."),
            ),
            models.CheckConstraint(
                name="user_email_confirmed_is_given", condition=Q(email_confirmed=False) | ~Q(email="")
            ),
        ]
        indexes = [models.Index(Lower("email"), name="user_email", condition=~Q(email=""))]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Raises IntegrityError also where somebody else is called by one of the names."""
        named = update_fields is None or not {"username", "display_name"}.isdisjoint(update_fields)
        with transaction.atomic():
            super().save(*args, update_fields=update_fields, **kwargs)
            if named:
                self._take_names()

    def _take_names(self) -> None:
        keys = {names.key_of(name) for name in (self.username, self.display_name)} - {""}
        held = set(self.taken_names.values_list("key", flat=True))
        # The new ones first: two who swap their names would wait for each other.
        TakenName.objects.bulk_create([TakenName(key=key, user=self) for key in sorted(keys - held)])
        if held - keys:
            self.taken_names.exclude(key__in=keys).delete()

    @property
    def public_name(self) -> str:
        return self.display_name or self.username

    def get_full_name(self) -> str:
        return self.public_name

    def get_short_name(self) -> str:
        return self.public_name

    def get_absolute_url(self) -> str:
        return reverse("person", args=[self.username])


class TakenName(models.Model):
    """What an account is called, by `names.key_of`: its name, and its shown name if that is another."""

    key = models.TextField(unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="taken_names")

    def __str__(self) -> str:
        return self.key


class Guest(models.Model):
    """
    Somebody without an account who has begun something. The session names them; matches, decks and places in
    sets refer to them, until they sign up or in.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    active_at = models.DateTimeField(default=timezone.now, db_index=True)
    """When they last began something."""

    def __str__(self) -> str:
        return str(self.pk)


class ApiToken(models.Model):
    """What lets a program act for an account. Of the secret itself only the digest is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=16)
    """How the secret begins, by which its owner knows it again."""
    created = models.DateTimeField(auto_now_add=True)
    last_used = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"
