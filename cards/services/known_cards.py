"""
Cards by key: the one place that knows where a key's card comes from. Published cards are known everywhere, a
set's own ones only where the set is named.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set

from cards.models import Card
from cards.models.card import is_own
from phylo.slices import Extension

OWN_CARDS = Extension[Callable[[Set[str], int], Mapping[str, Card]]]("own_cards")
"""By key, the cards among these keys that the set with this primary key has for itself, and shows."""


def known_cards(keys: Iterable[str], collection: int | None = None) -> dict[str, Card]:
    """
    The cards with these keys that exist: published ones, and of the own cards of the set with that primary
    key those that it shows. Takes one query, or two if own cards are named.
    """
    # Some databases refuse text that is not printable; it is never a key.
    wanted = {key for key in keys if key.isprintable()}
    return {card.key: card for card in Card.objects.filter(key__in=wanted)} | _own(wanted, collection)


def own_face(card: Card) -> dict[str, object]:
    """What its face shows besides its record: what a match keeps of a set's own card."""
    record = card.as_record()
    return {name: value for name, value in card.english_face().items() if name not in record}


def names(keys: Iterable[str], collection: int | None = None) -> dict[str, str]:
    """The names of the cards with these keys, as `known_cards`."""
    wanted = set(keys)
    published = dict(Card.objects.filter(key__in=wanted).values_list("key", "name"))
    return published | {key: card.name for key, card in _own(wanted, collection).items()}


def names_of_cards() -> Iterator[str]:
    """
    Names and Latin names of all cards, the longest first: "great tit" before "tit". No site's list of
    unwanted words may forbid them.
    """
    pairs = Card.objects.values_list("name", "latin_name")
    return iter(sorted({name for pair in pairs for name in pair if name}, key=len, reverse=True))


def _own(keys: Iterable[str], collection: int | None) -> dict[str, Card]:
    wanted = set(filter(is_own, keys))
    if collection is None or not wanted:
        return {}
    return {key: card for found in OWN_CARDS for key, card in found(wanted, collection).items()}
