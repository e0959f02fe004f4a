"""A card set to search in."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.db import connection, transaction

from cards.decks.models import Deck
from cards.loading.load import load_card_set
from cards.models import Card
from cards.services.publishing import store_cards
from tests.cards.generated import generated_cards
from tests.search.plain_filter import World


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
    store_cards(cards=map(_credited, generated_cards(250, seed=3), range(250)))
    _date_them()
    # Else each test would do it for these rows, since what it has looked at is taken back with it.
    connection.check_constraints()
    _on_postgresql("ANALYZE")
    decks = {deck.slug: set(deck.card_keys()) for deck in Deck.objects.ready()}
    rules = {deck.slug: (deck.rules, deck.starter or "home") for deck in Deck.objects.ready()}
    return World(list(Card.objects.order_by("pk")), decks, deck_rules=rules)


def _credited(card: Card, number: int) -> Card:
    """Every fifth has an uploaded picture."""
    if number % 5 == 0:
        artist = ("Ann Smith", "J. Müller", "Åse Østby")[number % 3]
        licence = ("CC-BY-4.0", "CC0-1.0", "public-domain", "CC-BY-SA-4.0")[number % 4]
        card.art = {"file": f"{number:064x}", "artist": artist, "source": "generated", "licence": licence}
    return card


def _date_them() -> None:
    """Generated cards came and changed on days of several years, just before and after midnight too."""
    keys = list(Card.objects.filter(source="generated").order_by("key").values_list("key", flat=True))
    for year in range(2015, 2023):
        came = datetime(year, 1 + year % 12, 28, 23, 59, 59, 999999, tzinfo=UTC)
        changed = datetime(year + 1, 1, 1, tzinfo=UTC)
        Card.objects.filter(key__in=keys[year % 8 :: 8]).update(added_at=came, changed_at=changed)


def _on_postgresql(statement: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(statement)
