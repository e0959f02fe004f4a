"""Playing cards and their keywords: P22 to P25 and P27."""

import pytest

from tests.engine.build import (
    BOTH,
    V13,
    act,
    discards,
    event,
    game,
    moves,
    names,
    places,
    space,
    species,
    table,
    why,
)

WIND = {"owner": 0, "card": "wind", "turns_left": 1}


@pytest.mark.parametrize("rules", BOTH)
def test_P22_a_species_is_played_into_an_empty_space(rules):
    state = game(space(-1, 0, 0, "oak"), hand="hare oak", rules=rules)
    assert why(state, "play", card="hare", at=[-1, 0]) == ("space-taken", "P22")
    assert why(state, "play", card="oak", at=[0, 0]) == ("space-taken", "P22")
    act(state, "play", card="hare", at=[-1, 1])
    assert table(state)[-1, 1] == space(-1, 1, 0, "hare")


def test_P22_an_event_is_no_species():
    state = game(space(-1, 0, 0, "oak"), hand="rain oak")
    assert why(state, "play", card="rain", at=[-2, 0]) == ("bad-choice", "P22")
    assert why(state, "event", card="oak", at=[-1, 0]) == ("bad-choice", "P28")


def test_P23_in_14a_what_is_invaded_is_discarded_with_its_events():
    state = game(space(-1, 0, 1, "oak", events=[WIND]), hand="vine")
    act(state, "play", card="vine", at=[-1, 0])
    assert table(state)[-1, 0] == space(-1, 0, 0, "vine")
    assert discards(state) == [["wind"], ["oak"]]


def test_P23_in_13_it_is_covered_scores_nothing_and_is_released():
    mover = species(points=1, invasive={"on": {}}, move=1)
    state = game(space(-1, 0, 1, "oak", events=[WIND]), space(0, 1, 0, "oak"), hand="mover", rules=V13,
                 cards={"mover": mover})  # fmt: skip
    act(state, "play", card="mover", at=[-1, 0])
    assert table(state)[-1, 0] == space(-1, 0, 0, "mover", covered={"owner": 1, "card": "oak"})
    assert (discards(state), state.scores) == ([["wind"], []], [4, 0])
    act(state, "move", start=[-1, 0], to=[-2, 0])
    assert names(state) == {(-1, 0): "oak", (0, 1): "oak", (-2, 0): "mover"}
    assert state.scores == [4, 3]


@pytest.mark.parametrize("rules", BOTH)
def test_P23_an_invader_needs_its_criterion_and_support(rules):
    state = game(space(-1, 0, 0, "oak"), space(5, 5, 0, "oak"), space(-1, 1, 0, "fox"), hand="vine hare",
                 rules=rules)  # fmt: skip
    assert why(state, "play", card="vine", at=[-1, 0]) is None, "also one's own card"
    assert why(state, "play", card="vine", at=[5, 5]) == ("no-neighbour", "P15")
    assert why(state, "play", card="vine", at=[-1, 1]) == ("bad-target", "P23")


def test_P23_what_a_moving_invader_releases_counts_at_once_as_its_neighbour():
    beetle = species(2, invasive={"on": {}}, flight=2)
    cards, covered = {"beetle": beetle}, {"owner": 1, "card": "oak"}
    state = game(space(5, 5, 0, "beetle", covered=covered), rules=V13, cards=cards)
    assert moves(state, [5, 5]) == [[4, 5], [5, 4], [5, 6], [6, 5]]
    act(state, "move", start=[5, 5], to=[6, 5])
    act(state, "pass")
    assert names(state) == {(5, 5): "oak", (6, 5): "beetle"}


def test_P23_a_covered_card_is_full_and_no_third_card_comes():
    state = game(
        space(-1, 0, 0, "vine", covered={"owner": 1, "card": "oak"}), hand="vine mistletoe", rules=V13
    )
    assert why(state, "play", card="vine", at=[-1, 0]) == ("stack-full", "P23")
    assert why(state, "play", card="mistletoe", at=[-1, 0], under=True) == ("stack-full", "P24")


@pytest.mark.parametrize("rules", BOTH)
def test_P24_a_parasite_goes_under_either_players_host(rules):
    state = game(space(5, 5, 1, "hare"), space(5, 6, 1, "oak"), hand="tick fluke", rules=rules)
    act(state, "play", card="fluke", at=[5, 5], under=True)
    assert table(state)[5, 5] == space(5, 5, 1, "hare", under={"owner": 0, "card": "fluke"})
    assert state.scores == [2, 8]
    assert why(state, "play", card="tick", at=[5, 6], under=True) == ("bad-target", "P24")
    act(state, "pass")
    assert table(state)[5, 5]["under"]["card"] == "fluke"


