"""Cards that exist in one set only."""

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext as _

from cards.curation.models import Proposal, ProposalState
from cards.curation.services.proposing import propose
from cards.models import Builder, Kind, Visibility
from cards.models.builder import lock_builder
from cards.services.contents import (
    NEEDED_IN_SETS,
    Columns,
    Contents,
    checked,
    completed,
    drafted,
    free_key,
    refuse_unwanted,
)
from cards.services.text_fields import check_key
from cards.sets.access import SetAction, Standing, allow, may_change, may_draft, standing_of
from cards.sets.models import LONGEST_NAME, Collection, SetCard
from cards.sets.services.sets import lock_set
from phylo.http.keys import asked_for, made_before
from phylo.http.problems import NotAllowed
from phylo.http.refusals import BadValue, ChangedMeanwhile, NotNow, TooMany, conflicts
from phylo.slices import Extension

OWN_CARDS_CHANGED = Extension[Callable[[int], None]]("own_cards_changed")
"""Told, in the same transaction, the primary key of a set with an own card that has changed."""

MOST_OWN = 200
"""The most own cards of a set."""
MOST_A_MEMBER = 30
"""The most of these by one member."""
OVER = {ProposalState.WITHDRAWN, ProposalState.REJECTED, ProposalState.REVERTED}
"""States after which a card may be proposed again."""
NOBODYS_KEY = "a-card-of-a-set"


def make_card(*, collection_id: int, builder: Builder, contents: Columns, key: str = "") -> SetCard:
    """
    Create a card in this set only; an editor's card is shown at once, a member's once an editor accepts it.
    The same key from the same author returns the card that it made, and finishes its draft. Raises BadValue,
    NotAllowed, KeyReused, TooMany or Collection.DoesNotExist.
    """
    check_key(key)
    said = _checked(contents, builder)
    with transaction.atomic():
        asked = asked_for(contents)
        card, standing = _card_begun(collection_id, builder, key, asked=asked)
        if not card.finished:
            card.asked = asked
            _save(card, said, builder, standing)
    return card


def change_card(*, card_id: int, builder: Builder, version: int, contents: Columns) -> SetCard:
    """
    Change a set's own card, or finish its draft. A member's change must be accepted again; identical contents
    change nothing. Raises BadValue, NotAllowed, ChangedMeanwhile or SetCard.DoesNotExist.
    """
    with transaction.atomic():
        card, standing = _lock_card(card_id, builder)
        allow(builder, SetAction.ADD_CARD, card.collection)
        said = _checked(contents, builder, before=card.contents)
        if said == card.contents and (card.draft is None or not may_draft(builder, card, standing)):
            return card
        _check_version(card, version, said)
        _save(card, said, builder, standing)
    return card


def keep_draft(
    *,
    collection_id: int,
    builder: Builder,
    contents: Columns,
    card_id: int | None = None,
    version: int = 0,
    key: str = "",
) -> SetCard:
    """
    Keep what has been typed, finished or not, for its author and the set's owner; the card itself stays as it
    is. Without `card_id` it begins a card, one for a key. Identical contents change nothing. Raises BadValue,
    NotAllowed, ChangedMeanwhile, TooMany, Collection.DoesNotExist or SetCard.DoesNotExist.
    """
    check_key(key)
    with transaction.atomic():
        if card_id is None:
            card, standing = _card_begun(collection_id, builder, key)
        else:
            card, standing = _lock_card(card_id, builder)
            allow(builder, SetAction.ADD_CARD, card.collection)
        if not may_draft(builder, card, standing):
            raise NotAllowed(_("You may not do this."))
        said = drafted(contents) | {"key": ""}
        if builder.user is None:
            said["art"] = card.contents.get("art") or {}
        if said == (card.contents if card.draft is None else card.draft):
            return card
        if card.pk is not None:
            _check_version(card, version, said)
            card.version += 1
        card.draft = said
        if not card.finished:
            card.name = said["name"][:LONGEST_NAME]
        card.save()
    return card


def drop_draft(*, card_id: int, builder: Builder) -> None:
    """Forget what was typed since the card was saved. Raises NotAllowed, NotNow or SetCard.DoesNotExist."""
    with transaction.atomic():
        card, standing = _lock_card(card_id, builder)
        if not may_draft(builder, card, standing):
            raise NotAllowed(_("You may not do this."))
        _check_finished(card)
        if card.draft is not None:
            card.draft = None
            card.version += 1
            card.save()


def show_card(*, card_id: int, builder: Builder, shown: bool) -> SetCard:
    """Show the card to all who see the set, or hide it. Raises NotAllowed, NotNow or SetCard.DoesNotExist."""
    with transaction.atomic():
        card, _standing = _lock_card(card_id, builder)
        allow(builder, SetAction.SHOW_CARD, card.collection)
        _check_finished(card)
        if card.shown != shown:
            card.shown = shown
            card.save(update_fields=["shown", "changed_at"])
            _note_change(card.collection)
    return card


