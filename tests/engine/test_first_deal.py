"""The deal of a first game: one of the shuffles that follow from the first, the first good one."""

from random import Random

import pytest

import engine
from engine.chance import MOST_DEALS, next_seed
from engine.phylo.first_deal import begins_well, first_seed_fit
from engine.phylo.record import judge
from engine.phylo.rules import RULES
from engine.phylo.start import Setup
from tests.engine.build import CARDS, game
from tests.engine.pools import pool

NEW, OLD = RULES


def setup_of(rules: str, number: int) -> Setup:
    return Setup.check(rules, *pool(Random(number), rules))


@pytest.mark.parametrize(
    ("hand", "well"),
    [("oak hare plum", True), ("oak plum hunt", False), ("hare fox robin", False), ("oak hare", False)],
)
def test_three_cards_one_of_which_eats_another(hand, well):
    assert begins_well(game(hand=hand, number=1)) is well


def test_only_for_who_begins():
    assert not begins_well(game(hand="oak hare plum", number=1, seat=1))


@pytest.mark.parametrize("rules", RULES)
def test_it_is_the_first_good_one_of_those_that_follow(rules):
    for number in range(5):
        setup, passed = setup_of(rules, number), f"{number:064x}"
        seed = first_seed_fit(setup, passed)
        while passed != seed:
            assert not begins_well(setup.deal(passed))
            passed = next_seed(passed)
        state = setup.deal(seed)
        assert begins_well(state)
        assert state.to_act == (0,)


def test_of_decks_without_a_good_deal_the_last_one_is_played():
    cards, decks = pool(Random(1), NEW)
    cards["oak"], decks[0] = CARDS["oak"], ["oak"] * 24
    setup = Setup.check(NEW, cards, decks, options={"max_copies": 24})
    seed = "00" * 32
    found = first_seed_fit(setup, seed)
    for _deal in range(MOST_DEALS - 1):
        seed = next_seed(seed)
    assert found == seed


def test_a_record_says_so_and_is_refused_where_its_seed_does_not_follow():
    cards, decks = pool(Random(2), OLD)
    first = "ab" * 32
    seed = next_seed(next_seed(first))
    record = {
        "format": "phylo-record/1", "rules": OLD, "cards": cards, "decks": decks,
        "generator": "sha256", "seed": seed, "first_seed": first, "actions": [],
    }  # fmt: skip
    assert judge(record)["ok"]
    for wrong in ("ac" * 32, "ab", 7, None):
        with pytest.raises(engine.InvalidRecord, match="first_seed"):
            judge({**record, "first_seed": wrong})
    with pytest.raises(engine.InvalidRecord, match="does not follow"):
        judge({**record, "seed": "cd" * 32})
