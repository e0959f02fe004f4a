"""May this card lie here? P15 to P21."""

import pytest

from engine.phylo.matchup import cell
from tests.engine.build import BOTH, V13, V14, act, event, game, names, places, space, species, why

FOREST_HOT, GRASS_COOL = {"terrains": "forest", "climates": "hot"}, {"terrains": "grassland"}


def beside(x, y, rules=V14, *, owner=0, options=None):
    """Why `x` may not be played beside `y` alone, far from any HOME."""
    kinds = {"x": x, "y": y}
    state = game(space(5, 5, owner, "y"), hand="x", rules=rules, cards=kinds, options=options)
    return why(state, "play", card="x", at=[5, 6])


@pytest.mark.parametrize("rules", BOTH)
def test_P15_one_neighbour_has_to_meet_everything(rules):
    cards = {"wet": species(**FOREST_HOT), "dry": species(**GRASS_COOL)}
    spaces = [space(5, 5, 0, "wet"), space(5, 7, 0, "dry")]
    assert why(game(*spaces, hand="oak", rules=rules, cards=cards), "play", card="oak", at=[5, 6]) is not None
    spaces.append(space(6, 6, 0, "oak"))
    assert why(game(*spaces, hand="oak", rules=rules, cards=cards), "play", card="oak", at=[5, 6]) is None


@pytest.mark.parametrize("rules", BOTH)
def test_P16_a_terrain_and_a_climate_in_common(rules):
    oak = species()
    assert beside(oak, species(terrains="ocean forest"), rules) is None
    assert beside(oak, species(terrains="ocean"), rules) == ("no-terrain", "P16")
    assert beside(oak, species(climates="hot warm"), rules) == ("no-climate", "P16")


def test_P16_as_changed_by_events():
    dry = {"owner": 1, "card": "drought", "turns_left": 1}
    state = game(space(5, 5, 0, "oak", events=[dry]), hand="plum cactus",
                 cards={"cactus": species(terrains="desert")})  # fmt: skip
    assert places(state, "plum") == [[-1, 0], [0, -1], [0, 1], [1, -1], [1, 1], [2, 0]]
    assert [5, 6] in places(state, "cactus")
    warmer = event({"do": "shift-climate", "by": 2}, duration=1)
    warm = {"owner": 1, "card": "warmer", "turns_left": 1}
    state = game(space(5, 5, 0, "oak", events=[warm]), hand="oak", cards={"warmer": warmer})
    assert why(state, "play", card="oak", at=[5, 6]) == ("no-climate", "P16")


@pytest.mark.parametrize("rules", BOTH)
def test_P17_home_supports_number_one_whatever_its_terrain_and_climate(rules):
    state = game(hand="cactus hare", rules=rules)
    assert [-1, 0] in places(state, "cactus")
    assert why(state, "play", card="hare", at=[-1, 0]) == ("no-food", "P17")
    strange = game(hand="bare", rules=rules, cards={"bare": species(terrains="", climates="")})
    assert [-1, 0] in places(strange, "bare")


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("diet", ["photosynthetic", "molecular-carbon", "carnivore", "herbivore", "omnivore"])
def test_P18_number_one_lives_beside_any_card(rules, diet):
    for number in range(1, 10):
        assert beside(species(1, diet, scale=1), species(number, "carnivore", scale=9), rules) is None


@pytest.mark.parametrize("rules", BOTH)
def test_P18_herbivore_eats_number_one_of_any_scale(rules):
    for diet in ("photosynthetic", "molecular-carbon", "carnivore"):
        assert beside(species(2, scale=1), species(1, diet, scale=9), rules) is None
    assert beside(species(2), species(2, scale=1), rules) == ("no-food", "P18")


@pytest.mark.parametrize("rules", BOTH)
def test_P18_a_herbivore_of_another_number_fits_nowhere(rules):
    for food in range(1, 5):
        assert beside(species(3, "herbivore", scale=9), species(food, scale=1), rules) == ("no-food", "P18")


@pytest.mark.parametrize("rules", BOTH)
def test_P18_carnivore_eats_smaller_cards_one_below(rules):
    assert beside(species(3, scale=6), species(2, scale=5), rules) is None
    assert beside(species(3, scale=5), species(2, scale=5), rules) == ("too-big", "P18")
    assert beside(species(4, scale=6), species(2, scale=5), rules) == ("no-food", "P18")
    assert beside(species(2, "carnivore", scale=6), species(1, scale=1), rules) == ("no-food", "P18")


def test_P18_one_below_in_14a_and_the_same_or_below_in_13():
    cat, rival = species(3, scale=6), species(3, scale=5)
    assert beside(cat, rival, V14) == ("no-food", "P18")
    assert beside(cat, rival, V13) is None
    assert beside(cat, rival, V14, options={"food_step": "same-or-below"}) is None
    assert beside(cat, rival, V13, options={"food_step": "below"}) == ("no-food", "P18")
    assert beside(cat, species(4, scale=5), V13) == ("no-food", "P18")


@pytest.mark.parametrize("rules", BOTH)
def test_P18_omnivore_eats_as_a_carnivore(rules):
    assert beside(species(3, "omnivore", scale=6), species(2, scale=5), rules) is None
    assert beside(species(3, "omnivore", scale=5), species(2, scale=5), rules) == ("too-big", "P18")


