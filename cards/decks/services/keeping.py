"""The life of a deck: restoring and copying versions, newer cards, ownership and deletion."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from cards.decks.errors import BadChange, StaleDeck
from cards.decks.fields import VERSION_NOTE
from cards.decks.history import newer_cards
from cards.decks.models import Deck, DeckVersion
from cards.decks.models.deck import LONGEST_NAME, RENEWED, RESTORED
from cards.decks.services.building import (
    Change,
    change_deck,
    create_deck,
    locked_deck,
    store_contents,
)
from cards.models import Builder, Visibility
from cards.sets.models import Collection, CollectionPerson
from phylo.accounts.models import Guest, User
from phylo.http.keys import asked_for


def restore_version(*, deck: Deck, number: int, read: int) -> Deck:
    """
    Make the contents of that version the newest ones, as a new version; `read` is the version of the deck
    that was read. Raises DeckVersion.DoesNotExist, StaleDeck, or BadChange if one of its cards no longer
    exists.
    """
    version = deck.versions.get(number=number)
    note = RESTORED % {"number": number}
    return change_deck(deck_id=deck.pk, version=read, change=Change(contents=version.contents), note=note)


def note_version(*, deck: Deck, number: int, note: str) -> None:
    """Raises BadChange or DeckVersion.DoesNotExist."""
    note = VERSION_NOTE.checked(note, error=BadChange)
    if not deck.versions.filter(number=number).update(note=note):
        raise DeckVersion.DoesNotExist


def copy_deck(
    *,
    deck: Deck,
    builder: Builder,
    version: int | None = None,
    name: str = "",
    key: str = "",
    collection: Collection | None = None,
) -> Deck:
    """
    Copy a deck, which the copy credits; `version` None is the newest. That of a deck made in a set is made
    there too, that of another one in the set `collection` if it is given. Raises DeckVersion.DoesNotExist,
    and whatever `create_deck` raises.
    """
    number = deck.version if version is None else version
    contents = deck.versions.get(number=number).contents
    own = deck.belongs_to(builder)
    credit = deck.name if own or not deck.maker else f"{deck.name} ({deck.maker})"
    named = (_("%(name)s, copy") % {"name": deck.name})[:LONGEST_NAME] if own else deck.name
    return create_deck(
        builder=builder,
        name=name or named,
        contents=contents,
        collection=deck.collection or collection,
        origin=deck,
        origin_version=number,
        origin_credit=credit,
        key=key,
        asked=asked_for(deck.pk, version, name, *([collection.pk] if collection else [])),
    )


def take_over(*, deck_id: int, version: int) -> Deck:
    """
    Update every card to its newest revision and replace merged cards by their successors, as a new version.
    If nothing is newer, nothing changes, whatever `version` was read. Raises StaleDeck, BadChange or
    Deck.DoesNotExist.
    """
    with transaction.atomic():
        deck = locked_deck(deck_id)
        if not newer_cards(deck):
            return deck
        if version != deck.version:
            raise StaleDeck(deck)
        store_contents(deck, deck.contents, note=RENEWED, newest=True)
    return deck


def leave_set(person: CollectionPerson) -> None:
    """Their decks stay theirs, without the set: private, and without its own cards."""
    decks = Deck.objects.filter(collection=person.collection_id)
    decks = decks.filter(owner=person.user) if person.user_id else decks.filter(guest=person.guest_id)
    decks.exclude(own_cards={}).update(complete=False)
    decks.update(collection=None, visibility=Visibility.PRIVATE)


def delete_deck(*, deck_id: int) -> None:
    """Delete a deck with all its versions; ready decks stay. Decks made from it keep their credit."""
    with transaction.atomic():
        # The deck before its rows, as when it is saved: prevents deadlock.
        if Deck.objects.select_for_update().filter(pk=deck_id, ready=False).first():
            Deck.objects.filter(pk=deck_id).delete()


def delete_decks(*, user: User | None = None, guest: Guest | None = None) -> None:
    """Delete all decks of an account or a guest who is about to be deleted; the caller locks their row."""
    with transaction.atomic():
        theirs = Deck.objects.of(Builder(user=user, guest=guest.pk if guest else None))
        held = list(theirs.select_for_update().order_by("pk"))
        Deck.objects.filter(pk__in=[deck.pk for deck in held]).delete()


def adopt_decks(*, guest: Guest, user: User) -> int:
    """Give the account the guest's decks; returns how many there were."""
    return Deck.objects.filter(guest=guest).update(owner=user, guest=None)


def forget_empty_decks(*, before: datetime, at_most: int) -> int:
    """Delete guests' decks that never held a card and were last changed before then; returns how many."""
    idle = Deck.objects.filter(guest__isnull=False, entries__isnull=True, changed_at__lt=before)
    numbers = list(idle.order_by("changed_at").values_list("pk", flat=True)[:at_most])
    empty = [
        deck.pk
        for deck in Deck.objects.filter(pk__in=numbers).prefetch_related("versions")
        if not any(version.contents_json.get("cards") for version in deck.versions.all())
    ]
    # Checked again: somebody may have begun to build meanwhile.
    return idle.filter(pk__in=empty).delete()[1].get("decks.Deck", 0)
