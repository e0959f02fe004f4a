"""Creating, describing, filling and hiding sets."""

import secrets

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.text import slugify
from django.utils.translation import gettext as _

from cards.curation.permissions import Action, may
from cards.curation.services.steps import lock_accounts
from cards.models import Builder, Card, Kind, Visibility
from cards.services.choice_fields import VISIBILITY
from cards.services.text_fields import check_key
from cards.sets.access import SetAction, allow
from cards.sets.fields import DESCRIPTION, LICENCE, NAME
from cards.sets.models import Collection, CollectionCard
from phylo.accounts.models import User
from phylo.http.keys import asked_for, made_before
from phylo.http.problems import NotAllowed
from phylo.http.refusals import BadValue, ChangedMeanwhile, NotNow, TooMany, conflicts

MOST_SETS = 100
"""The most sets that an account may own."""
MOST_CARDS = 300
"""The most published cards in a set."""
CHANCE = 6
"""Random bytes in the slug, so that nobody can guess it."""
LONGEST_STEM = 50


def create_set(
    *, owner: User, name: str, description: str = "", licence: str = "CC-BY-4.0", key: str = ""
) -> Collection:
    """Create a private, empty set; the same key again returns it. Raises BadValue, KeyReused or TooMany."""
    check_key(key)
    name, description = NAME.checked(name), DESCRIPTION.checked(description)
    with transaction.atomic():
        # Locked, so that the limit holds and a key makes one set.
        lock_accounts(owner)
        made = Collection.objects.filter(owner=owner)
        asked = asked_for(name, description, licence)
        if (first := made_before(made, key, asked=asked)) is not None:
            return first
        if made.count() >= MOST_SETS:
            raise TooMany(_("You have %(most)s sets, as many as one may have.") % {"most": MOST_SETS})
        stem = slugify(name)[:LONGEST_STEM].strip("-_") or "set"
        return Collection.objects.create(
            slug=f"{stem}-{secrets.token_hex(CHANCE)}",
            owner=owner,
            name=name,
            description=description,
            licence=LICENCE.checked(licence, name="licence"),
            key=key,
            asked=asked,
        )


def describe_set(
    *,
    collection_id: int,
    builder: Builder,
    version: int,
    name: str | None = None,
    description: str | None = None,
    licence: str | None = None,
    visibility: str | None = None,
    class_set: bool | None = None,
    consent: bool | None = None,
) -> Collection:
    """
    Change the set's details; None leaves a value as it is, and identical values change nothing. Only the
    owner may change `visibility` and `class_set`, and confirm the `consent` for pupils. Raises BadValue,
    NotAllowed, ChangedMeanwhile or Collection.DoesNotExist.
    """
    wanted: dict[str, object] = {}
    if name is not None:
        wanted["name"] = NAME.checked(name)
    if description is not None:
        wanted["description"] = DESCRIPTION.checked(description)
    if licence is not None:
        wanted["licence"] = LICENCE.checked(licence, name="licence")
    with transaction.atomic():
        collection = lock_set(collection_id, builder.user)
        allow(builder, SetAction.DESCRIBE, collection)
        for column, said in (("visibility", visibility), ("class_set", class_set), ("consent", consent)):
            if said is not None and said != getattr(collection, column):
                allow(builder, SetAction.PUBLISH, collection)
                wanted[column] = said
        if "visibility" in wanted:
            _check_visibility(builder, str(visibility))
        news = conflicts(wanted, {field: getattr(collection, field) for field in wanted})
        if not news:
            return collection
        if version != collection.version:
            words = _("The set was changed elsewhere in the meantime. Nothing is saved yet.")
            raise ChangedMeanwhile(words, collection.version, news)
        for field, value in wanted.items():
            setattr(collection, field, value)
        if collection.class_set and collection.visibility != Visibility.PRIVATE and not collection.consent:
            words = _("Confirm first that those who decide for the pupils agree that others see the set.")
            raise BadValue("consent", words)
        collection.version += 1
        collection.save()
    return collection


