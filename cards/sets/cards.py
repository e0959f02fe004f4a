"""The cards of a set as a visitor sees them: published ones, and the set's own."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from cards.models import Builder, Card
from cards.models.card import own_key
from cards.pages.faces import sketched
from cards.services.contents import card_from
from cards.sets.access import Standing, may_change, may_draft, seen_by
from cards.sets.models import Collection, SetCard


@dataclass(frozen=True, slots=True)
class Own:
    """A card that only this set has. `by` is empty if the reader may not see the name."""

    card: SetCard
    face: dict[str, object]
    by: str
    changeable: bool


Called = dict[int | UUID | None, str]


def cards_of(collection: Collection) -> list[Card]:
    """The published cards, in the set's order."""
    entries = collection.entries.select_related("card").order_by("place", "pk")
    return [entry.card for entry in entries]


def seen_cards(collection: Collection, builder: Builder) -> QuerySet[SetCard]:
    """The set's own cards that the reader may see."""
    return collection.own_cards.filter(seen_by(builder)).select_related("author", "proposal__card")


def own_cards(collection: Collection, builder: Builder, standing: Standing, words: str = "") -> list[Own]:
    """The set's own cards, drawn; with `words`, only those whose name or Latin name contains them."""
    called = _called(collection) if standing >= Standing.EDITOR else {}
    return [
        Own(
            card=card,
            face=drawn(card),
            by=_author(card, called, show_name=standing >= Standing.EDITOR or not collection.class_set),
            changeable=may_change(builder, card, standing),
        )
        for card in seen_cards(collection, builder)
        if words.casefold() in f"{card.name} {card.contents.get('latin_name', '')}".casefold()
    ]


def drafts(collection: Collection, builder: Builder, standing: Standing) -> list[Own]:
    """What was typed and not saved, of the cards whose drafts the builder may see, newest first."""
    found = collection.own_cards.filter(draft__isnull=False).select_related("author").order_by("-changed_at")
    called = _called(collection) if standing == Standing.OWNER else {}
    return [
        Own(
            card=card,
            face=sketched({**(card.draft or {}), "key": own_key(card.pk)}),
            by="" if card.is_of(builder) else _author(card, called),
            changeable=True,
        )
        for card in found
        if may_draft(builder, card, standing)
    ]


def _author(card: SetCard, called: Called, *, show_name: bool = True) -> str:
    """Who made the card; in the set of a class only editors see it."""
    chosen = called.get(card.author_id or card.guest_id, "")
    return chosen or (card.author.public_name if card.author and show_name else "")


def _called(collection: Collection) -> Called:
    """The names that people have chosen for this set, by account or guest; only editors see them."""
    people = collection.people.exclude(called="").values_list("user", "guest", "called")
    return {user or guest: called for user, guest, called in people}


def drawn(card: SetCard) -> dict[str, object]:
    """Its face for `{% card_face %}`."""
    return sketched(card.contents | {"key": own_key(card.pk)})


def printed(card: SetCard) -> tuple[str, dict[str, object]]:
    """Its key and face, the latter like `Card.as_face`."""
    key = own_key(card.pk)
    return key, card_from(card.contents | {"key": key}).as_face()
