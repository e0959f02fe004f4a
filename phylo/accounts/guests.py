"""
Guests: finding the guest of a request, adoption by an account, those who come back by other means than their
session, and deletion.
"""

import uuid
from datetime import datetime

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from phylo.accounts import names
from phylo.accounts.account_data import account_data
from phylo.accounts.models import Guest, User
from phylo.http.limits import GUEST_IN_SESSION

SESSION_KEY = GUEST_IN_SESSION
SWITCHED = "guest-before"
"""
The key in a session that has switched to a guest (`switch_to_guest`), with whoever used it before: its
browser may be another's in a minute.
"""


class GuestGone(Exception):
    """The guest has meanwhile signed up or in, or was deleted as idle."""


def guest_in(session: SessionBase) -> uuid.UUID | None:
    """The id of the session's guest, who may no longer exist."""
    try:
        return uuid.UUID(session.get(SESSION_KEY, ""))
    except (ValueError, TypeError, AttributeError):
        return None


def known_guest(request: HttpRequest) -> uuid.UUID:
    """The id of the visitor's guest, created on first need, so that browsing stores nothing."""
    guest = guest_in(request.session)
    if guest is None or not Guest.objects.filter(pk=guest).update(active_at=timezone.now()):
        guest = Guest.objects.create().pk
        # Prevents session fixation: a key that somebody else may have planted must not name a new guest.
        request.session.cycle_key()
    # Written each time, so that the session lasts a year from the last use, not from the first.
    request.session[SESSION_KEY] = str(guest)
    return guest


def suggested_username(session: SessionBase) -> str:
    """A username like the name that the session's guest has chosen; "" if there is none."""
    guest = guest_in(session)
    chosen = (each.name_of(guest=guest) for each in account_data()) if guest else ()
    return names.username_like(next(filter(None, chosen), ""))


def lock_guest(guest: uuid.UUID) -> None:
    """Lock the guest's row while they begin something. Raises GuestGone."""
    if Guest.objects.select_for_update().filter(pk=guest).first() is None:
        raise GuestGone


def adopt_guest(*, session: SessionBase, user: User) -> bool:
    """
    Give everything of the session's guest to the account, and delete the guest. True if there was anything.
    A guest who is bound to something else only leaves the session.
    """
    guest = guest_in(session)
    session.pop(SESSION_KEY, None)
    if guest is None or is_bound(guest):
        return False
    with transaction.atomic():
        # Serialises two browsers that sign in at once.
        User.objects.select_for_update().get(pk=user.pk)
        found = Guest.objects.select_for_update().filter(pk=guest).first()
        # A suspension is not ended by signing in: the account gets nothing of a suspended guest's.
        if found is None or found.suspended or found.in_shadow:
            return False
        adopted = [each.adopt(guest=found, user=user) for each in account_data()]
        found.delete()
    return any(adopted)


def is_bound(guest: uuid.UUID) -> bool:
    """Whether the guest is somebody of their own, such as a pupil, and no account that signs in here."""
    return any(each.binds(guest=guest) for each in account_data())


def switch_to_guest(*, session: SessionBase, guest: uuid.UUID) -> None:
    """Let the session be that of this guest, until `switch_back`; whoever it was before waits."""
    before = session.get(SWITCHED) or session.get(SESSION_KEY)
    session.flush()
    session[SESSION_KEY] = str(guest)
    session[SWITCHED] = "" if before is None or before == str(guest) else before


def switch_back(*, session: SessionBase) -> None:
    """End the session of a guest who has come in; nothing of theirs is deleted."""
    before = session.get(SWITCHED)
    session.flush()
    if before:
        session[SESSION_KEY] = before


def move_guest(*, guest: uuid.UUID) -> uuid.UUID:
    """
    Give everything of the guest's to a new one, and return the new id: every session in which they were is
    nobody's from now on.
    """
    with transaction.atomic():
        old = Guest.objects.select_for_update().get(pk=guest)
        new = Guest.objects.get(pk=guest)
        new.pk = uuid.uuid4()
        new.save(force_insert=True)
        for relation in Guest._meta.related_objects:
            rows = relation.related_model._base_manager.filter(**{relation.field.name: old})
            rows.update(**{relation.field.name: new})
        for each in account_data():
            each.moved(old=old, new=new)
        old.delete()
    return new.pk


def erase_guest(*, guest: uuid.UUID) -> None:
    """Delete the guest with all that is theirs; what others share with them stays without a name."""
    with transaction.atomic():
        found = Guest.objects.select_for_update().filter(pk=guest).first()
        if found is None:
            return
        for each in account_data():
            each.erase(guest=found)
        # Raises ProtectedError if an app has left something.
        found.delete()


def forget_idle_guests(*, before: datetime, at_most: int) -> int:
    """
    Delete what idle guests have left and nobody will miss, such as empty decks, then the guests who have
    nothing and were last active before that moment. Returns how many guests were deleted.
    """
    for each in account_data():
        each.forget_idle(before=before, at_most=at_most)
    nothing = {f"{relation.name}__isnull": True for relation in Guest._meta.related_objects}
    idle = Guest.objects.filter(active_at__lt=before, **nothing)
    forgotten = 0
    for pk in list(idle.values_list("pk", flat=True)[:at_most]):
        with transaction.atomic():
            # Locked as in `lock_guest`, and checked again: the guest may have begun something meanwhile.
            if Guest.objects.select_for_update().filter(pk=pk).exists():
                forgotten += bool(idle.filter(pk=pk).delete()[0])
    return forgotten