def delete_set(*, collection_id: int, builder: Builder) -> None:
    """
    Delete a set with its own cards; published cards and proposals stay. Raises NotAllowed, or NotNow while a
    class is at work in it.
    """
    with transaction.atomic():
        try:
            collection = lock_set(collection_id, builder.user)
        except Collection.DoesNotExist:
            return
        allow(builder, SetAction.DELETE, collection)
        try:
            collection.delete()
        except ProtectedError as error:
            words = _("A class is at work in this set. End the class first.")
            raise NotNow(words) from error


def put_card(*, collection_id: int, builder: Builder, card: Card, place: int | None = None) -> Collection:
    """
    Add the card at the end, unless it is in the set; with a `place`, counted from 0, add or move it there.
    Raises BadValue, NotAllowed, TooMany or Collection.DoesNotExist.
    """
    if card.kind == Kind.HOME:
        raise BadValue("card", _("HOME is where every game starts; it cannot be in a set."))
    if card.retired:
        raise BadValue("card", _("This card is retired."))
    with transaction.atomic():
        collection = lock_set(collection_id, builder.user)
        allow(builder, SetAction.ARRANGE, collection)
        entries = list(CollectionCard.objects.filter(collection=collection))
        entry = next((each for each in entries if each.card_id == card.pk), None)
        if entry is None:
            if len(entries) >= MOST_CARDS:
                raise TooMany(_("A set has at most %(most)s cards.") % {"most": MOST_CARDS})
            last = entries[-1].place + 1 if entries else 0
            entry = CollectionCard.objects.create(collection=collection, card=card, place=last)
            entries.append(entry)
        elif place in (None, entries.index(entry)):
            return collection
        if place is not None:
            _arrange(entries, entry, place)
        collection.save(update_fields=["changed_at"])
    return collection


def take_card(*, collection_id: int, builder: Builder, card: Card) -> Collection:
    """Remove the card if it is in the set. Raises NotAllowed or Collection.DoesNotExist."""
    with transaction.atomic():
        collection = lock_set(collection_id, builder.user)
        allow(builder, SetAction.ARRANGE, collection)
        if CollectionCard.objects.filter(collection=collection, card=card).delete()[0]:
            collection.save(update_fields=["changed_at"])
    return collection


def move_card(*, collection_id: int, builder: Builder, card: Card, by: int) -> Collection:
    """
    Move the card `by` places, towards the beginning if negative, stopping at the ends. Raises BadValue,
    NotAllowed or Collection.DoesNotExist.
    """
    with transaction.atomic():
        collection = lock_set(collection_id, builder.user)
        allow(builder, SetAction.ARRANGE, collection)
        entries = list(CollectionCard.objects.filter(collection=collection))
        moved = next((entry for entry in entries if entry.card_id == card.pk), None)
        if moved is None:
            raise BadValue("card", _("This card is not in the set."))
        _arrange(entries, moved, max(0, entries.index(moved) + by))
        collection.save(update_fields=["changed_at"])
    return collection


def _arrange(entries: list[CollectionCard], moved: CollectionCard, to: int) -> None:
    entries.remove(moved)
    entries.insert(to, moved)
    for place, entry in enumerate(entries):
        entry.place = place
    CollectionCard.objects.bulk_update(entries, ["place"])


def lock_set(collection_id: int, *users: User | int | None) -> Collection:
    """
    The set with its row locked, after those of the accounts. Deleting an account locks in the same order,
    which prevents deadlock. Raises Collection.DoesNotExist.
    """
    lock_accounts(*users)
    return Collection.objects.select_for_update().get(pk=collection_id)


def _check_visibility(builder: Builder, visibility: str) -> None:
    VISIBILITY.checked(visibility, name="visibility")
    if visibility != Visibility.PRIVATE and not may(builder.user, Action.PROPOSE):
        raise NotAllowed(_("This account may no longer show sets to others."))
