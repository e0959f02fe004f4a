"""The services of accounts."""

import hashlib
from collections.abc import Callable
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from phylo.accounts.account_data import account_data
from phylo.accounts.models import Guest, User
from phylo.accounts.tokens import scopes_of
from phylo.http.limits import seconds_to_wait
from phylo.jobs.outbox import queue_durably

# Hashing longer ones only costs time.
LONGEST_PASSWORD = 128
FORMAT = "phylo-data/1"
"""Of the file of all that is stored of a person."""
TURN_MAILS = "accounts.turn-mails"


class NameTaken(Exception):
    """Another account has this username or display name; `field` is the field that cannot have it."""

    def __init__(self, name: str, field: str = "username") -> None:
        super().__init__(name)
        self.field = field


class LinkExpired(Exception):
    """The link is too old, was used already, or is not one of ours."""


def rename(*, user: User, username: str, display_name: str) -> None:
    """Raises NameTaken."""
    wanted = {"username": username, "display_name": display_name}
    with transaction.atomic():
        held = User.objects.select_for_update().get(pk=user.pk)
        if (held.username, held.display_name) != (username, display_name):
            held.name_hidden = False
        held.username, held.display_name = username, display_name
        try:
            with transaction.atomic():
                held.save(update_fields=[*wanted, "name_hidden"])
        except IntegrityError as error:
            others = User.objects.exclude(pk=user.pk)
            field = next((each for each, name in wanted.items() if others.called(name).exists()), "username")
            raise NameTaken(wanted[field], field) from error
    user.username, user.display_name, user.name_hidden = username, display_name, held.name_hidden


def set_password(*, user: User, password: str) -> None:
    """Set the password, which ends every other session of the account and all its tokens."""
    user.set_password(password)
    user.save(update_fields=["password"])


def tries_of(name: str, address: str) -> str:
    """The name under which wrong passwords from a network address are counted."""
    user = User.objects.known_as(name)
    return f"{user.username if user else name.strip()}@{address}".lower()


def site_of(request: HttpRequest) -> str:
    """Scheme and host, for links in mails: never those of the request if the site's own are known."""
    return settings.SITE_URL if settings.SITE_URL_KNOWN else f"{request.scheme}://{request.get_host()}"


def ask_for_reset(*, address: str, site: str) -> None:
    """
    Mail the accounts at that address. The task looks whether there are any: timing reveals nothing. Nor does
    the limit, which counts what is asked for and not what is sent.
    """
    if may_write_to(address, kind="reset"):
        queue_durably("accounts.mail_reset", address, site)


def may_write_to(address: str, *, kind: str) -> bool:
    """Count a mail to the address, whoever asks for it. False if settings.MAIL_LIMITS are reached."""
    most, seconds = settings.MAIL_LIMITS[kind]
    # What is counted need not be readable.
    name = hashlib.sha256(address.lower().encode()).hexdigest()
    return seconds_to_wait(f"mail-{kind}-{name}", most=most, seconds=seconds) == 0


def tell_owner(user: User, text: str, *, request: HttpRequest, address: str = "") -> None:
    """
    Mail what has changed in an account to its owner: to their confirmed address, or to the one that was it
    until now. Others could be strangers.
    """
    if address := address or user.confirmed_email:
        context = {"user": user, "text": text, "site": site_of(request)}
        body = render_to_string("accounts/mails/notice.txt", context)
        queue_durably("accounts.mail", _("Your account at Phylo"), body, address)


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


def delete_account(*, user: User) -> None:
    """Delete the account and its own data; what it shares with others stays without its name."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        for each in account_data():
            each.release(user=user)
        user.delete()


def download(*, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
    """Everything that is stored about a person, by section (docs/account-data.md)."""
    account = {
        "name": user.username,
        "shown_name": user.public_name,
        "language": user.language,
        "page": absolute(user.get_absolute_url()),
        "emails": list(user.emailaddress_set.values("email", "verified")),
        "joined": user.date_joined.isoformat(),
        "last_signed_in": user.last_login.isoformat() if user.last_login else None,
    }
    kept = [
        {
            "name": token.name,
            "begins": token.start,
            "may": sorted(scopes_of(token)),
            "made": token.created.isoformat(),
            "expires": token.expires.isoformat(),
        }
        for token in user.api_tokens.all()
    ]
    sessions = [
        {
            "address": session.ip,
            "browser": session.user_agent,
            "since": session.created_at.isoformat(),
            "last_seen": session.last_seen_at.isoformat(),
        }
        for session in UserSession.objects.filter(user=user)
    ]
    sections: dict[str, Any] = {
        "format": FORMAT,
        "account": account,
        "api_tokens": kept,
        "sessions": sessions,
        "second_factors": list(user.authenticator_set.values("type", "created_at", "last_used_at")),
    }
    for each in account_data():
        sections |= each.download(user=user, absolute=absolute)
    return sections


def download_of_guest(*, guest: Guest, absolute: Callable[[str], str]) -> dict[str, object]:
    """What a guest has played and built, in the same file."""
    sections: dict[str, object] = {"format": FORMAT}
    for each in account_data():
        sections |= each.download_of_guest(guest=guest, absolute=absolute)
    return sections
