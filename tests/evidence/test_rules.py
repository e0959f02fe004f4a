"""The rules from measured values to those of a card, and what they decided in the card set."""

import pytest

from cards.evidence.rules import diet_of, nearest_scale, number_of, plants_in, scales_of
from cards.models import Diet
from tests.ready_decks import ready_decks

CARDS = ready_decks()[0]


def test_fruit_nectar_seeds_and_other_plants_are_plants():
    shares = {"fruit": 10, "nectar": 20, "seeds": 30, "other plants": 5, "invertebrates": 25, "carrion": 10}
    assert plants_in(shares) == 65
    assert plants_in({}) == 0


@pytest.mark.parametrize(
    ("plants", "diet", "number"),
    [
        (0, Diet.CARNIVORE, 3), (10, Diet.CARNIVORE, 3), (11, Diet.OMNIVORE, 3), (89, Diet.OMNIVORE, 3),
        (90, Diet.HERBIVORE, 2), (100, Diet.HERBIVORE, 2),
    ],
)  # fmt: skip
def test_a_tenth_of_the_diet_does_not_count(plants, diet, number):
    assert diet_of(plants) == diet
    assert number_of(diet) == number


@pytest.mark.parametrize(
    ("grams", "scales"),
    [
        (3.5, [5]), (99, [5]), (100, [5, 6]), (399, [5, 6]), (400, [6]), (5_000, [6, 7]), (20_000, [7]),
        (60_000, [7, 8]), (200_000, [8]), (500_000, [8, 9]), (2_000_000, [9]), (1.9e8, [9]),
    ],
)  # fmt: skip
def test_a_mass_near_a_limit_fits_two_scales(grams, scales):
    assert list(scales_of(grams)) == scales


def test_the_scale_moves_as_far_as_it_must():
    assert nearest_scale(9, 94_200) == 8
    assert nearest_scale(7, 94_200) == 7
    assert nearest_scale(5, 1_364) == 6


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
