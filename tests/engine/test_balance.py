"""Ready decks against each other: the same seed gives the same games, and both decks get both seats."""

import json
from dataclasses import replace

import pytest

from engine import sets
from engine.balance import Balance, RoundRobin, game, played

RULES = "phylo-1.4a"


@pytest.fixture(scope="module")
def robin() -> RoundRobin:
    """Of three decks, by chance."""
    decks, known = list(sets.decks(RULES).values())[:3], sets.cards()
    named = {key for deck in decks for key in (*deck.keys, deck.starter)}
    return RoundRobin(RULES, "random", decks, {key: known[key] for key in named & known.keys()}, rounds=2)


@pytest.fixture(scope="module")
def balance(robin: RoundRobin) -> Balance:
    balance = Balance(robin)
    for each in played(robin):
        balance.add(each)
    return balance


def test_every_deck_plays_every_other_in_both_seats(robin):
    seats = [each.decks for each in played(robin)]
    assert sorted(set(seats)) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert len(seats) == robin.games == 12


def test_the_same_seed_gives_the_same_games(robin):
    assert game(robin, 3) == game(robin, 3)
    assert [game(replace(robin, seed="2"), number) for number in range(4)] != [
        game(robin, number) for number in range(4)
    ]


def test_only_some_decks_can_be_asked_for(robin):
    key = robin.decks[1].key
    assert replace(robin, only=frozenset({key})).pairs == [(0, 1), (1, 2)]


def test_what_one_deck_wins_the_other_loses(balance):
    for (one, other), tally in balance.against.items():
        assert tally.won + balance.against[other, one].won == tally.games == 4
    assert sum(tally.share for tally in balance.decks.values()) == pytest.approx(1.5)


def test_what_is_written_is_read(balance, robin, monkeypatch, tmp_path):
    written = balance.as_json()
    monkeypatch.setattr(sets, "BALANCE_PATH", tmp_path / "balance.json")
    sets.BALANCE_PATH.write_text(json.dumps({RULES: written}))
    sets.balance.cache_clear()
    try:
        read = sets.balance(RULES)
        assert read is not None
        assert (read.level, read.games, len(read.decks)) == ("random", 12, 3)
        assert sets.balance("phylo-1.3") is None
        # A deck that has other cards since has not been measured.
        one = robin.decks[0]
        written["decks"][one.key]["digest"] = sets.digest_of(replace(one, keys=one.keys[1:]), sets.cards())
        sets.BALANCE_PATH.write_text(json.dumps({RULES: written}))
        sets.balance.cache_clear()
        assert one.key not in sets.balance(RULES).decks
    finally:
        sets.balance.cache_clear()


def test_cards_are_noted_that_were_played(balance, robin):
    found = balance.as_json()["decks"][robin.decks[0].key]["played"]
    assert set(found) == set(robin.decks[0].keys)
    assert all(0 <= share <= 1 for share in found.values())
    assert max(found.values()) > 0.5
