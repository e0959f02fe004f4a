"""
The drill for a moderator's account in somebody else's hands (docs/moderation.md): the account is closed to
the thief, and what was done with it since a moment is undone from the audit log.
"""

from dataclasses import dataclass, field
from datetime import datetime

from allauth.mfa.models import Authenticator
from django.db import transaction

from phylo.accounts.account_data import account_data
from phylo.accounts.models import User
from phylo.moderation import log
from phylo.moderation.content import Person, content_of
from phylo.moderation.models import LogEntry, Report
from phylo.moderation.services import lock, put, set_standing, standing_before

UNDONE = "undone"
"""The kind that a line refers to if it undoes another, whose number is the key."""
PERSONAL = ("suspend", "lift", "shadow", "unshadow")


@dataclass
class Found:
    """How many acts were undone and reports opened again; `left`: what people have to decide, a line each."""

    undone: int = 0
    reopened: int = 0
    left: list[str] = field(default_factory=list)


def close_to_thief(*, account: User, email: str = "") -> None:
    """
    Sign out everywhere, end tokens and second factors, take away staff rights and the password. A mail sets a
    new one, to the owner's address `email` if it is given, in place of those that the account has.
    """
    with transaction.atomic():
        lock(Person(user=account))
        account = User.objects.get(pk=account.pk)
        # Sessions depend on the password, so this ends them all.
        account.set_unusable_password()
        account.is_staff = account.is_superuser = False
        account.save(update_fields=["password", "is_staff", "is_superuser"])
        account.user_permissions.clear()
        account.groups.clear()
        account.api_tokens.all().delete()
        # The thief may have added a passkey.
        Authenticator.objects.filter(user=account).delete()
        if email:
            account.emailaddress_set.all().delete()
            account.emailaddress_set.create(email=email.lower(), verified=True, primary=True)
            User.objects.filter(pk=account.pk).update(email=email)


def take_back(*, account: User, since: datetime) -> Found:
    """Undo what the account did as a moderator, newest first. All or nothing; what is undone stays so."""
    found = Found()
    with transaction.atomic():
        for each in account_data():
            found.left += each.disarm(user=account, since=since)
        for entry in LogEntry.objects.filter(user=account, created_at__gte=since).select_related("about"):
            if _undo(entry):
                found.undone += 1
            else:
                found.left.append(f"{entry.created_at:%Y-%m-%d %H:%M} {entry}")
        handled = Report.objects.filter(handled_by=account, handled_at__gte=since)
        found.reopened = handled.update(outcome=Report.Outcome.OPEN, handled_by=None, handled_at=None)
        log.write("stolen", user=None, about=Person(user=account), reason=f"since {since.isoformat()}")
    return found


def _undo(entry: LogEntry) -> bool:
    """False if it takes a person to undo the act."""
    if entry.act in ("hide", "show"):
        return _undo_hiding(entry)
    if entry.act in PERSONAL:
        return _undo_standing(entry)
    # What concerns roles has been undone by the app that keeps them, and reports open again all at once.
    return entry.act != "undo-all"


def _undo_hiding(entry: LogEntry) -> bool:
    content = content_of(entry.kind, entry.key)
    acts = LogEntry.objects.filter(kind=entry.kind, key=entry.key, act__in=("hide", "show"))
    if content is None:
        return False
    if acts.first() == entry:
        hiding = entry.act == "hide"
        reason = f"undone: line {entry.pk}"
        put(kind=entry.kind, key=entry.key, content=content, user=None, hidden=not hiding, reason=reason)
    # Otherwise it was decided again since.
    return True


def _undo_standing(entry: LogEntry) -> bool:
    person = Person(user=entry.about, guest=entry.about_guest)
    lock(person)
    row = person.row
    mark = {"kind": UNDONE, "key": str(entry.pk)}
    latest = LogEntry.objects.filter(log.about(person), act__in=PERSONAL).first()
    if row is None or latest is None:
        return False
    if LogEntry.objects.filter(**mark).exists():
        return True
    if latest.user_id != entry.user_id and latest.kind != UNDONE:
        # Somebody else has decided about the person since.
        return False
    before = standing_before(row)
    set_standing(row, entry.before)
    act = "suspend" if row.suspended else "lift"
    log.write(act, user=None, about=person, before=before, **mark)
    return True