def delete_card(*, card_id: int, builder: Builder) -> None:
    """Delete a set's own card; a proposal made from it stays. Raises NotAllowed or SetCard.DoesNotExist."""
    with transaction.atomic():
        card, _standing = _lock_card(card_id, builder)
        card.delete()
        if card.finished:
            _note_change(card.collection)


def propose_card(*, card_id: int, builder: Builder) -> Proposal:
    """
    Draft a proposal of a new card with the same contents; the set's card stays and links to it. While that
    proposal is not over, it is returned instead of a new one. Raises NotAllowed, what
    `cards.curation.services.propose` raises, or SetCard.DoesNotExist.
    """
    if builder.user is None:
        raise NotAllowed(_("Sign in to propose a card."))
    with transaction.atomic():
        card, _standing = _lock_card(card_id, builder)
        _check_finished(card)
        if card.proposal is not None and card.proposal.state not in OVER:
            return card.proposal
        public = card.collection.visibility == Visibility.PUBLIC and not card.collection.hidden
        card.proposal = propose(
            author=builder.user,
            kind="new",
            contents=card.contents | {"key": ""},
            summary=_("Made in the set “%(name)s”.") % {"name": card.collection.name} if public else "",
        )
        card.save(update_fields=["proposal"])
    return card.proposal


def _lock_card(card_id: int, builder: Builder) -> tuple[SetCard, Standing]:
    """
    The card, its set's row locked, and the builder's standing. Raises NotAllowed if they may not change it.
    """
    number = SetCard.objects.values_list("collection_id", flat=True).get(pk=card_id)
    collection = lock_set(number, builder.user)
    card = SetCard.objects.select_related("proposal").get(pk=card_id)
    card.collection = collection
    standing = standing_of(builder, collection)
    if not may_change(builder, card, standing):
        raise NotAllowed(_("You may not do this."))
    return card, standing


def _card_begun(collection_id: int, builder: Builder, key: str, **asked: object) -> tuple[SetCard, Standing]:
    """The card that the builder began with this key, or a new one that is not stored."""
    lock_builder(builder)
    collection = lock_set(collection_id)
    standing = allow(builder, SetAction.ADD_CARD, collection)
    cards = SetCard.objects.filter(collection=collection)
    guest = None if builder.user is not None else builder.guest
    mine = cards.filter(author=builder.user, guest=guest)
    if (first := made_before(mine, key, **asked)) is not None:
        first.collection = collection
        return first, standing
    if cards.count() >= MOST_OWN:
        raise TooMany(_("A set has at most %(most)s cards of its own.") % {"most": MOST_OWN})
    if standing < Standing.EDITOR and mine.count() >= MOST_A_MEMBER:
        raise TooMany(_("You can make %(most)s cards in a set.") % {"most": MOST_A_MEMBER})
    new = SetCard(collection=collection, contents={}, author=builder.user, guest_id=guest, key=key)
    return new, standing


def _save(card: SetCard, said: Contents, builder: Builder, standing: Standing) -> None:
    """What an editor saves is shown at once; what was shown stays so, unless a member has changed it."""
    if said != card.contents:
        card.shown = standing >= Standing.EDITOR and (card.shown or not card.finished)
    card.version += card.pk is not None
    card.contents, card.name = said, said["name"]
    if may_draft(builder, card, standing):
        card.draft = None
    card.save()
    _note_change(card.collection)


def _note_change(collection: Collection) -> None:
    collection.save(update_fields=["changed_at"])
    for tell in OWN_CARDS_CHANGED:
        tell(collection.pk)


def _check_version(card: SetCard, version: int, said: Contents) -> None:
    if version != card.version:
        words = _("Somebody else has changed this card. Load it again.")
        raise ChangedMeanwhile(words, card.version, conflicts(said, card.contents))


def _check_finished(card: SetCard) -> None:
    if not card.finished:
        raise NotNow(_("This card is not finished yet."))


def _checked(contents: Columns, builder: Builder, before: Columns | None = None) -> Contents:
    """The contents, complete and valid, without a key; raises BadValue."""
    if contents.get("kind") not in (Kind.SPECIES, Kind.EVENT, Kind.HABITAT):
        raise BadValue("kind", _("A card is a species, an event or a habitat."))
    art = contents.get("art") or {}
    if builder.user is None and art != ((before or {}).get("art") or {}):
        raise BadValue(
            "art", _("Uploading pictures needs an account: somebody has to be responsible for them.")
        )
    said = completed(contents) | {"retired": False, "merged_into": ""}
    name = said["name"] if isinstance(said["name"], str) else ""
    said["key"] = free_key(name) or NOBODYS_KEY
    if not said.get("set"):
        said["set"] = "core"
    said = checked(said, required=NEEDED_IN_SETS) | {"key": ""}
    refuse_unwanted(said, before or {})
    return said
