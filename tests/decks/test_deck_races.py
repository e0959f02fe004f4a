"""Many saves at once, each in a thread with its own connection: one wins, the others are told."""

import pytest
from django.urls import reverse

from cards.decks import services
from cards.decks.errors import BadChange, StaleDeck, TooManyDecks
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.services import Change, building
from cards.models import Builder
from tests.decks.conftest import built
from tests.factories import CardFactory, a_guest
from tests.matches.test_races import race
from tests.members import person, proven, signed_in

THREADS = 8


@pytest.fixture
def deck(transactional_db) -> Deck:
    for key in ("clover", "sage"):
        CardFactory(key=key)
    return built(person("Ada"), {"clover": 1})


def save(deck: Deck, copies: int, key: str = ""):
    change = Change(copies={"sage": copies})
    return lambda: services.change_deck(deck_id=deck.pk, version=1, change=change, key=key)


def test_of_racing_saves_one_wins(deck):
    results = race(*(save(deck, copies, f"key-{copies}") for copies in range(1, THREADS + 1)))
    won = [result for result in results if isinstance(result, Deck)]
    stale = [result for result in results if isinstance(result, StaleDeck)]
    assert (len(won), len(stale)) == (1, THREADS - 1), results
    assert {error.version for error in stale} == {2}
    stored = Deck.objects.get()
    assert (stored.version, stored.version, stored.versions.count()) == (2, 2, 2)
    assert stored.contents == won[0].contents == stored.versions.get(number=2).contents


def test_of_racing_steps_all_are_made_and_each_once(deck):
    keys = [f"key-{number}" for number in range(4)] * 2
    results = race(
        *(
            lambda key=key: services.step_deck(deck_id=deck.pk, step="add", card="sage", key=key)
            for key in keys
        )
    )
    assert all(isinstance(result, Deck) for result in results), results
    assert Deck.objects.get().contents.cards == {"clover": 1, "sage": 4}


def test_of_the_same_save_sent_many_times_one_is_stored_and_all_get_it(deck):
    results = race(*(save(deck, 3, "once") for _each in range(THREADS)))
    assert {(each.version, each.contents.cards["sage"]) for each in results} == {(2, 3)}
    assert deck.versions.count() == 2


def test_saving_and_deleting_at_once(deck):
    results = race(save(deck, 3), lambda: services.delete_deck(deck_id=deck.pk))
    assert results[1] is None
    assert isinstance(results[0], Deck | Deck.DoesNotExist)
    assert not Deck.objects.exists()


@pytest.mark.parametrize("who", ["account", "guest"])
def test_of_the_same_new_deck_made_many_times_there_is_one(deck, who):
    builder = Builder(user=deck.owner) if who == "account" else a_guest()
    results = race(
        *(
            lambda: services.create_deck(builder=builder, name="New", contents=Contents(), key="once")
            for _each in range(THREADS)
        )
    )
    assert {getattr(each, "pk", each) for each in results} == {Deck.objects.get(name="New").pk}


@pytest.mark.parametrize("who", ["account", "guest"])
def test_nobody_passes_the_limit_by_hurrying(deck, who, monkeypatch):
    monkeypatch.setattr(building, "MOST_DECKS", 3)
    builder = Builder(user=deck.owner) if who == "account" else a_guest()
    results = race(
        *(
            lambda: services.create_deck(builder=builder, name="New", contents=Contents())
            for _each in range(THREADS)
        )
    )
    assert all(isinstance(each, Deck | TooManyDecks) for each in results), results
    assert Deck.objects.of(builder).count() == 3


def test_a_refused_save_does_not_disturb_one_that_is_not(deck):
    bad = Change(copies={"nobody": 1})
    results = race(save(deck, 2), lambda: services.change_deck(deck_id=deck.pk, version=1, change=bad))
    assert isinstance(results[0], Deck)
    assert isinstance(results[1], BadChange | StaleDeck)
    assert Deck.objects.get().contents.cards == {"clover": 1, "sage": 2}


def test_saving_and_deleting_the_account_at_once(deck):
    client = proven(signed_in(deck.owner))
    results = race(
        *(save(deck, copies) for copies in range(1, 5)),
        lambda: client.post(reverse("account-delete")).status_code,
    )
    assert results[-1] == 302
    assert all(isinstance(each, Deck | Deck.DoesNotExist | StaleDeck) for each in results[:-1]), results
    assert not Deck.objects.exists()
