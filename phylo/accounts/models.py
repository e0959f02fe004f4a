import uuid
from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models, transaction
from django.db.models import Expression, Q
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from phylo.accounts import names

# The most accounts that get a link when several claim an unconfirmed address.
MOST_CLAIMS = 3


class UserQuerySet(models.QuerySet["User"]):
    def named(self, name: str) -> "UserQuerySet":
        # PostgreSQL refuses a NUL in a query, and every database a lone surrogate.
        return self.filter(Exact(Lower("username"), name.lower())) if name.isprintable() else self.none()

    def active_named(self, name: str) -> "User | None":
        return self.named(name).filter(is_active=True).first() if name else None

    def at(self, address: str) -> "UserQuerySet":
        """The account that has confirmed the e-mail address, or else those that claim it, oldest first."""
        if "\0" in address:
            return self.none()
        # Not the address that an account wants to change to: it might be mistyped, and a stranger's.
        claiming = self.filter(emailaddress__email=address.lower(), emailaddress__primary=True)
        confirmed = claiming.filter(emailaddress__verified=True)
        return confirmed if confirmed.exists() else claiming.order_by("date_joined", "pk")[:MOST_CLAIMS]

    def called(self, name: str) -> "UserQuerySet":
        """Accounts with this username or display name."""
        return self.filter(taken_names__key=names.key_of(name)) if name.isprintable() else self.none()

    def known_as(self, name_or_email: str) -> "User | None":
        """
        The account that somebody who signs in means. Of several that claim an address it is the oldest: one
        password is checked, whoever has which address.
        """
        text = name_or_email.strip()
        return (self.at(text) if "@" in text else self.named(text)).first()


class UserManager(DjangoUserManager.from_queryset(UserQuerySet)):  # type: ignore[misc]
    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.named(username or "").get()

    def _create_user(self, username: str, email: str, password: str, **columns: Any) -> "User":
        """Called for members and administrators alike."""
        user: User = super()._create_user(username, email, password, **columns)
        if user.email:
            user.emailaddress_set.create(email=user.email.lower(), primary=True)
        return user


class Suspendable(models.Model):
    """
    Somebody who may be suspended: they may do nothing but read why, appeal, and take their data along. What
    a shadowed person says is shown to nobody else, until this is ended or the suspension is over.
    """

    suspended_from = models.DateTimeField(null=True, editable=False)
    suspended_until = models.DateTimeField(null=True, editable=False)
    """None for as long as it is not lifted."""
    suspended_because = models.CharField(max_length=300, default="", db_default="", editable=False)
    shadowed = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        abstract = True

    @property
    def suspended(self) -> bool:
        over = self.suspended_until is not None and self.suspended_until <= timezone.now()
        return self.suspended_from is not None and not over

    @property
    def in_shadow(self) -> bool:
        return self.shadowed and (self.suspended_from is None or self.suspended)


def suspended_now(path: str = "", now: Expression | None = None) -> Q:
    """
    `Suspendable.suspended` as a query; `path` leads to the account or guest, such as "user__". `now` is the
    place of the time in a prepared query.
    """
    since = timezone.now() if now is None else now
    lasting = Q(**{f"{path}suspended_until": None}) | Q(**{f"{path}suspended_until__gt": since})
    return Q(**{f"{path}suspended_from__isnull": False}) & lasting


def said_in_shadow(path: str = "") -> Q:
    """`Suspendable.in_shadow` as a query."""
    return Q(**{f"{path}shadowed": True}) & (Q(**{f"{path}suspended_from": None}) | suspended_now(path))


class User(Suspendable, AbstractUser):
    """
    A person with an account. `username` is used to sign in and in URLs, `display_name` is shown. Both are
    unique together, across all accounts: saving an account reserves its names (TakenName).

    E-mail addresses are django-allauth's (EmailAddress); `email` repeats the primary one. An address may be
    claimed by several accounts but confirmed by only one. So nobody learns by claiming an address whether it
    has an account, and nobody can keep an address from its owner.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        "name",
        max_length=names.LONGEST_NAME,
        unique=True,
        validators=names.USERNAME_VALIDATORS,
        error_messages={"unique": _("This name is taken.")},
    )
    display_name = models.CharField(
        "shown name",
        max_length=names.LONGEST_DISPLAY_NAME,
        blank=True,
        validators=names.DISPLAY_NAME_VALIDATORS,
    )
    email = models.EmailField("e-mail address", blank=True)
    emailaddress_set: Any
    authenticator_set: Any
    name_hidden = models.BooleanField(default=False, db_default=False, editable=False)
    """Moderators have hidden the names; choosing others shows those."""
    language = models.CharField("language", max_length=10, blank=True, default="", db_default="")
    """In which the account is written to, and which it finds again where it signs in; "": not chosen."""
    turn_mails = models.BooleanField("mails about turns", default=True, db_default=True)
    program = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether it is a program's, to which nobody signs in. Wherever it is named, that is said."""

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_once_whatever_its_case",
                violation_error_message=_("This name is taken."),
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """
        Raises IntegrityError also if another account has one of the names. A new password, whoever sets it,
        ends all tokens; sessions depend on it anyway.
        """
        new_password = self._password is not None and not self._state.adding  # type: ignore[attr-defined]
        named = update_fields is None or not {"username", "display_name"}.isdisjoint(update_fields)
        with transaction.atomic():
            super().save(*args, update_fields=update_fields, **kwargs)
            if new_password:
                self.api_tokens.all().delete()
            if named:
                self._take_names()

    def get_absolute_url(self) -> str:
        return reverse("person", args=[self.username])

    @cached_property
    def has_factor(self) -> bool:
        """A second factor. Asked once a request: a page may ask for each of its rows."""
        return bool(self.authenticator_set.exists())

    def _take_names(self) -> None:
        keys = {names.key_of(name) for name in (self.username, self.display_name)} - {""}
        held = set(self.taken_names.values_list("key", flat=True))
        # New names before old ones are deleted: two accounts that swap names would deadlock otherwise.
        TakenName.objects.bulk_create([TakenName(key=key, user=self) for key in sorted(keys - held)])
        if held - keys:
            self.taken_names.exclude(key__in=keys).delete()

    @property
    def confirmed_email(self) -> str:
        """The e-mail address, if its owner has confirmed it, else ""."""
        return (
            self.emailaddress_set.filter(verified=True, primary=True).values_list("email", flat=True).first()
            or ""
        )

    @property
    def public_name(self) -> str:
        name = self.display_name or self.username
        if self.name_hidden:
            name = gettext("Member %(number)s") % {"number": self.pk}
        return gettext("%(name)s (program)") % {"name": name} if self.program else name

    def get_full_name(self) -> str:
        return self.public_name

    def get_short_name(self) -> str:
        return self.public_name


class TakenName(models.Model):
    """A name of an account, by `names.key_of`: its username, or its display name if that differs."""

    key = models.TextField(unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="taken_names")

    def __str__(self) -> str:
        return self.key


class Guest(Suspendable):
    """
    A visitor without an account who has begun something. The session holds the id; matches, decks and places
    in sets refer to the guest until they sign up or in.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    active_at = models.DateTimeField(default=timezone.now, db_index=True)
    """When the guest last began something."""

    def __str__(self) -> str:
        return str(self.pk)


class ApiToken(models.Model):
    """Lets a program act for an account. Only the digest of the secret is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=16)
    """The first characters of the secret, by which its owner recognises it."""
    may_play = models.BooleanField()
    may_edit = models.BooleanField()
    """Whether it may write: matches and tables, or decks, sets and cards. All may read."""
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    last_used = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"
