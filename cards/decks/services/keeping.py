"""Whose decks there are: guests' decks that go to an account, and decks that are deleted."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from cards.decks.errors import BadChange
from cards.models import Builder, Deck
from phylo.accounts.guests import GuestGone, hold_guest
from phylo.accounts.models import Guest, User


def take_turns(builder: Builder) -> None:
    """
    Wait until nobody else makes a deck for this builder. Raises BadChange for a guest who has become somebody
    else meanwhile.
    """
    if builder.user is not None:
        User.objects.select_for_update().get(pk=builder.user.pk)
    elif builder.guest is not None:
        try:
            hold_guest(builder.guest)
        except GuestGone as error:
            raise BadChange("", _("You are signed in by now. Load the page again.")) from error


def delete_deck(*, deck_id: int) -> None:
    """With all its versions. Decks that were made from it keep their credit."""
    with transaction.atomic():
        # The deck before its rows, as when it is saved: prevents deadlock.
        if Deck.objects.select_for_update().filter(pk=deck_id, ready=False).first():
            Deck.objects.filter(pk=deck_id).delete()


def delete_decks(*, user: User) -> None:
    """All decks of an account that is about to be deleted; the caller holds its row."""
    with transaction.atomic():
        held = list(Deck.objects.select_for_update().filter(owner=user).order_by("pk"))
        Deck.objects.filter(pk__in=[deck.pk for deck in held]).delete()


def adopt_decks(*, guest: Guest, user: User) -> int:
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
    # Checked again: somebody may have begun to build meanwhile.
    return idle.filter(pk__in=empty).delete()[1].get("cards.Deck", 0)
