"""The index of the search: when it is there, what it follows, and parts of its orders."""

import threading
from random import Random

import pytest
from django.db import connection, transaction
from pyroaring import BitMap

from cards.models import Card, CardSet
from cards.search import current
from cards.search.indexed import IndexedVocabulary
from cards.search.ranking import BLOCK, Ranking
from cards.search.services.search import CardSearch
from cards.search.vocabulary import Vocabulary
from cards.services.publishing import store_cards
from tests.cards.generated import generated_cards


@pytest.mark.parametrize("backwards", [False, True])
def test_a_part_of_a_ranking(backwards):
    keys = [Random(number).random() for number in range(5 * BLOCK)]
    ranking = Ranking.of(range(0, len(keys), 2), keys.__getitem__).with_more(range(1, len(keys), 2))
    for among in (range(0, len(keys), 3), range(40, 60)):
        chosen = BitMap(among)
        expected = sorted(among, key=keys.__getitem__, reverse=backwards)
        for first in (0, 7, 1500):
            assert ranking.part(chosen, first, 60, backwards=backwards) == expected[first : first + 60]


@pytest.fixture
def few(transactional_db, monkeypatch):
    """Five cards, which are many here."""
    monkeypatch.setattr(current, "SMALL", 2)
    monkeypatch.setattr(current, "_newest", {})
    for key in ("core", "classics"):
        CardSet.objects.get_or_create(key=key, defaults={"name": key})
    store_cards(generated_cards(5, seed=9))


def built() -> Vocabulary:
    """What is known when the thread is done."""
    for thread in threading.enumerate():
        if thread.name == "search":
            thread.join()
    return current.vocabulary()


def test_the_index_is_built_aside_and_sees_what_others_store(few):
    assert not isinstance(current.vocabulary(), IndexedVocabulary)
    known = built()
    assert isinstance(known, IndexedVocabulary)
    assert CardSearch("").count == 5

    def elsewhere() -> None:
        card = Card.objects.order_by("pk")[0]
        card.retired = True
        card.save()
        store_cards(generated_cards(2, seed=10))
        connection.close()

    other = threading.Thread(target=elsewhere)
    other.start()
    other.join()
    assert CardSearch("").count == 6
    assert current.vocabulary() is current.vocabulary() is not known


def test_what_is_not_committed_is_not_kept(few):
    current.vocabulary()
    known = built()
    with transaction.atomic():
        store_cards(generated_cards(2, seed=10))
        assert CardSearch("").count == 7
        transaction.set_rollback(True)
    assert current.vocabulary() is known
    assert CardSearch("").count == 5


def test_a_collection_beyond_the_bound_is_left_to_the_database(few, settings, monkeypatch):
    warned: list[object] = []
    monkeypatch.setattr(current, "_said", set())
    monkeypatch.setattr(current.logger, "warning", lambda *said: warned.append(said))
    settings.SEARCH_CARDS = 4
    for _time in range(2):
        Card.objects.order_by("pk")[0].save()
        current.vocabulary()
        assert not isinstance(built(), IndexedVocabulary)
    assert len(warned) == 1
