"""The people in a set: links for joining, leaving, and changes of accounts."""

import secrets
from collections.abc import Callable

from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError
from django.utils.translation import gettext as _

from cards.models import Builder, Visibility
from cards.models.builder import lock_builder
from cards.sets.access import SetAction, Standing, allow, person_of, standing_of
from cards.sets.fields import CALLED
from cards.sets.models import Collection, CollectionPerson, SetCard
from cards.sets.services.sets import lock_set
from phylo.accounts.models import Guest, User
from phylo.http.problems import NotAllowed
from phylo.http.refusals import BadValue, NotNow, TooMany
from phylo.slices import Extension

LEAVING = Extension[Callable[[CollectionPerson], None]]("leaving_set")
"""Told, in the same transaction, who is about to leave a set, or to be taken out of it."""

MOST_PEOPLE = 200
CODE_BYTES = 16


def open_link(*, collection_id: int, builder: Builder, editors: bool) -> str:
    """Open a new link for joining and return its code; an earlier link stops working. Raises NotAllowed."""
    code = secrets.token_urlsafe(CODE_BYTES)
    _set_code(collection_id, builder, editors, code)
    return code


def close_link(*, collection_id: int, builder: Builder, editors: bool) -> None:
    """Close the link for joining; people who have joined stay. Raises NotAllowed."""
    _set_code(collection_id, builder, editors, None)


def _set_code(collection_id: int, builder: Builder, editors: bool, code: str | None) -> None:
    field = "editor_code" if editors else "member_code"
    with transaction.atomic():
        collection = lock_set(collection_id, builder.user)
        allow(builder, SetAction.INVITE, collection)
        setattr(collection, field, code)
        collection.save(update_fields=[field])


def join(*, code: str, builder: Builder, called: str = "") -> Collection:
    """
    Join by the code of a link. Editors need an account; `called` is a guest's display name. Joining again
    changes nothing, except that the editors' link makes a member an editor. Raises BadValue, NotAllowed,
    TooMany, or Collection.DoesNotExist if no link has that code.
    """
    if not code or not code.isprintable():
        raise Collection.DoesNotExist
    if not builder.known:
        raise ValueError("nobody")
    with transaction.atomic():
        lock_builder(builder)
        found = Collection.objects.select_for_update().filter(hidden=False)
        collection = found.filter(editor_code=code).first()
        editor = collection is not None
        collection = collection or found.get(member_code=code)
        if editor and builder.user is None:
            raise NotAllowed(_("Editors need an account: sign in or sign up first."))
        if standing_of(builder, collection) == Standing.OWNER:
            return collection
        person = person_of(builder, collection)
        if person is not None:
            if editor and not person.editor:
                person.editor = True
                person.save(update_fields=["editor"])
            return collection
        if CollectionPerson.objects.filter(collection=collection).count() >= MOST_PEOPLE:
            raise TooMany(_("A set has at most %(most)s people.") % {"most": MOST_PEOPLE})
        CollectionPerson.objects.create(
            collection=collection,
            user=builder.user,
            guest_id=None if builder.user is not None else builder.guest,
            called=_called(collection, builder, called),
            editor=editor,
        )
    return collection


def _called(collection: Collection, builder: Builder, called: str) -> str:
    """An account goes by its own name, or in the set of a class by another it chooses. Raises BadValue."""
    if builder.user is not None and not (collection.class_set and called.strip()):
        return ""
    return CALLED.checked(called, required=True)


def remove(*, collection_id: int, builder: Builder, person_id: int) -> None:
    """
    Remove a person from the set; their cards stay. Raises NotAllowed, NotNow or Collection.DoesNotExist.
    """
    with transaction.atomic():
        collection = lock_set(collection_id, builder.user)
        allow(builder, SetAction.REMOVE, collection)
        _remove_person(CollectionPerson.objects.filter(collection=collection, pk=person_id).first())


def leave(*, collection_id: int, builder: Builder) -> None:
    """Leave the set. Raises BadValue for the owner, who deletes it instead."""
    with transaction.atomic():
        collection = lock_set(collection_id, builder.user)
        if standing_of(builder, collection) == Standing.OWNER:
            raise BadValue("", _("The owner of a set does not leave it."))
        person = person_of(builder, collection)
        _remove_person(person)


def _remove_person(person: CollectionPerson | None) -> None:
    """Raises NotNow for a pupil of a class at work in the set."""
    try:
        if person is not None:
            _take_out(person)
    except ProtectedError as error:
        raise NotNow(_("Pupils come and go on the page of their class.")) from error


def _take_out(person: CollectionPerson) -> None:
    for tell in LEAVING:
        tell(person)
    person.delete()


def adopt_sets(*, guest: Guest, user: User) -> int:
    """Give the account the guest's places and cards in sets; returns how many there were."""
    places = list(CollectionPerson.objects.filter(guest=guest).select_related("collection"))
    there = set(CollectionPerson.objects.filter(user=user).values_list("collection_id", flat=True))
    there |= set(Collection.objects.filter(owner=user).values_list("pk", flat=True))
    for place in places:
        if place.collection_id in there:
            place.delete()
        else:
            place.user, place.guest = user, None
            place.called = place.called if place.collection.class_set else ""
            place.save()
    cards = SetCard.objects.filter(guest=guest)
    # If the account has used a key in the same set, its own card keeps it.
    used = SetCard.objects.filter(author=user, collection=OuterRef("collection"), key=OuterRef("key"))
    cards.filter(Exists(used)).update(key="")
    return len(places) + cards.update(author=user, guest=None)


def release_sets(*, user: User) -> None:
    """
    Before an account is deleted, pass its sets to the editor who joined first, or delete those without an
    editor. Its cards in other sets stay without a name; what nobody else has seen of them is deleted. The
    caller locks the account's row.
    """
    with transaction.atomic():
        SetCard.objects.filter(author=user, contents={}).delete()
        SetCard.objects.filter(author=user).update(draft=None)
        for collection in Collection.objects.select_for_update().filter(owner=user).order_by("pk"):
            heirs = CollectionPerson.objects.filter(collection=collection, editor=True)
            heir = heirs.select_related("user").order_by("joined_at", "pk").first()
            if heir is None or heir.user is None:
                collection.delete()
                continue
            # The key belonged to the previous owner, and so did the consent for pupils.
            collection.owner, collection.key, collection.consent_at = heir.user, "", None
            if collection.class_set:
                collection.visibility = Visibility.PRIVATE
            collection.save(update_fields=["owner", "key", "consent_at", "visibility"])
            heir.delete()
