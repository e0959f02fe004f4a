"""Decks as JSON: there and back, and complaints that name the place."""

import json

import pytest

from cards.decks.exchange.as_json import deck_object, read_json, write_json
from cards.decks.exchange.importer import read_anything
from cards.decks.exchange.parsed import DeckUnreadable, Status
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.loading.load import load_card_set
from tests.factories import cards_of

pytestmark = pytest.mark.once

UNDERSTOOD, GUESSED, NOT_UNDERSTOOD = Status


@pytest.fixture
def cards(db):
    cards_of(
        {
            "valley-oak": {"name": "Valley Oak", "latin_name": "Quercus lobata"},
            "lynx": {"name": "Lynx", "latin_name": "Lynx lynx", "animal": True},
            "robin": {"name": "Robin", "latin_name": "Erithacus rubecula", "animal": True},
            "robin-phylo": {"name": "Robin", "latin_name": "Turdus migratorius", "animal": True},
            "pond": {"name": "Pond", "habitat": True},
            "home": {"name": "Home", "home": True},
        }
    )


def read(**value):
    return read_json(json.dumps(value))


def test_ready_decks_read_back(db):
    load_card_set()
    for deck in Deck.objects.ready():
        contents = deck.contents
        reading = read_anything(write_json(contents, deck.name, "Two\n\nlines."))
        assert (reading.form, reading.understood) == ("json", True)
        assert (reading.contents, reading.name, reading.notes) == (contents, deck.name, "Two\n\nlines.")


def test_what_it_looks_like(cards):
    contents = Contents.of({"valley-oak": 2, "gone": 1}, "phylo-1.3", "pond", ["valley-oak", "valley-oak"])
    assert deck_object(contents, "Oaks", "Mine.") == {
        "format": "phylo-deck", "version": 1, "name": "Oaks", "rules": "phylo-1.3",
        "cards": [{"key": "gone", "count": 1}, {"key": "valley-oak", "name": "Valley Oak", "count": 2}],
        "starter": {"key": "pond", "name": "Pond"},
        "opening_hand": [{"key": "valley-oak", "name": "Valley Oak", "count": 2}], "notes": "Mine.",
    }  # fmt: skip
    assert json.loads(write_json(contents, "Oaks", "Mine.")) == deck_object(contents, "Oaks", "Mine.")


def test_a_deck_as_it_is_stored_is_taken_too(cards):
    contents = Contents.of({"valley-oak": 2, "robin": 1}, "phylo-1.3", "pond", ["robin"])
    reading = read_json(json.dumps(contents.as_json()))
    assert (reading.contents, reading.understood) == (contents, True)


def test_only_the_cards_are_needed(cards):
    reading = read(cards=["lynx"])
    assert reading.contents == Contents.of({"lynx": 1})
    assert [line.place for line in reading.lines] == ["cards[0]"]


@pytest.mark.parametrize(
    ("text", "says"),
    [("{", "No JSON at line 1, character 2"), ('{"cards": [],}', "No JSON at line 1"),
     ('{"cards": [], "cards": []}', "“cards” twice"), ("[]", "an object"), ('["lynx"]', "an object"),
     ("[" * 9000, "nested too deep"), ("{}", "cards: is missing"), ('{"cards": 3}', "cards: must be a list"),
     ('{"cards": "lynx"}', "cards: must be a list"),
     ('{"cards": [], "opening_hand": 1}', "opening_hand: must be"),
     ('{"cards": [], "format": "deck"}', "format: must be phylo-deck"),
     ('{"cards": [], "version": 2}', "version: must be 1"),
     ('{"cards": [], "version": "1"}', "version: must be 1"),
     ('{"cards": [], "version": true}', "version: must be 1"),
     ('{"cards": [], "name": 3}', "name: must be a text"),
     ('{"cards": [], "rules": "poker"}', "rules: there are no rules"),
     ('{"cards": [], "rules": ["a"]}', "rules: must be a text"),
     (json.dumps({"cards": [], "name": "a" * 81}), "name: must be a text of at most 80"),
     (json.dumps({"cards": [], "notes": "a" * 4001}), "notes: must be a text of at most 4000"),
     (json.dumps({"cards": [], "name": "a\0"}), "name: must be a text"),
     (json.dumps({"cards": ["lynx"] * 501}), "cards: has more than 500 cards"),
     ('{"cards": ["' + "a" * 70_000, "longer than 64 kB")],
)  # fmt: skip
def test_what_is_not_read_at_all(cards, text, says):
    for reader in (read_json, read_anything):
        with pytest.raises(DeckUnreadable, match=says):
            reader(text)


