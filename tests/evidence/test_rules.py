"""The rules from measured values to those of a card, and what they decided in the card set."""

import pytest

from cards.evidence.rules import PLANTS, climates_between, diet_of, nearest, numbers_of, scales_of, share_of
from cards.models import Diet
from tests.ready_decks import ready_decks

CARDS = ready_decks()[0]


def test_fruit_nectar_seeds_and_other_plants_are_plants():
    shares = {"fruit": 10, "nectar": 20, "seeds": 30, "other plants": 5, "invertebrates": 25, "carrion": 10}
    assert share_of(PLANTS, shares) == 65
    assert share_of(PLANTS, {}) == 0


@pytest.mark.parametrize(
    ("plants", "diet", "number"),
    [
        (0, Diet.CARNIVORE, 3), (10, Diet.CARNIVORE, 3), (11, Diet.OMNIVORE, 3), (89, Diet.OMNIVORE, 3),
        (90, Diet.HERBIVORE, 2), (100, Diet.HERBIVORE, 2),
    ],
)  # fmt: skip
def test_a_tenth_of_the_diet_does_not_count(plants, diet, number):
    assert diet_of(plants) == diet
    assert min(numbers_of(diet)) == number


@pytest.mark.parametrize(
    ("grams", "scales"),
    [
        (3.5, [5]), (99, [5]), (100, [5, 6]), (399, [5, 6]), (400, [6]), (5_000, [6, 7]), (20_000, [7]),
        (60_000, [7, 8]), (200_000, [8]), (500_000, [8, 9]), (2_000_000, [9]), (1.9e8, [9]),
    ],
)  # fmt: skip
def test_a_mass_near_a_limit_fits_two_scales(grams, scales):
    assert list(scales_of(grams)) == scales


@pytest.mark.parametrize(
    ("south", "north", "climates"),
    [
        (-10, 24, ["hot"]), (-10, 25, ["hot", "warm"]), (36, 39, ["warm"]), (-39, -36, ["warm"]),
        (51, 54, ["cool"]), (66, 80, ["cold"]), (-66, 3, ["hot", "warm", "cool", "cold"]),
    ],
)  # fmt: skip
def test_the_latitudes_of_a_range_tell_its_climates(south, north, climates):
    assert climates_between(south, north) == climates


def test_the_scale_moves_as_far_as_it_must():
    assert nearest(9, scales_of(94_200)) == 8
    assert nearest(7, scales_of(94_200)) == 7
    assert nearest(5, scales_of(1_364)) == 6


@pytest.mark.parametrize(
    ("key", "plants"),
    [("coyote", 0), ("european-hedgehog", 0), ("herring-gull", 0), ("cactus-wren", 10)],
)
def test_the_rule_decided_these_diets(key, plants):
    assert CARDS[key]["diet"] == diet_of(plants)


@pytest.mark.parametrize(
    ("key", "grams"),
    [("black-tailed-prairie-dog", 1_364), ("lowland-tapir", 207_501), ("nile-crocodile", 94_200),
     ("american-alligator", 62_000)],
)  # fmt: skip
def test_the_rule_decided_these_scales(key, grams):
    assert CARDS[key]["scale"] in scales_of(grams)
