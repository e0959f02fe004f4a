"""A card set to search in."""

from collections.abc import Iterator

import pytest
from django.db import connection, transaction

from cards.loading.load import load_card_set
from cards.models import Card, Deck
from cards.services.publishing import store_cards
from tests.cards.generated import generated_cards
from tests.cards.plain_filter import World


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    """The real cards, 250 generated ones and the ready decks; taken away again after the module."""
    with django_db_blocker.unblock():
        # What earlier modules took away again, and rows not yet counted, mislead PostgreSQL's planner.
        _on_postgresql("VACUUM ANALYZE")
        with transaction.atomic():
            yield _loaded()
            transaction.set_rollback(True)


def _loaded() -> World:
    load_card_set()
    store_cards(cards=generated_cards(250, seed=3))
    _on_postgresql("ANALYZE")
    decks = {deck.slug: set(deck.card_keys()) for deck in Deck.objects.ready()}
    rules = {deck.slug: (deck.rules, deck.starter or "home") for deck in Deck.objects.ready()}
    return World(list(Card.objects.order_by("pk")), decks, deck_rules=rules)


def _on_postgresql(statement: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(statement)
