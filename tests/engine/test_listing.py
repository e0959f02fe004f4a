"""The lists of actions that a state keeps: they never differ from a listing from nothing."""

from collections import Counter
from random import Random

import pytest

from engine.phylo.start import new_game
from tests.engine.build import BOTH
from tests.engine.differential import lively
from tests.engine.pools import pool
from tests.engine.wild import wild_pool


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("pools", [pool, wild_pool])
def test_kept_lists_are_those_from_nothing(rules, pools):
    for seed in range(25):
        play_and_compare(rules, pools, seed)


def test_P19_a_parasite_changes_hands_while_its_host_leaves():
    """Found by the reference: it came up as the upper card, and was the player's own only before that."""
    play_and_compare("phylo-1.3", pool, 208_858)


def play_and_compare(rules, pools, seed):
    rng = Random(seed)
    cards, decks = pools(rng, rules)
    options = {"food_step": rng.choice(["below", "same-or-below"])}
    state = new_game(rules, cards, decks, seed, options=options)
    while not state.over:
        kept = state.actions()
        assert max(Counter(kept).values()) == 1
        assert sorted(kept) == sorted(state.copy().actions())
        seat = state.seat
        state.apply({"seat": seat, **lively(rng, state.legal(seat))})


def test_listing_does_not_hand_out_its_lists():
    rng = Random(1)
    cards, decks = pool(rng, "phylo-1.4a")
    state = new_game("phylo-1.4a", cards, decks, 1)
    while not state.over:
        before = sorted(state.actions())
        state.actions().clear()
        assert sorted(state.actions()) == before
        state.apply({"seat": state.seat, **rng.choice(state.legal(state.seat))})