def test_P24_it_shares_terrain_and_climate_with_its_host():
    wet = species(2, terrains="ocean"), species(2, climates="hot")
    state = game(space(5, 5, 1, "wet"), space(7, 7, 1, "hot"), hand="tick oak",
                 cards={"wet": wet[0], "hot": wet[1]})  # fmt: skip
    assert why(state, "play", card="tick", at=[5, 5], under=True) == ("no-terrain", "P24")
    assert why(state, "play", card="tick", at=[7, 7], under=True) == ("no-climate", "P24")
    assert why(state, "play", card="tick", at=[8, 8], under=True) == ("bad-target", "P24")
    assert why(state, "play", card="oak", at=[7, 7], under=True) == ("bad-choice", "P24")


def test_P24_any_terrain_does_not_lift_the_sharing_with_the_host():
    tick = species(2, "carnivore", any_terrain=True, parasitic={"host": {}})
    state = game(space(5, 5, 1, "horse"), hand="tick", cards={"tick": tick})
    assert why(state, "play", card="tick", at=[5, 5], under=True) == ("no-terrain", "P24")


def test_P24_a_parasite_moves_with_its_host_and_dies_with_the_sharing():
    tick = {"owner": 0, "card": "tick"}
    state = game(space(-1, 0, 0, "oak"), space(-2, 1, 0, "hare", under=tick))
    act(state, "move", start=[-2, 1], to=[-2, 0])
    assert table(state)[-2, 0] == space(-2, 0, 0, "hare", under=tick)
    dry = {"owner": 1, "card": "drought", "turns_left": 1}
    state = game(space(-1, 0, 0, "cactus"), space(-1, 1, 0, "hare", events=[dry], under=tick),
                 cards={"cactus": species(terrains="desert")})  # fmt: skip
    act(state, "pass")
    assert table(state)[-1, 1] == space(-1, 1, 0, "hare", events=[{**dry, "turns_left": 0}])
    assert discards(state)[0] == ["tick"]


@pytest.mark.parametrize("rules", BOTH)
def test_P24_when_the_host_leaves_the_parasite_is_the_spaces_card(rules):
    for parasite, stays in (("mistletoe", True), ("needy", False)):
        needy = species(parasitic={"host": {}, "needs_host": True})
        state = game(space(5, 5, 0, "fox", under={"owner": 0, "card": parasite}), space(5, 6, 0, "plum"),
                     space(6, 6, 0, "oak"), rules=rules, cards={"needy": needy})  # fmt: skip
        act(state, "pass")
        assert ((5, 5) in names(state)) == stays


def test_P24_one_that_needs_a_host_is_never_played_alone():
    cards = {"needy": species(1, invasive={"on": {}}, parasitic={"host": {}, "needs_host": True}, move=3)}
    state = game(space(-1, 0, 0, "oak"), space(-2, 0, 0, "needy"), hand="needy fluke", cards=cards)
    for at in ([0, 1], [-1, 0]):
        assert why(state, "play", card="needy", at=at) == ("bad-target", "P24")
    assert why(state, "play", card="needy", at=[-1, 0], under=True) is None
    assert moves(state, [-2, 0]) == []
    assert why(state, "move", start=[-2, 0], to=[-2, 1]) == ("no-food", "P24")


def test_P24_and_its_own_P13_removes_it_after_an_event_took_the_host():
    under = {"owner": 1, "card": "fluke"}
    state = game(space(-1, 0, 0, "oak"), space(-1, 1, 0, "hare", under=under), hand="hunt")
    act(state, "event", card="hunt", at=[-1, 1])
    assert names(state)[-1, 1] == "fluke"
    act(state, "pass")
    assert (-1, 1) not in names(state)


@pytest.mark.parametrize("rules", BOTH)
def test_P25_move_goes_straight_whatever_lies_between(rules):
    state = game(space(0, 1, 0, "oak"), space(0, 2, 0, "hare"), space(0, 3, 0, "oak"), rules=rules,
                 cards={"hare": species(2, move=2)})  # fmt: skip
    assert moves(state, [0, 2]) == [[0, 4]]
    assert why(state, "move", start=[0, 2], to=[1, 1]) == ("too-far", "P25")
    assert why(state, "move", start=[0, 2], to=[0, 5]) == ("too-far", "P25")
    assert why(state, "move", start=[0, 2], to=[0, 3]) == ("space-taken", "P25")
    assert why(state, "move", start=[0, 2], to=[0, 2]) == ("space-taken", "P25")
    assert why(state, "move", start=[0, 2], to=[2, 2]) == ("no-neighbour", "P15")


def test_P25_flight_goes_along_the_diagonals_too():
    state = game(space(0, 1, 0, "oak"), space(0, 2, 0, "bee"))
    assert moves(state, [0, 2]) == [[-1, 1], [1, 1]]
    assert why(state, "move", start=[0, 2], to=[1, 4]) == ("too-far", "P25")
    both = game(
        space(0, 1, 0, "oak"), space(3, 1, 0, "swift"), cards={"swift": species(2, move=99, flight=1)}
    )
    assert moves(both, [3, 1]) == [[-1, 1], [1, 1]]


