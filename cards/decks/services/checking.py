"""Points and legality of stored decks, after a card has changed."""

from collections.abc import Mapping, Sequence

from django.db.models import Q

from cards.decks.models import Deck
from cards.decks.models.contents import Contents, Definitions, is_complete
from cards.models import Card
from cards.models.card import is_own
from cards.services.known_cards import known_cards

BATCH = 200
"""Decks checked at once."""


def check_decks_holding(keys: Sequence[str]) -> None:
    """Update points and legality of the decks that hold these published cards or start from them."""
    holding = Deck.objects.filter(Q(entries__card__key__in=keys) | Q(starter__in=keys)).distinct()
    numbers = list(holding.order_by("pk").values_list("pk", flat=True)) if keys else []
    for first in range(0, len(numbers), BATCH):
        batch = numbers[first : first + BATCH]
        held = list(Deck.objects.select_for_update().filter(pk__in=batch).order_by("pk"))
        rows = {deck.pk: deck for deck in Deck.objects.filter(pk__in=batch).prefetch_related("entries__card")}
        decks = [(deck, rows[deck.pk].contents) for deck in held if deck.pk in rows]
        named = {key for _deck, contents in decks for key in (*contents.cards, contents.starter) if key}
        known = {card.key: card for card in Card.objects.filter(key__in=named)}
        records = {key: card.as_record() for key, card in known.items()}
        for deck, contents in decks:
            own = known_cards(filter(is_own, contents.named), contents.collection)
            played = {key: card.as_record() for key, card in own.items()}
            _check_deck(deck, contents, {**known, **own}, {**records, **played})


def check_decks_of_set(collection: int) -> None:
    """Update points and legality of the decks with own cards of the set, after one of these has changed."""
    for deck in Deck.objects.filter(collection=collection).prefetch_related("entries__card"):
        contents = deck.contents
        if not any(map(is_own, contents.named)):
            continue
        known = known_cards(contents.named, collection)
        _check_deck(deck, contents, known, {key: card.as_record() for key, card in known.items()})


def _check_deck(deck: Deck, contents: Contents, known: Mapping[str, Card], records: Definitions) -> None:
    points = sum((card.points or 0) * contents.cards.get(key, 0) for key, card in known.items())
    own = {*contents.cards, *contents.opening_hand} | ({contents.starter} - {""})
    complete = own <= known.keys() and is_complete(contents, {key: records[key] for key in own})
    if (points, complete) != (deck.points, deck.complete):
        # Not with `save`: the deck's version and time stay.
        Deck.objects.filter(pk=deck.pk).update(points=points, complete=complete)
