"""The chance of a good start, and what a sample hand can do."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from cards.decks.insight.hands import chances, first_play, in_order, opening, sample_hand, wilson
from cards.decks.insight.reading import Reading
from engine.phylo.start import Setup, from_position
from tests.decks.small_decks import CARDS, MADE, READY, deck, full
from tests.engine.build import V13

pytestmark = pytest.mark.once


def test_exact_chances_are_those_of_all_hands():
    contents = deck("oak oak hare hare hare fox fox fire lynx")
    hands = list(combinations(contents.keys, 5))
    exact = first_play(Reading.of(contents, MADE))
    assert exact.hand == pytest.approx(sum("oak" in hand for hand in hands) / len(hands))
    drawn = list(combinations(contents.keys, 7))
    assert exact.drawn == pytest.approx(sum("oak" in hand for hand in drawn) / len(drawn))
    assert exact.playable == pytest.approx(sum(hand.count("oak") for hand in hands) / len(hands))


@pytest.mark.parametrize("slug", READY)
def test_simulation_agrees_with_counting(slug):
    found = chances(READY[slug], CARDS, seed=11, n=800)
    # Four standard errors: one of 40 intervals at 95 % may well miss.
    for estimate, exact in ((found.hand, found.exact.hand), (found.drawn, found.exact.drawn)):
        assert abs(estimate.share - exact) <= 4 * (exact * (1 - exact) / 800) ** 0.5 + 1e-9
        assert estimate.low <= estimate.share <= estimate.high
    assert found.exact.playable <= found.in_order + 0.3 <= 5.3


@pytest.mark.parametrize("slug", sorted(READY)[::3])
def test_the_engine_deals_first_plays_as_often(slug):
    contents = READY[slug]
    definitions = {key: CARDS[key] for key in {*contents.cards, contents.starter} - {""}}
    setup = Setup.check(
        contents.rules, definitions, [contents.keys] * 2, starters=[contents.starter or "home"] * 2
    )
    reading = Reading.of(contents, CARDS)
    for seed in range(40):
        state = setup.deal(seed)
        seat = state.to_act[0]
        hand = state.view_for(seat)["hands"][seat]
        plays = {action["card"] for action in state.legal(seat) if action["do"] == "play"}
        assert plays == reading.rooted & set(hand)


def test_wilson_intervals():
    assert wilson(8, 10) == pytest.approx((0.4901625, 0.9433178), abs=1e-6)
    assert wilson(0, 10) == (0.0, pytest.approx(0.2775328, abs=1e-6))
    assert wilson(10, 10)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)
    for n in (1, 7, 200):
        for hits in range(n + 1):
            low, high = wilson(hits, n)
            assert 0 <= low <= hits / n <= high <= 1


def test_P7_a_chosen_hand_is_always_drawn():
    contents = full("oak hare fox", opening_hand=["hare", "hare", "oak", "fox", "oak"])
    assert first_play(Reading.of(contents, MADE)).hand in (0.0, 1.0)
    contents = full("oak hare hare hare hare hare", opening_hand=["hare"] * 5)
    found = chances(contents, MADE, seed=3, n=50)
    assert (found.hand.share, found.exact.hand, found.exact.drawn) == (0.0, 0.0, 1.0)
    assert sample_hand(contents, 5) == ["hare"] * 5
    assert sample_hand(contents, 5, 7) == ["hare"] * 5 + ["oak"] * 2


def test_chances_are_the_same_for_a_seed():
    contents = READY["european-city"]
    assert chances(contents, CARDS, seed=1, n=50) == chances(contents, CARDS, seed=1, n=50)
    assert chances(contents, CARDS, seed=1, n=50) != chances(contents, CARDS, seed=2, n=50)


def test_chances_of_decks_that_are_not_full():
    assert chances(deck(""), MADE, seed=1, n=10).exact.hand == 0.0
    assert chances(deck("oak hare"), MADE, seed=1, n=10).hand.share == 1.0


@pytest.mark.parametrize("slug", READY)
def test_a_sample_hand_is_dealt_out_of_the_deck(slug):
    contents = READY[slug]
    hand = sample_hand(contents, 9)
    assert hand == sample_hand(contents, 9)
    assert len(hand) == 5
    assert not Counter(hand) - Counter(contents.keys)
    assert {tuple(sample_hand(contents, seed)) for seed in range(8)} != {tuple(hand)}


@pytest.mark.parametrize("slug", READY)
@pytest.mark.parametrize("seed", range(3))
def test_the_steps_of_an_opening_are_legal_and_the_most(slug, seed):
    contents = READY[slug]
    hand = sample_hand(contents, seed, 7)
    found = opening(contents, CARDS, hand)
    reading = Reading.of(contents, CARDS)
    assert len(found.steps) == min(3, len(in_order(reading, hand)))
    laid = [step.key for step in found.steps]
    assert sorted([*laid, *found.later, *found.idle]) == sorted(hand)
    starters = [contents.starter or "home", "home"]
    cards = {key: CARDS[key] for key in {*hand, *starters} if key != "home"}
    state = from_position(contents.rules, cards, {
        "turn": {"seat": 0}, "hands": [hand, []], "decks": [[], []], "discards": [[], []],
        "spaces": [{"at": [n, 0], "owner": n, "card": key} for n, key in enumerate(starters)],
    })  # fmt: skip
    for step in found.steps:
        action = {"seat": 0, "do": "play", "card": step.key, "at": list(step.at)}
        state.apply({**action, "under": True} if step.under else action)


def test_an_opening_in_words():
    found = opening(deck("oak clover hare fox fire"), MADE, ["oak", "clover", "hare", "fire", "lynx"])
    assert found.text == "3 playable at once. Clover and Oak beside HOME, then Hare beside Oak."
    assert (found.later, found.idle) == ((), ("fire", "lynx"))


def test_an_opening_takes_the_most_points_and_leaves_the_rest_for_later():
    found = opening(deck("oak clover hare fox"), MADE, ["oak", "clover", "clover", "hare", "fox"])
    assert found.text == "3 playable at once. Oak beside HOME, then Hare beside Oak, then Fox beside Hare."
    assert found.later == ("clover", "clover")


def test_P24_a_parasite_goes_under_its_host():
    found = opening(deck("oak mistletoe hare"), MADE, ["oak", "mistletoe"])
    assert found.text == "2 playable at once. Oak beside HOME, then Mistletoe under Oak."
    assert found.steps[1].under


def test_P27_a_card_with_a_partner_waits_for_it():
    hand = ["oak", "clownfish", "anemone"]
    found = opening(deck("oak clownfish anemone"), MADE, hand)
    assert [step.key for step in found.steps] == ["oak", "anemone", "clownfish"]


def test_P21_a_habitat_can_be_played_first():
    found = opening(deck("wood oak", V13), MADE, ["oak", "wood"])
    assert len(found.steps) == 2


def test_a_hand_that_can_do_nothing():
    assert (
        opening(deck("hare fox"), MADE, ["hare", "fox"]).text == "None of these cards can be played at once."
    )


def test_P4_the_starter_is_named():
    hand = Random(1).sample(READY["draa-valley"].keys, 5)
    assert "Oasis" in opening(READY["draa-valley"], CARDS, hand).text
