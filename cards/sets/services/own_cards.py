"""Cards that exist in one set only."""

from django.db import transaction
from django.utils.translation import gettext as _

from cards.curation.services.proposing import propose
from cards.curation.services.steps import check_key
from cards.errors import BadValue, ChangedMeanwhile, NotAllowed, TooMany
from cards.models import Builder, Kind, Proposal, ProposalState, SetCard, Visibility
from cards.services.contents import NEEDED_IN_SETS, Columns, Contents, checked, completed, free_key
from cards.sets.access import SetAction, Standing, allow, may_change, standing_of
from cards.sets.services.sets import held, hold_builder
from phylo.http.keys import asked_for, made_before

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
    The same key from the same author returns the card that it made. Raises BadValue, NotAllowed, KeyReused,
    TooMany or Collection.DoesNotExist.
    """
    check_key(key)
    said = _checked(contents, builder)
    with transaction.atomic():
        hold_builder(builder)
        collection = held(collection_id)
        standing = allow(builder, SetAction.ADD_CARD, collection)
        cards = SetCard.objects.filter(collection=collection)
        guest = None if builder.user is not None else builder.guest
        mine = cards.filter(author=builder.user, guest=guest)
        asked = asked_for(contents)
        if (first := made_before(mine, key, asked=asked)) is not None:
            return first
        if cards.count() >= MOST_OWN:
            raise TooMany(_("A set has at most %(most)s cards of its own.") % {"most": MOST_OWN})
        if standing < Standing.EDITOR and mine.count() >= MOST_A_MEMBER:
            raise TooMany(_("You can make %(most)s cards in a set.") % {"most": MOST_A_MEMBER})
        card = SetCard.objects.create(
            collection=collection,
            contents=said,
            name=said["name"],
            author=builder.user,
            guest_id=guest,
            shown=standing >= Standing.EDITOR,
            key=key,
            asked=asked,
        )
        collection.save(update_fields=["changed_at"])
    return card


def change_card(*, card_id: int, builder: Builder, version: int, contents: Columns) -> SetCard:
    """
    Change a set's own card. A member's change must be accepted again; identical contents change nothing.
    Raises BadValue, NotAllowed, ChangedMeanwhile or SetCard.DoesNotExist.
    """
    with transaction.atomic():
        card, standing = _held(card_id, builder)
        allow(builder, SetAction.ADD_CARD, card.collection)
        said = _checked(contents, builder, before=card.contents)
        if said == card.contents:
            return card
        if version != card.version:
            raise ChangedMeanwhile(_("Somebody else has changed this card. Load it again."), card.version)
        card.contents, card.name = said, said["name"]
        card.shown = card.shown and standing >= Standing.EDITOR
        card.version += 1
        card.save()
        card.collection.save(update_fields=["changed_at"])
    return card


def let_in(*, card_id: int, builder: Builder, shown: bool) -> SetCard:
    """Show the card to all who see the set, or hide it. Raises NotAllowed or SetCard.DoesNotExist."""
    with transaction.atomic():
        card, _standing = _held(card_id, builder)
        allow(builder, SetAction.LET_IN, card.collection)
        if card.shown != shown:
            card.shown = shown
            card.save(update_fields=["shown", "changed_at"])
            card.collection.save(update_fields=["changed_at"])
    return card


def delete_card(*, card_id: int, builder: Builder) -> None:
    """Delete a set's own card; a proposal made from it stays. Raises NotAllowed or SetCard.DoesNotExist."""
    with transaction.atomic():
        card, _standing = _held(card_id, builder)
        card.delete()
        card.collection.save(update_fields=["changed_at"])


def propose_card(*, card_id: int, builder: Builder) -> Proposal:
    """
    Draft a proposal of a new card with the same contents; the set's card stays and links to it. While that
    proposal is not over, it is returned instead of a new one. Raises NotAllowed, what
    `cards.curation.services.propose` raises, or SetCard.DoesNotExist.
    """
    if builder.user is None:
        raise NotAllowed(_("Sign in to propose a card."))
    with transaction.atomic():
        card, _standing = _held(card_id, builder)
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


def _held(card_id: int, builder: Builder) -> tuple[SetCard, Standing]:
    """
    The card, its set's row locked, and the builder's standing. Raises NotAllowed if they may not change it.
    """
    number = SetCard.objects.values_list("collection_id", flat=True).get(pk=card_id)
    collection = held(number, builder.user)
    card = SetCard.objects.select_related("proposal").get(pk=card_id)
    card.collection = collection
    standing = standing_of(builder, collection)
    if not may_change(builder, card, standing):
        raise NotAllowed(_("You may not do this with the card."))
    return card, standing


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
    return checked(said, required=NEEDED_IN_SETS) | {"key": ""}
