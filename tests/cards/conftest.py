"""A card set to search in."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from cards.loading.load import load_card_set
from cards.models import Card, Deck
from cards.services.publishing import store_cards
from tests.cards.generated import generated_cards
from tests.cards.plain_filter import World


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    """The real cards, 250 generated ones and the ready decks; taken away again after the module."""
    with django_db_blocker.unblock(), transaction.atomic():
        load_card_set()
        store_cards(cards=generated_cards(250, seed=3))
        decks = {deck.slug: set(deck.card_keys()) for deck in Deck.objects.ready()}
        rules = {deck.slug: (deck.rules, deck.starter or "home") for deck in Deck.objects.ready()}
        yield World(list(Card.objects.order_by("pk")), decks, deck_rules=rules)
        transaction.set_rollback(True)
