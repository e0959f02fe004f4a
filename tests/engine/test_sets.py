"""The cards and ready decks inside the engine: the same as on the site, and playable."""

import pytest

from engine import sets
from engine.phylo.rules import RULES
from engine.phylo.start import new_game
from engine.sets import DECKS_PATH, InvalidDeck
from tests.ready_decks import deck_starters, ready_decks


def test_cards_are_those_of_the_site():
    known, _decks = ready_decks()
    assert sets.cards() == known
    assert set(sets.facts()) == set(known)


def test_cards_of_one_set():
    by_set = {key: sets.cards(key) for key in sets.sets()}
    assert sum(map(len, by_set.values())) == len(sets.cards())
    assert all(by_set.values())
    with pytest.raises(KeyError):
        sets.cards("nowhere")


@pytest.mark.parametrize("rules", RULES)
def test_decks_are_those_of_the_site(rules):
    _cards, decks = ready_decks(rules)
    found = sets.decks(rules)
    assert {key: list(deck.keys) for key, deck in found.items()} == decks
    assert {key: deck.starter for key, deck in found.items()} == deck_starters(rules)
    one, other, *_more = found.values()
    new_game(
        rules, sets.cards(), [one.keys, other.keys], 1, starters=[one.starter, other.starter]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("[cards]", "[kards]"), "kards is unknown"),
        (("red-oat-grass", "no-such-grass"), "no card 'no-such-grass'"),
        (("place = ", "plaice = "), "plaice is unknown"),
        (("name = ", "rules = 'chess'\nname = "), "no rules 'chess'"),
        (("name = ", "starter = 'lake'\nname = "), "no starter"),
        (("= 3", "= 0"), "not a number of copies"),
        (("= 3", "= 2"), "a deck has 24 cards"),
        (("[cards]", "[cards"), "deck.toml: "),
    ],
)
def test_a_wrong_deck_is_refused_in_one_line(change, says, tmp_path):
    text = (DECKS_PATH / "african-savanna.toml").read_text(encoding="utf-8")
    file = tmp_path / "deck.toml"
    file.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(InvalidDeck, match=r"^deck\.toml: ") as refused:
        sets.read_deck(file, sets.cards())
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_deck_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InvalidDeck, match=r"nowhere\.toml: not readable"):
        sets.read_deck(tmp_path / "nowhere.toml", {})


def test_values_from_data_sets_have_their_licence():
    tables = sets.data_sets()
    used = {row["data_set"] for row in sets.sources() if row["data_set"]}
    assert used <= set(tables)
    assert all(tables[key].licence and tables[key].citation for key in used)
