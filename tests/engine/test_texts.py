"""Names and sentences of the cards in other languages: for every card, and fit for its face."""

import pytest

from engine import sets

LONGEST_NAME, LONGEST_FACT = 34, 130
GENDERS = {"m", "f", "n", "mp", "fp", "np"}
LANGUAGES = ("de", "es", "fr")


@pytest.fixture(params=LANGUAGES)
def texts(request) -> dict[str, sets.CardText]:
    return sets.texts(request.param)


def test_every_card_has_a_text_in_the_order_of_the_cards(texts):
    assert [*texts] == [*sets.cards()]


def test_names_are_different_and_fit_on_a_card(texts):
    names = [text.name for text in texts.values()]
    assert len(set(names)) == len(names)
    assert [name for name in names if not 0 < len(name) <= LONGEST_NAME] == []


def test_genders_and_states_are_known(texts):
    assert {text.gender for text in texts.values()} <= GENDERS
    assert {text.state for text in texts.values()} == {"sure", "unsure", "latin"}


def test_a_name_in_no_use_is_the_latin_one(texts):
    cards = sets.cards()
    named = {key: text.name for key, text in texts.items() if text.state == "latin"}
    assert {key: name for key, name in named.items() if name not in cards[key]["latin_name"]} == {}


def test_facts_fit_on_a_card_and_are_translated(texts):
    english = sets.facts()
    assert [key for key, text in texts.items() if not 0 < len(text.fact) <= LONGEST_FACT] == []
    assert [key for key, text in texts.items() if text.fact == english[key]] == []


@pytest.mark.parametrize("language", ["en", "nl", "../cards", ""])
def test_another_language_has_none(language):
    assert sets.texts(language) == {}
