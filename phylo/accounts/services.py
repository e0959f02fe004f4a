"""The services of accounts."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from phylo.accounts.account_data import account_data
from phylo.accounts.guests import adopt_guest
from phylo.accounts.models import User
from phylo.accounts.throttle import forget_failures
from phylo.http.limits import seconds_to_wait
from phylo.jobs.outbox import queue_durably

BACKEND = "phylo.accounts.backends.NameOrEmail"
MAIL_EVERY = timedelta(minutes=1)
CONFIRM_WITHIN = timedelta(days=3)
SALT = "accounts.email"
TURN_MAILS = "accounts.turn-mails"


class NameTaken(Exception):
    """Another account has this username or display name; `field` is the field that cannot have it."""

    def __init__(self, name: str, field: str = "username") -> None:
        super().__init__(name)
        self.field = field


class AddressTaken(Exception):
    """Another account has confirmed this e-mail address."""


class LinkExpired(Exception):
    """The link is too old, was used already, or is not one of ours."""


class TooSoon(Exception):
    """A mail went out a moment ago."""


def sign_up(*, request: HttpRequest, username: str, password: str, email: str, site: str) -> User:
    """Create an account, sign in, and adopt what the session's guest has. Raises NameTaken."""
    user = User(username=username, email=User.objects.normalize_email(email))
    user.set_password(password)
    with transaction.atomic():
        try:
            with transaction.atomic():
                user.save(force_insert=True)
        except IntegrityError as error:
            raise NameTaken(username) from error
        if user.email:
            # Too many accounts claim the address: it gets no mail, and the account can ask for one later.
            with suppress(TooSoon):
                queue_confirmation(user=user, site=site)
        sign_in(request=request, user=user)
    return user


def sign_in(*, request: HttpRequest, user: User) -> bool:
    """Sign in under a new session key. True if something was adopted from the guest."""
    with transaction.atomic():
        adopted = adopt_guest(session=request.session, user=user)
        auth.login(request, user, backend=BACKEND)
    return adopted


def rename(*, user: User, username: str, display_name: str) -> None:
    """Raises NameTaken."""
    wanted = {"username": username, "display_name": display_name}
    with transaction.atomic():
        held = User.objects.select_for_update().get(pk=user.pk)
        held.username, held.display_name = username, display_name
        try:
            with transaction.atomic():
                held.save(update_fields=wanted)
        except IntegrityError as error:
            others = User.objects.exclude(pk=user.pk)
            field = next((each for each, name in wanted.items() if others.called(name).exists()), "username")
            raise NameTaken(wanted[field], field) from error
    user.username, user.display_name = username, display_name


def change_password(*, user: User, password: str) -> None:
    """Set the password, which ends every other session of the account."""
    user.set_password(password)
    user.save(update_fields=["password"])
    forget_failures(user)


def finish_reset(*, user: User) -> None:
    """After a reset by mail: the address has proven to be theirs, and earlier failures are forgotten."""
    forget_failures(user)
    confirm(user=user)


def change_email(*, user: User, email: str, site: str) -> None:
    """Claim the address ("" gives it up) and send a mail to confirm it. Raises TooSoon."""
    address = User.objects.normalize_email(email)
    if address.lower() == user.email.lower():
        return
    with transaction.atomic():
        user.email, user.email_confirmed = address, False
        user.save(update_fields=["email", "email_confirmed"])
        if address:
            queue_confirmation(user=user, site=site)


def queue_confirmation(*, user: User, site: str) -> None:
    """Send a mail with a link that confirms the address. Raises TooSoon."""
    if not (
        may_mail(user=user, column="confirmation_mailed") and _may_write_to(user.email, kind="confirmation")
    ):
        raise TooSoon
    queue_durably("accounts.mail_confirmation", user.pk, site)


def ask_for_reset(*, address: str, site: str) -> None:
    """
    Mail the accounts at that address. The task looks whether there are any: timing reveals nothing. Nor does
    the limit, which counts what is asked for and not what is sent.
    """
    if _may_write_to(address, kind="reset"):
        queue_durably("accounts.mail_reset", address, site)


def _may_write_to(address: str, *, kind: str) -> bool:
    """Count a mail to the address, whoever asks for it. False if settings.MAIL_LIMITS are reached."""
    most, seconds = settings.MAIL_LIMITS[kind]
    # What is counted need not be readable.
    name = hashlib.sha256(address.lower().encode()).hexdigest()
    return seconds_to_wait(f"mail-{kind}-{name}", most=most, seconds=seconds) == 0


def stop_turn_mails_token(user: User) -> str:
    return signing.dumps(user.pk, salt=TURN_MAILS)


def wants_turn_mails(*, user: User, wanted: bool) -> None:
    User.objects.filter(pk=user.pk).update(turn_mails=wanted)
    user.turn_mails = wanted


def stops_turn_mails(token: str) -> User:
    """
    The account of a link that stops turn mails. It never expires; LinkExpired is raised for a broken link or
    a deleted account.
    """
    try:
        user = User.objects.filter(pk=signing.loads(token, salt=TURN_MAILS)).first()
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise LinkExpired from error
    if user is None:
        raise LinkExpired
    return user


def may_mail(*, user: User, column: str) -> bool:
    """Whether a mail of this kind may be sent now; if so, the next one has to wait."""
    now: datetime = timezone.now()
    waited = Q(**{f"{column}__isnull": True}) | Q(**{f"{column}__lte": now - MAIL_EVERY})
    return bool(User.objects.filter(waited, pk=user.pk).update(**{column: now}))


def confirmation_token(user: User) -> str:
    return signing.dumps([user.pk, user.email], salt=SALT)


def claim(token: str) -> User:
    """The account whose e-mail address the link confirms. Raises LinkExpired."""
    try:
        pk, email = signing.loads(token, salt=SALT, max_age=CONFIRM_WITHIN)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise LinkExpired from error
    user = User.objects.filter(pk=pk, email=email, is_active=True).first()
    if user is None:
        raise LinkExpired
    return user


def confirm_email(*, token: str) -> User:
    """Confirm the account's e-mail address. Raises LinkExpired or AddressTaken."""
    user = claim(token)
    if not confirm(user=user):
        raise AddressTaken(user.email)
    return user


def confirm(*, user: User) -> bool:
    """Confirm the address and take it from accounts that only claim it. False if another has confirmed it."""
    try:
        with transaction.atomic():
            everybody = User.objects.claiming(user.email)
            if not everybody.filter(pk=user.pk).update(email_confirmed=True):
                return False
            everybody.exclude(pk=user.pk).update(email="")
    except IntegrityError:
        return False
    user.email_confirmed = True
    return True


def delete_account(*, user: User) -> None:
    """Delete the account and its own data; what it shares with others stays without its name."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        for each in account_data():
            each.release(user=user)
        forget_failures(user)
        user.delete()


def download(*, user: User, absolute: Callable[[str], str]) -> dict[str, Any]:
    """Everything that is stored about a person, by section."""
    account = {
        "name": user.username,
        "shown_name": user.public_name,
        "page": absolute(user.get_absolute_url()),
        "email": user.email,
        "email_confirmed": user.email_confirmed,
        "joined": user.date_joined.isoformat(),
        "last_signed_in": user.last_login.isoformat() if user.last_login else None,
    }
    kept = [
        {"name": token.name, "begins": token.start, "made": token.created.isoformat()}
        for token in user.api_tokens.all()
    ]
    sections: dict[str, Any] = {"account": account, "api_tokens": kept}
    for each in account_data():
        sections |= each.download(user=user, absolute=absolute)
    return sections