def test_P25_the_old_space_is_empty_and_the_card_no_neighbour_of_its_own():
    state = game(space(5, 5, 0, "moss"), space(0, 1, 0, "oak"), cards={"moss": species(move=1)})
    assert moves(state, [5, 5]) == []
    assert why(state, "move", start=[5, 5], to=[5, 6]) == ("no-neighbour", "P15")


def test_P25_only_own_species_move_and_events_move_along():
    state = game(space(0, 1, 0, "oak"), space(-1, 1, 0, "hare", events=[WIND]), space(1, 1, 1, "hare"))
    assert why(state, "move", start=[1, 1], to=[1, 2]) == ("not-your-card", "P25")
    assert why(state, "move", start=[9, 9], to=[1, 2]) == ("not-your-card", "P25")
    assert why(state, "move", start=[0, 1], to=[0, 2]) == ("cannot-move", "P25")
    assert why(state, "move", start=[-1, 1], to=[-1, 0]) == ("no-food", "P17")
    state = game(space(0, 1, 0, "oak"), space(-1, 1, 0, "hare", events=[WIND]), space(-1, 0, 0, "oak"))
    assert moves(state, [-1, 1]) == []
    state = game(space(0, 1, 0, "oak"), space(-1, 1, 0, "hare", events=[WIND]), space(-2, 2, 0, "oak"))
    act(state, "move", start=[-1, 1], to=[-1, 2])
    assert table(state)[-1, 2] == space(-1, 2, 0, "hare", events=[WIND])


def test_P27_beside_a_neighbour_besides_being_supported():
    frog = species(beside={"terrains": ["freshwater"]}, invasive={"on": {}})
    pond = species(terrains="freshwater")
    state = game(space(5, 5, 0, "oak"), space(5, 7, 0, "pond"), hand="frog",
                 cards={"frog": frog, "pond": pond})  # fmt: skip
    assert [5, 6] in places(state, "frog")
    assert why(state, "play", card="frog", at=[4, 5]) == ("not-adjacent", "P27")
    assert why(state, "play", card="frog", at=[5, 8]) == ("no-terrain", "P16")
    assert [-1, 0] in places(state, "frog"), "HOME has every terrain"


@pytest.mark.parametrize("rules", BOTH)
def test_P27_feeds_only_and_feeds_also(rules):
    dog, weasel = species(2, name="Prairie Dog", scale=5), species(2, scale=5)
    ferret = species(3, scale=6, feeds_only={"name": "Prairie Dog"})
    wren = species(4, scale=1, feeds_only={"tags": ["X"]}, feeds_also={"kingdom": "Fungi"})
    fungus = species(1, "molecular-carbon", kingdom="Fungi", scale=9)
    picky = species(1, feeds_only={"kingdom": "Fungi"}, feeds_also={})
    state = game(space(5, 5, 0, "dog"), space(8, 5, 0, "weasel"), space(11, 5, 0, "fungus"),
                 hand="ferret wren picky", rules=rules,
                 cards={"dog": dog, "weasel": weasel, "ferret": ferret, "wren": wren, "fungus": fungus,
                        "picky": picky})  # fmt: skip
    assert places(state, "ferret") == [[4, 5], [5, 4], [5, 6], [6, 5]]
    assert why(state, "play", card="ferret", at=[8, 6]) == ("no-food", "P18")
    assert places(state, "wren") == [[10, 5], [11, 4], [11, 6], [12, 5]]
    assert [11, 6] in places(state, "picky")
    assert why(state, "play", card="picky", at=[8, 6]) == ("no-food", "P18")


@pytest.mark.parametrize("rules", BOTH)
def test_P27_any_scale_and_any_terrain(rules):
    cards = {"wolf": species(3, scale=1, any_scale=True), "gull": species(3, scale=9, any_terrain=True),
             "seal": species(2, terrains="ocean", scale=8)}  # fmt: skip
    state = game(space(5, 5, 0, "hare"), space(9, 9, 0, "seal"), hand="wolf gull", rules=rules, cards=cards)
    assert [5, 6] in places(state, "wolf")
    assert [9, 8] in places(state, "gull")
    assert why(state, "play", card="wolf", at=[9, 8]) == ("no-terrain", "P16")
    gull = species(3, terrains="ocean", any_terrain=True)
    state = game(space(9, 9, 0, "gull"), hand="oak", rules=rules, cards={"gull": gull})
    assert why(state, "play", card="oak", at=[9, 8]) == ("no-terrain", "P16"), "only for its bearer"


def test_P27_same_compares_with_the_bearer_and_never_holds_on_an_event():
    vine = species(scale=4, invasive={"on": {"same": ["scale", "food_chain"]}})
    cards = {"vine": vine, "twin": species(scale=4), "odd": event("discard", target={"same": ["scale"]})}
    state = game(space(-1, 0, 0, "twin"), space(0, 1, 0, "oak"), hand="vine odd", cards=cards)
    assert why(state, "play", card="vine", at=[-1, 0]) is None
    assert why(state, "play", card="vine", at=[0, 1]) == ("bad-target", "P23")
    assert why(state, "event", card="odd", at=[-1, 0]) == ("bad-target", "P28")
