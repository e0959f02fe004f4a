"""
Cards by key: the one place that knows where a key's card comes from. Published cards are known everywhere, a
set's own ones only where the set is named.
"""

from collections.abc import Iterable, Set

from cards.models import Card, SetCard
from cards.models.card import InSet
from cards.models.deck_contents import OWN_KEY, own_key
from cards.models.derived import derive
from cards.services.contents import card_from


def known_cards(keys: Iterable[str], collection: int | None = None) -> dict[str, Card]:
    """
    The cards with these keys that exist: published ones, and of the own cards of the set with that primary
    key those that it shows. Takes one query, or two if own cards are named.
    """
    # Some databases refuse text that is not printable; it is never a key.
    wanted = {key for key in keys if key.isprintable()}
    published = {card.key: card for card in Card.objects.filter(key__in=wanted)}
    return published | {own_key(card.pk): own_card(card) for card in _own(wanted, collection)}


def own_card(card: SetCard) -> Card:
    """A set's own card as a card, unsaved; loads its set if that was not selected."""
    found = card_from(card.contents | {"key": own_key(card.pk)})
    # Negative, so that it can be told from all cards that are stored.
    found.pk = -card.pk
    found.in_set = InSet(card.collection.slug, card.pk, card.version, card.changed_at)
    derive(found)
    return found


def own_face(card: Card) -> dict[str, object]:
    """What its face shows besides its record: what a match keeps of a set's own card."""
    record = card.as_record()
    return {name: value for name, value in card.as_face().items() if name not in record}


def names(keys: Iterable[str], collection: int | None = None) -> dict[str, str]:
    """The names of the cards with these keys, as `known_cards`."""
    wanted = set(keys)
    published = dict(Card.objects.filter(key__in=wanted).values_list("key", "name"))
    return published | {own_key(card.pk): card.name for card in _own(wanted, collection)}


def _own(keys: Set[str], collection: int | None) -> Iterable[SetCard]:
    numbers = [int(match[1]) for key in keys if (match := OWN_KEY.fullmatch(key))]
    if collection is None or not numbers:
        return ()
    # Of a set that moderators have hidden, none can be seen or played.
    found = SetCard.objects.shown().filter(collection=collection, collection__hidden=False, pk__in=numbers)
    return found.select_related("collection")
