"""The table and the start: P1 to P8."""

import pytest

import engine
from engine.phylo.position import InvalidPosition
from engine.phylo.start import new_game as engine_new_game
from engine.phylo.start import restore
from tests.engine.build import BOTH, PLACES, V13, V14, cards_for, game, names, places, species, table, why

HOMES = {(0, 0): "home", (1, 0): "home"}
SIZE = {V14: 24, V13: 30}


def new_game(rules=V14, *, deck="oak", other="hare", cards=None, seed=1, **more):
    decks = [(pile.split() * 30)[: SIZE[rules]] if isinstance(pile, str) else pile for pile in (deck, other)]
    return engine_new_game(rules, cards_for(rules, cards), decks, seed, **more)


def test_P1_neighbours_are_the_four_beside_a_space():
    state = game({"at": [-1, 0], "owner": 0, "card": "oak"}, hand="hare")
    assert places(state, "hare") == [[-2, 0], [-1, -1], [-1, 1]]
    assert why(state, "play", card="hare", at=[-2, 1]) == ("no-neighbour", "P15")


def test_P1_the_grid_has_no_rim():
    row = [{"at": [-n, 0], "owner": 0, "card": "oak"} for n in range(1, 150)]
    state = game(*row, hand="hare")
    assert [-150, 0] in places(state, "hare")
    assert why(state, "play", card="hare", at=[10**9, -(10**9)]) == ("no-neighbour", "P15")


@pytest.mark.parametrize("rules", BOTH)
def test_P2_never_a_third_card_in_a_space(rules):
    state = game({"at": [-1, 0], "owner": 1, "card": "hare", "under": {"owner": 1, "card": "tick"}},
                 {"at": [-1, 1], "owner": 0, "card": "oak"}, hand="tick vine", rules=rules)  # fmt: skip
    assert why(state, "play", card="tick", at=[-1, 0], under=True) == ("stack-full", "P24")
    assert why(state, "play", card="vine", at=[-1, 0]) == ("stack-full", "P23")


def test_P2_the_upper_species_speaks_for_the_space():
    state = game({"at": [-1, 0], "owner": 0, "card": "oak", "under": {"owner": 0, "card": "mistletoe"}},
                 hand="vine cactus", cards={"mistletoe": species(
                     terrains="forest desert", climates="cool hot", parasitic={"host": {}})})  # fmt: skip
    assert [-2, 0] in places(state, "vine")
    assert [-2, 0] not in places(state, "cactus")


@pytest.mark.parametrize("rules", BOTH)
def test_P3_the_homes_lie_side_by_side(rules):
    assert {at: entry["card"] for at, entry in table(new_game(rules)).items()} == HOMES
    assert [entry["owner"] for entry in new_game(rules).position()["spaces"]] == [0, 1]


def test_P3_option_home_gap_puts_a_space_between():
    state = new_game(options={"home_gap": 1})
    assert list(table(state)) == [(0, 0), (2, 0)]
    between = game(hand="oak", options={"home_gap": 1}, homes=(
        {"at": [0, 0], "owner": 0, "card": "home"}, {"at": [2, 0], "owner": 1, "card": "home"}))  # fmt: skip
    assert [1, 0] in places(between, "oak")
    with pytest.raises(InvalidPosition):
        game(options={"home_gap": 1})


def test_P4_in_13_a_habitat_may_be_the_starter():
    state = new_game(V13, starters=["wood", "home"])
    assert table(state)[0, 0] == {"at": [0, 0], "owner": 0, "card": "wood"}
    assert state.scores == [2, 0]
    assert state.position()["decks"][0].count("wood") == 0
    assert restore(V13, cards_for(V13), state.snapshot()).snapshot() == state.snapshot()


def test_P4_a_habitat_starter_lends_its_terrain_and_climate():
    homes = ({"at": [0, 0], "owner": 0, "card": "wood"}, {"at": [1, 0], "owner": 1, "card": "home"})
    state = game(hand="oak cactus hare", homes=homes, rules=V13)
    assert [-1, 0] in places(state, "oak")
    assert why(state, "play", card="cactus", at=[-1, 0]) == ("no-terrain", "P16")
    assert why(state, "play", card="hare", at=[-1, 0]) == ("no-food", "P18")


def test_P4_in_14a_the_starter_is_home():
    for key in ("wood", "oak", "nothing"):
        with pytest.raises(engine.InvalidSetup):
            new_game(starters=[key, "home"], cards=PLACES)


@pytest.mark.parametrize("rules", BOTH)
def test_P5_home_is_never_moved_covered_or_chosen_and_scores_nothing(rules):
    cards = {"home": {"name": "HOME", "kind": "home", "points": 9, "abilities": {"move": 2}},
             "vine": species(invasive={"on": {"terrains": ["forest"]}}),
             "tick": species(parasitic={"host": {"terrains": ["forest"]}})}  # fmt: skip
    state = game(hand="vine tick hunt", rules=rules, cards=cards)
    assert why(state, "move", start=[0, 0], to=[0, 1]) == ("cannot-move", "P25")
    assert why(state, "play", card="vine", at=[1, 0]) == ("bad-target", "P23")
    assert why(state, "play", card="tick", at=[1, 0], under=True) == ("bad-target", "P24")
    assert why(state, "event", card="hunt", at=[0, 0]) == ("bad-target", "P28")
    assert state.scores == [0, 0]
    assert not [a for a in state.legal(0) if a.get("at") in ([0, 0], [1, 0]) or a["do"] == "move"]


