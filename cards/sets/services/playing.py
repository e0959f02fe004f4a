"""A set's own cards as cards that can be put into decks and played."""

from collections.abc import Set

from cards.models import Card, Visibility
from cards.models.card import OWN_KEY, InSet, own_key
from cards.models.derived import derive
from cards.services.contents import card_from
from cards.sets.models import SetCard


def shown_cards(keys: Set[str], collection: int) -> dict[str, Card]:
    """By key, those of the set with this primary key that it shows."""
    numbers = [int(match[1]) for key in keys if (match := OWN_KEY.fullmatch(key))]
    # Of a set that moderators have hidden, none can be seen or played.
    found = SetCard.objects.shown().filter(collection=collection, collection__hidden=False, pk__in=numbers)
    return {own_key(card.pk): own_card(card) for card in found.select_related("collection")}


def shows_picture(file: str) -> bool:
    """Whether a set that everybody may see shows the picture on a card of its own."""
    shown = SetCard.objects.filter(picture=file, shown=True, collection__hidden=False)
    return shown.exclude(collection__visibility=Visibility.PRIVATE).exists()


def own_card(card: SetCard) -> Card:
    """A set's own card as a card, unsaved; loads its set if that was not selected."""
    found = card_from(card.contents | {"key": own_key(card.pk)})
    # Negative, so that it can be told from all cards that are stored.
    found.pk = -card.pk
    found.in_set = InSet(card.collection.slug, card.pk, card.version, card.changed_at)
    derive(found)
    return found
