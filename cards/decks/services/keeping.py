"""Whose decks there are: guests' decks that go to an account, and decks that are deleted."""

import uuid
from datetime import datetime

from django.db import connection, transaction

from cards.models import Builder, Deck
from phylo.accounts.models import User

GUEST_LOCK = 0x6465636B
"""With a number of the guest's: the lock under which a guest's decks are made one after the other."""


def take_turns(builder: Builder) -> None:
    """Wait until nobody else makes a deck for this builder; SQLite has one writer at any time."""
    if builder.user is not None:
        User.objects.select_for_update().get(pk=builder.user.pk)
    elif builder.guest is not None and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            mine = builder.guest.int & 0x7FFFFFFF
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [GUEST_LOCK, mine])


def delete_deck(*, deck_id: int) -> None:
    """With all its versions. Decks that were made from it keep their credit."""
    with transaction.atomic():
        # The deck before its rows, as where it is saved, so that neither waits for the other.
        if Deck.objects.select_for_update().filter(pk=deck_id, ready=False).first():
            Deck.objects.filter(pk=deck_id).delete()


def delete_decks(*, user: User) -> None:
    """All of an account, which is about to go; the caller holds its row."""
    with transaction.atomic():
        held = list(Deck.objects.select_for_update().filter(owner=user).order_by("pk"))
        Deck.objects.filter(pk__in=[deck.pk for deck in held]).delete()


def adopt_decks(*, guest: uuid.UUID, user: User) -> int:
    """Give the account the guest's decks; returns how many there were."""
    return Deck.objects.filter(guest=guest).update(owner=user, guest=None)


def forget_empty_decks(*, before: datetime, at_most: int) -> int:
    """
    Delete decks of guests that hold no card, never held one, and were last changed before that moment; gives
    how many.
    """
    idle = Deck.objects.filter(guest__isnull=False, entries__isnull=True, changed_at__lt=before)
    numbers = list(idle.order_by("changed_at").values_list("pk", flat=True)[:at_most])
    empty = [
        deck.pk
        for deck in Deck.objects.filter(pk__in=numbers).prefetch_related("versions")
        if not any(version.contents_json.get("cards") for version in deck.versions.all())
    ]
    # Asked again: somebody may have begun to build meanwhile.
    return idle.filter(pk__in=empty).delete()[1].get("cards.Deck", 0)