@pytest.mark.parametrize(("rules", "size"), SIZE.items())
def test_P6_a_deck_has_exactly_so_many_cards(rules, size):
    state = new_game(rules)
    assert sum(len(state.position()[pile][0]) for pile in ("hands", "decks")) == size
    for wrong in (size - 1, size + 1, 0):
        with pytest.raises(engine.InvalidSetup, match=f"{size} cards"):
            new_game(rules, deck=["oak"] * wrong)


def test_P6_14a_knows_no_habitat_cards_and_13_does():
    new_game(V13, deck="oak wood")
    for deck, cards in (("oak wood", PLACES), ("oak home", {}), ("oak nothing", {})):
        with pytest.raises(engine.InvalidSetup):
            new_game(deck=deck, cards=cards)


def test_P6_option_max_copies_limits_copies():
    new_game(deck="oak plum", options={"max_copies": 24})
    with pytest.raises(engine.InvalidSetup, match="at most 11"):
        new_game(deck="oak plum", options={"max_copies": 11})


@pytest.mark.parametrize("rules", BOTH)
def test_P7_five_cards_form_the_opening_hand(rules):
    state = new_game(rules, options={"reveal": "choose"})
    assert [len(hand) for hand in state.position()["hands"]] == [5, 5]
    hands = {tuple(new_game(rules, deck="oak plum hare fox", seed=seed).position()["hands"][0])
             for seed in range(9)}  # fmt: skip
    assert len(hands) > 1


def test_P7_in_14a_the_opening_hand_may_be_preselected():
    chosen = [["oak", "oak", "fox", "hare", "oak"], ["hare"] * 5]
    options = {"opening_hand": "preselected", "reveal": "choose"}
    state = new_game(deck="oak hare fox", opening_hands=chosen, options=options)
    assert state.position()["hands"] == chosen
    ignored = new_game(deck="oak hare fox", opening_hands=chosen, options={"reveal": "choose"}, seed=2)
    assert ignored.position()["hands"] != chosen
    for wrong in (
        None,
        [["oak"] * 4, ["hare"] * 5],
        [["fox"] * 9, ["hare"] * 5],
        [["lynx"] * 5, ["hare"] * 5],
    ):
        with pytest.raises(engine.InvalidSetup):
            new_game(deck="oak hare fox", opening_hands=wrong, options=options)
    with pytest.raises(engine.InvalidSetup):
        new_game(V13, opening_hands=[["oak"] * 5, ["hare"] * 5], options=options)


BIG_PLANT, SMALL_CAT = species(scale=9), species(4, scale=2)


@pytest.mark.parametrize(("rules", "first"), [(V14, 1), (V13, 0)])
def test_P8_14a_compares_the_diet_number_and_13_the_scale(rules, first):
    state = new_game(rules, deck="plant", other="cat", cards={"plant": BIG_PLANT, "cat": SMALL_CAT})
    assert state.to_act == (first,)


@pytest.mark.parametrize("rules", BOTH)
def test_P8_a_tie_is_a_coin_flip_from_the_seed(rules):
    for deck in ("oak", "hunt"):
        begins = [new_game(rules, deck=deck, other=deck, seed=seed).to_act for seed in range(20)]
        assert set(begins) == {(0,), (1,)}
        assert begins == [new_game(rules, deck=deck, other=deck, seed=seed).to_act for seed in range(20)]


def test_P8_without_a_species_a_player_counts_zero():
    log = []
    state = new_game(deck="hunt", other="oak", log=log)
    assert state.to_act == (1,)
    assert [entry.get("card") for entry in log if entry["event"] == "revealed"] == [None, "oak"]


def test_P8_option_reveal_lets_the_players_choose_at_the_same_time():
    state = new_game(deck="oak hare", other="hunt", options={"reveal": "choose"}, seed=3)
    assert (state.to_act, names(state)) == ((0, 1), {})
    assert state.legal(0) == [{"do": "reveal", "card": "hare"}, {"do": "reveal", "card": "oak"}]
    assert state.legal(1) == [{"do": "reveal", "card": None}]
    assert why(state, "reveal", card=None) == ("bad-choice", "P8")
    assert why(state, "reveal", card="fox") == ("card-not-held", "P8")
    assert why(state, "reveal", seat=1, card="hunt") == ("bad-choice", "P8")
    assert why(state, "pass") == ("not-your-turn", "P8")
    assert state.apply({"seat": 1, "do": "reveal", "card": None}) == []
    assert state.to_act == (0,)
    assert why(state, "reveal", seat=1, card=None) == ("not-your-turn", "P8")
    again = restore(V14, cards_for(V14), state.snapshot(), options={"reveal": "choose"})
    for each in (state, again):
        log = each.apply({"seat": 0, "do": "reveal", "card": "oak"})
        assert [entry["event"] for entry in log] == ["revealed", "revealed", "begins", "turn", "drew"]
        assert each.to_act == (0,)
    assert len(state.position()["hands"][0]) == 7, "the revealed card stays in hand"
    assert state.snapshot() == again.snapshot()