@pytest.mark.parametrize(
    ("entry", "place", "reason"),
    [({"key": "lynx", "count": 0}, "cards[1].count", "Copies are whole numbers from 1 to 99."),
     ({"key": "lynx", "count": 100}, "cards[1].count", "Copies are whole numbers from 1 to 99."),
     ({"key": "lynx", "count": "2"}, "cards[1].count", "Copies are whole numbers from 1 to 99."),
     ({"key": "lynx", "count": 2.0}, "cards[1].count", "Copies are whole numbers from 1 to 99."),
     ({"key": "lynx", "count": True}, "cards[1].count", "Copies are whole numbers from 1 to 99."),
     ({"key": "lynx", "count": None}, "cards[1].count", "Copies are whole numbers from 1 to 99."),
     ({"key": 3}, "cards[1].key", "Must be a text."),
     ({"key": "lynx", "name": 3}, "cards[1].name", "Must be a text."),
     ({"key": "lynx", "art": 3}, "cards[1].art", "There is no such field."),
     ({"count": 3}, "cards[1].key", "No card is named."), ({}, "cards[1].key", "No card is named."),
     (3, "cards[1]", "A card is an object with key, name and count."),
     (None, "cards[1]", "A card is an object with key, name and count."),
     ("", "cards[1].key", "No card is named."), ("qwrtzpsd", "cards[1]", "No card is called “qwrtzpsd”."),
     ({"key": "qwrtzpsd", "name": "Wqrtzpfd"}, "cards[1]", "No card is called “Wqrtzpfd”."),
     ({"name": "Robin"}, "cards[1]", "2 cards are called “Robin”. Write the key as well, as in “[robin]”."),
     ("home", "cards[1]", "HOME is where a game starts, and cannot be in a deck.")],
)  # fmt: skip
def test_a_card_is_not_understood_and_the_others_are(cards, entry, place, reason):
    reading = read(cards=["valley-oak", entry, {"key": "robin-phylo", "name": "Robin", "count": 3}])
    assert reading.contents == Contents.of({"valley-oak": 1, "robin-phylo": 3})
    [line] = reading.not_understood
    assert (line.number, line.place, line.reason) == (2, place, reason)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [({"key": "oak", "name": "Valley Oak"}, "No card has the key “oak”; it was found by its name."),
     ({"key": "valey-oak"}, "No card is called “valey-oak”; the nearest was taken."),
     ({"key": "x", "name": "Valey Oak"}, "No card is called “Valey Oak”; the nearest was taken.")],
)  # fmt: skip
def test_a_card_is_guessed(cards, entry, reason):
    [line] = read(cards=[entry]).guessed
    assert (line.card.key, line.reason) == ("valley-oak", reason)


def test_a_card_by_its_name_alone(cards):
    assert read(cards=[{"name": "Quercus lobata", "count": 2}]).contents == Contents.of({"valley-oak": 2})


def test_fields_that_nobody_knows_are_told(cards):
    reading = read(cards=["lynx"], colour="red", starter="lynx", opening_hand=[{"key": "robin"}])
    assert [(line.number, line.place, line.reason) for line in reading.not_understood] == [
        (1, "colour", "There is no such field."),
        (3, "starter", "A deck starts from HOME or from a habitat."),
        (4, "opening_hand[0]", "The opening hand is taken from the deck, which has fewer copies of it."),
    ]
    assert reading.contents == Contents.of({"lynx": 1})


@pytest.mark.parametrize("starter", [None, "", "home", {"key": "home"}, {"name": "HOME"}])
def test_home_is_no_starter_of_its_own(cards, starter):
    reading = read(cards=["lynx"], starter=starter)
    assert (reading.contents.starter, reading.understood) == ("", True)