@pytest.mark.parametrize("number", [2, 3, 4, 7])
def test_P18_omnivore_eats_photosynthetic_in_14a_and_plantae_in_13(number):
    robin = species(number, "omnivore", scale=1)
    plant = species(scale=9)
    kelp = species(1, "photosynthetic", scale=9, kingdom="Chromista")
    pinesap = species(1, "molecular-carbon", scale=9, kingdom="Plantae")
    answers = {rules: [beside(robin, food, rules) for food in (plant, kelp, pinesap)] for rules in BOTH}
    no_food = ("no-food", "P18")
    assert answers == {V14: [None, None, no_food], V13: [None, no_food, None]}


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("diet", ["photosynthetic", "molecular-carbon"])
def test_P18_for_the_other_diets_the_step_alone_counts(rules, diet):
    for food in (species(2, scale=9), species(2, "omnivore", scale=9)):
        assert beside(species(3, diet, scale=1), food, rules) is None
    assert beside(species(3, diet), species(1), rules) == ("no-food", "P18")


def test_P18_a_habitat_feeds_nobody():
    cards = {"y": {"name": "Wood", "kind": "habitat", "terrains": ["forest"], "climates": ["cool"]}}
    state = game(space(5, 5, 0, "wood"), hand="hare robin oak", rules=V13, cards=cards)
    assert [5, 6] in places(state, "oak")
    for card in ("hare", "robin"):
        assert why(state, "play", card=card, at=[5, 6]) == ("no-food", "P18")


def test_P19_in_14a_the_neighbour_may_belong_to_either_player():
    assert beside(species(2), species(1), V14, owner=1) is None
    assert [2, 0] in places(game(hand="oak"), "oak")


def test_P19_in_13_a_played_species_rests_on_a_card_of_ones_own():
    assert beside(species(2), species(1), V13, owner=1) == ("no-neighbour", "P19")
    assert places(game(hand="oak", rules=V13), "oak") == [[-1, 0], [0, -1], [0, 1]]
    lured = {"owner": 0, "card": "lure", "turns_left": 1}
    state = game(space(5, 5, 1, "oak", events=[lured]), space(7, 7, 0, "oak"), hand="hare", rules=V13)
    assert [5, 6] in places(state, "hare"), "control counts, not ownership"


def test_P19_in_13_moved_cards_and_cards_that_lie_may_rest_on_the_others():
    state = game(space(5, 5, 1, "oak"), space(6, 6, 0, "hare"), space(6, 5, 1, "oak"), rules=V13)
    assert why(state, "move", start=[6, 6], to=[5, 6]) is None
    act(state, "pass")
    assert (6, 6) in names(state)


def test_P20_no_path_to_home_and_two_cards_may_support_each_other():
    state = game(space(5, 5, 0, "oak"), space(5, 6, 0, "hare"))
    act(state, "pass")
    assert names(state) == {(5, 5): "oak", (5, 6): "hare"}


def test_P20_a_predator_never_feeds_its_prey():
    state = game(space(5, 5, 0, "hare"), space(5, 6, 0, "fox"))
    act(state, "pass")
    assert names(state) == {}


def test_P20_any_neighbour_is_enough_for_number_one():
    state = game(space(5, 5, 0, "oak"), space(5, 6, 1, "lynx"))
    act(state, "pass")
    assert (5, 5) in names(state)


def test_P21_a_habitat_is_placed_beside_a_card_with_common_terrain_and_climate():
    state = game(space(5, 5, 1, "oak"), space(9, 9, 0, "lynx"), hand="wood dune", rules=V13)
    assert {(5, 6), (9, 8), (0, 1), (2, 0)} <= {tuple(at) for at in places(state, "wood")}
    assert why(state, "play", card="dune", at=[5, 6]) == ("no-terrain", "P16")
    assert [-1, 0] in places(state, "dune")
    assert why(state, "play", card="wood", at=[5, 5]) == ("space-taken", "P22")
    assert why(state, "play", card="wood", at=[5, 7]) == ("no-neighbour", "P15")


def test_P21_a_habitat_is_permanent():
    cards = {"vine": species(invasive={"on": {"terrains": ["forest"]}}),
             "storm": event({"do": "discard-neighbours"}),
             "wood": {"name": "Wood", "kind": "habitat", "terrains": ["forest"], "climates": ["cool"],
                      "points": 2, "abilities": {"move": 3, "pollinator": True}}}  # fmt: skip
    state = game(space(7, 7, 0, "wood"), space(7, 8, 0, "clover"), hand="hunt vine storm",
                 discards=("oak", ""), rules=V13, cards=cards)  # fmt: skip
    assert why(state, "event", card="hunt", at=[7, 7]) == ("bad-target", "P28")
    assert why(state, "play", card="vine", at=[7, 7]) == ("bad-target", "P23")
    assert why(state, "move", start=[7, 7], to=[7, 6]) == ("cannot-move", "P25")
    assert not [action for action in state.legal(0) if action["do"] in ("move", "spread")]
    act(state, "event", card="storm", at=[7, 8])
    act(state, "event", card="hunt", at=[7, 8])
    act(state, "pass")
    assert names(state) == {(7, 7): "wood"}
    assert state.scores == [2, 0]


def test_whose_a_card_is_belongs_to_what_the_predicate_sees():
    """A keyword may depend on the owner: tables, refusals and bonds then follow, also after P30's control."""
    state = game(space(0, 1, 0, "oak"), space(1, 1, 1, "oak"), hand="gift")
    own, other = (state.at[cell(x, 1)] for x in (0, 1))
    assert [state.face(slot).owner for slot in (own, other)] == [0, 1]
    act(state, "event", card="gift", at=[1, 1])
    assert [state.face(slot).owner for slot in (own, other)] == [0, 0]
    assert state.face(own) == state.face(other)
