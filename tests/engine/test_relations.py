"""What one card is to another without a table."""

import pytest

from engine.phylo.cards import Card
from engine.phylo.support import decided, food_lack, neighbour_lack, partner_met

GRASS = {
    "name": "Grass", "kind": "species", "scale": 4, "food_chain": 1, "diet": "photosynthetic", "points": 1,
    "terrains": ["grassland"], "climates": ["cool"], "kingdom": "Plantae",
}  # fmt: skip
HARE = GRASS | {"name": "Hare", "scale": 5, "food_chain": 2, "diet": "herbivore", "kingdom": "Animalia"}
FOX = HARE | {"name": "Fox", "scale": 6, "food_chain": 3, "diet": "carnivore"}
EVENT = {"name": "Fire", "kind": "event"}
MOOR = {"name": "Moor", "kind": "habitat", "terrains": ["grassland"], "climates": ["cool"], "points": 0}
HOME = {"name": "Home", "kind": "home"}


def food(x: dict, y: dict, rules: str = "phylo-1.4a") -> str | None:
    return food_lack(Card.parse("x", x), Card.parse("y", y), rules)


def beside(x: dict, y: dict, rules: str = "phylo-1.4a") -> str | None:
    return neighbour_lack(Card.parse("x", x), Card.parse("y", y), rules)


@pytest.mark.parametrize(
    ("x", "y", "missing"),
    [
        (HARE, GRASS, None),
        (FOX, HARE, None),
        (FOX, GRASS, "no-food"),
        (GRASS, GRASS, "no-food"),
        (HARE, EVENT, "no-food"),
        (EVENT, HARE, "no-food"),
        (HARE, GRASS | {"terrains": ["ocean"]}, "no-terrain"),
        (HARE, GRASS | {"climates": ["hot"]}, "no-climate"),
        (FOX, HARE | {"scale": 6}, "too-big"),
        (FOX | {"abilities": {"any_scale": True}}, HARE | {"scale": 9}, None),
        (FOX | {"abilities": {"feeds_only": {"name": "Hare"}}}, HARE, None),
        (FOX | {"abilities": {"feeds_only": {"name": "Vole"}}}, HARE, "no-food"),
        (FOX | {"abilities": {"feeds_also": {"name": "Grass"}}}, GRASS, None),
    ],
)
def test_P18_a_card_is_food_for_another(x, y, missing):
    assert food(x, y) == missing


def test_P18_cards_of_the_same_number_are_food_in_13_alone():
    other = FOX | {"scale": 4}
    assert food(FOX, other) == "no-food"
    assert food(FOX, other, "phylo-1.3") is None


def test_P16_a_card_with_number_1_lies_beside_any_that_shares_its_place():
    assert beside(GRASS, FOX) is None
    assert beside(GRASS, FOX | {"climates": ["hot"]}) == "no-climate"


def test_P17_only_number_1_lies_beside_home_and_home_beside_nothing():
    engine_home = Card.parse("home", HOME)
    grass, hare = Card.parse("g", GRASS), Card.parse("h", HARE)
    assert neighbour_lack(grass, engine_home, "phylo-1.4a") is None
    assert neighbour_lack(hare, engine_home, "phylo-1.4a") == "no-food"
    assert neighbour_lack(engine_home, grass, "phylo-1.4a") == "cannot-lie"


def test_P21_habitats_lie_beside_cards_where_the_rules_have_them():
    assert beside(MOOR, GRASS) == "cannot-lie"
    assert beside(GRASS, MOOR) == "cannot-lie"
    assert beside(MOOR, GRASS, "phylo-1.3") is None
    assert beside(GRASS, MOOR, "phylo-1.3") is None
    assert beside(HARE, MOOR, "phylo-1.3") == "no-food"


def test_P24_what_needs_a_host_lies_beside_nothing():
    mistletoe = GRASS | {"abilities": {"parasitic": {"host": {}, "needs_host": True}}}
    assert beside(mistletoe, GRASS) == "no-host"
    assert beside(GRASS | {"abilities": {"parasitic": {"host": {}}}}, GRASS) is None


def test_P27_what_must_be_beside_a_card_may_have_no_other_neighbour():
    choosy = GRASS | {"abilities": {"beside": {"name": "Hare"}}}
    assert beside(choosy, HARE) is None
    assert beside(choosy, FOX) == "not-adjacent"
    assert beside(choosy, HARE | {"terrains": ["ocean"]}) == "no-terrain"


def test_P28_events_lie_nowhere():
    assert beside(EVENT, GRASS) == beside(GRASS, EVENT) == "cannot-lie"


def test_P27_criteria_can_be_decided_beforehand():
    fox = Card.parse("fox", FOX | {"abilities": {"feeds_only": {"name": "Vole"}, "move": 2}})
    hare = Card.parse("hare", HARE)
    assert food_lack(decided(fox, only=True, also=False), hare, "phylo-1.4a") is None
    assert food_lack(decided(fox, only=False, also=True), hare, "phylo-1.4a") == "no-food"
    assert decided(fox, only=True, also=True).abilities.move == 2


def test_P24_what_lies_under_its_host_feeds_nobody_and_has_no_neighbour():
    tick = GRASS | {
        "name": "Tick",
        "abilities": {"parasitic": {"host": {"name": "Hare"}, "needs_host": True}},
    }
    free = GRASS | {"name": "Flea", "abilities": {"parasitic": {"host": {"name": "Hare"}}}}
    assert (food(HARE, tick), food(HARE, free)) == ("no-food", None)
    assert (beside(GRASS, tick), beside(GRASS, free)) == ("cannot-lie", None)
    assert beside(tick, GRASS) == "no-host"
    asks = Card.parse("x", GRASS | {"abilities": {"beside": {"terrains": ["grassland"]}}})
    assert [partner_met(asks, Card.parse("y", y)) for y in (tick, free)] == [False, True]
