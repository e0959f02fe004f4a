"""Guests: who they are for a request, and what becomes of them."""

import uuid
from datetime import datetime

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from phylo.accounts.account_data import account_data
from phylo.accounts.models import Guest, User

SESSION_KEY = "guest"


class GuestGone(Exception):
    """The guest has signed up or in meanwhile, or was forgotten."""


def guest_in(session: SessionBase) -> uuid.UUID | None:
    """The guest whom the session names, who may be gone."""
    try:
        return uuid.UUID(session.get(SESSION_KEY, ""))
    except (ValueError, TypeError, AttributeError):
        return None


def known_guest(request: HttpRequest) -> uuid.UUID:
    """The visitor as a guest, made on first need, so that looking around stores nothing."""
    guest = guest_in(request.session)
    if guest is None or not Guest.objects.filter(pk=guest).update(active_at=timezone.now()):
        guest = Guest.objects.create().pk
        # A key that somebody else may have planted is none of a new guest.
        request.session.cycle_key()
    # Written each time: the session lasts a year from the last thing begun, not from the first.
    request.session[SESSION_KEY] = str(guest)
    return guest


def hold_guest(guest: uuid.UUID) -> None:
    """Lock the guest for what they begin. Raises GuestGone."""
    if Guest.objects.select_for_update().filter(pk=guest).first() is None:
        raise GuestGone


def adopt_guest(*, session: SessionBase, user: User) -> bool:
    """
    Give the account all that the guest of the session has, and let the guest go. True when there was
    something.
    """
    guest = guest_in(session)
    session.pop(SESSION_KEY, None)
    if guest is None:
        return False
    with transaction.atomic():
        # Two browsers that sign in at once take turns.
        User.objects.select_for_update().get(pk=user.pk)
        found = Guest.objects.select_for_update().filter(pk=guest).first()
        if found is None:
            return False
        adopted = [each.adopt(guest=found, user=user) for each in account_data()]
        found.delete()
    return any(adopted)


def forget_idle_guests(*, before: datetime, at_most: int) -> int:
    """
    Delete what guests have left behind and nobody misses, as empty decks, and those who have nothing and were
    last active before that moment; gives how many guests.
    """
    for each in account_data():
        each.forget_idle(before=before, at_most=at_most)
    nothing = {f"{relation.name}__isnull": True for relation in Guest._meta.related_objects}
    idle = Guest.objects.filter(active_at__lt=before, **nothing)
    forgotten = 0
    for pk in list(idle.values_list("pk", flat=True)[:at_most]):
        with transaction.atomic():
            # Locked as for whatever a guest begins, and asked again: nobody begins meanwhile.
            if Guest.objects.select_for_update().filter(pk=pk).exists():
                forgotten += bool(idle.filter(pk=pk).delete()[0])
    return forgotten
