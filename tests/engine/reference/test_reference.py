"""Hand-made positions that check the reference itself against the clauses."""

from . import action_order
from .positions import CARDS, act, entry, game, legal, on_table, places, species


def test_p17_home_bears_number_one_only_whatever_its_terrain():
    made = game(hand=["cactus", "hare"])
    assert places(made, "cactus") == [[-1, 0], [0, -1], [0, 1], [1, -1], [1, 1], [2, 0]]
    assert places(made, "hare") == []


def test_p18_herbivore_carnivore_and_scale():
    made = game(entry(-1, 0, 0, "oak"), entry(-2, 0, 0, "hare"), hand=["hare", "stoat", "fox"])
    assert [-1, 1] in places(made, "hare")
    assert [-2, 1] not in places(made, "hare")
    assert places(made, "stoat") == []
    assert places(made, "fox") == [[-3, 0], [-2, -1], [-2, 1]]


def test_p18_omnivore_eats_photosynthetic_in_14a_and_plantae_in_13():
    spaces = entry(-1, 0, 0, "oak"), entry(0, 1, 0, "fungus")
    for rules in ("phylo-1.4a", "phylo-1.3"):
        made = game(*spaces, hand=["robin"], rules=rules)
        assert places(made, "robin") == [[-2, 0], [-1, -1], [-1, 1]]


def test_p18_food_step_is_an_option():
    spaces = entry(-1, 0, 0, "oak"), entry(-2, 0, 0, "robin")
    assert places(game(*spaces, hand=["fox"]), "fox") == []
    assert [-3, 0] in places(game(*spaces, hand=["fox"], rules="phylo-1.3"), "fox")
    assert [-3, 0] in places(game(*spaces, hand=["fox"], options={"food_step": "same-or-below"}), "fox")
    assert places(game(*spaces, hand=["fox"], rules="phylo-1.3", options={"food_step": "below"}), "fox") == []


def test_p19_in_13_a_played_species_needs_an_own_neighbour_but_a_moved_one_does_not():
    spaces = entry(2, 0, 1, "oak"), entry(2, 1, 0, "hare")
    made = game(*spaces, hand=["oak"], rules="phylo-1.3")
    assert [3, 0] not in places(made, "oak")
    assert [3, 1] in places(made, "oak")
    assert [3, 0] in places(game(*spaces, hand=["oak"]), "oak")
    assert {"do": "move", "from": [2, 1], "to": [1, 1]} not in made.legal()
    made = game(entry(2, 0, 1, "oak"), entry(3, 1, 0, "hare"), rules="phylo-1.3")
    assert [action["to"] for action in legal(made, "move")] == [[2, 1], [3, 0]]


def test_p20_plant_and_animal_support_each_other_without_a_path_to_home():
    made = game(entry(-5, 0, 0, "plum"), entry(-6, 0, 0, "horse"))
    act(made, "pass")
    assert (-5, 0) in on_table(made)
    assert (-6, 0) in on_table(made)


def test_p21_habitats_bear_number_one_score_and_stay():
    made = game(entry(-7, 7, 1, "pond"), hand=["pond", "oak"], rules="phylo-1.3")
    assert [-1, 0] in places(made, "pond")
    assert [-8, 7] in places(made, "pond")
    assert [-8, 7] not in places(made, "oak")
    act(made, "play", card="pond", at=[-8, 7])
    assert [-9, 7] in places(made, "oak")
    act(made, "pass")
    assert (-8, 7) in on_table(made)
    assert made.scores() == [2, 2]


def test_p12_discard_draws_what_is_left_and_needs_a_deck():
    made = game(hand=["oak", "hare"], decks=[["fox", "lynx"], ["oak"]])
    act(made, "discard", card="oak")
    assert made.position()["hands"][0] == ["hare", "fox", "lynx"]
    assert made.position()["discards"][0] == ["oak"]
    assert legal(made, "discard") == []


def test_p13_cascade_in_rounds_in_order_of_placement():
    wind = [{"owner": 1, "card": "wind", "turns_left": 1}]
    made = game(
        entry(-6, 0, 0, "fox"),
        entry(-5, 0, 0, "hare"),
        entry(-7, 0, 1, "hare"),
        entry(-9, 0, 0, "oak", events=wind),
    )
    act(made, "pass")
    assert made.position()["discards"] == [["hare", "oak"], ["wind"]]
    assert (-6, 0) in on_table(made)
    act(made, "pass")
    assert (-7, 0) not in on_table(made)
    act(made, "pass")
    assert made.position()["discards"] == [["hare", "oak", "fox"], ["wind", "hare"]]


def test_p11_an_event_ends_the_turn_in_14a_only():
    for rules, seats in (("phylo-1.4a", [1]), ("phylo-1.3", [0])):
        made = game(entry(2, 0, 1, "oak"), hand=["wildfire", "wildfire"], rules=rules)
        act(made, "event", card="wildfire", at=[2, 0])
        assert made.to_act() == seats
        assert made.position()["discards"] == [["wildfire"], ["oak"]]


def test_p23_invader_discards_in_14a():
    lying = [{"owner": 0, "card": "wind", "turns_left": 1}, {"owner": 1, "card": "ice", "turns_left": 1}]
    made = game(entry(2, 0, 1, "oak", events=lying), entry(2, 1, 1, "hare"), hand=["vine"])
    assert [2, 0] in places(made, "vine")
    assert [2, 1] not in places(made, "vine")
    act(made, "play", card="vine", at=[2, 0])
    assert made.position()["discards"] == [["wind"], ["ice", "oak"]]
    assert [space["card"] for space in made.position()["spaces"]] == ["home", "home", "vine", "hare"]


def test_p23_invader_covers_in_13_and_releases():
    made = game(entry(0, 1, 1, "oak"), hand=["vine", "vine", "wildfire"], rules="phylo-1.3")
    act(made, "play", card="vine", at=[0, 1])
    assert on_table(made)[0, 1]["covered"] == {"owner": 1, "card": "oak"}
    assert made.scores() == [1, 0]
    assert [0, 1] not in places(made, "vine")
    act(made, "event", card="wildfire", at=[0, 1])
    assert on_table(made)[0, 1] == entry(0, 1, 1, "oak")
    assert made.position()["discards"][0] == ["vine", "wildfire"]


def test_p23_what_a_moving_invader_releases_in_13_feeds_it_at_once():
    cards = {**CARDS, "snail": species(2, "herbivore", 3, abilities={"move": 1})}
    snail = entry(-5, 0, 0, "snail", covered={"owner": 1, "card": "oak"})
    made = game(snail, rules="phylo-1.3", cards=cards)
    assert [action["to"] for action in legal(made, "move")] == [[-6, 0], [-5, -1], [-5, 1], [-4, 0]]
    act(made, "move", **{"from": [-5, 0], "to": [-6, 0]})
    assert made.position()["spaces"][2:] == [entry(-5, 0, 1, "oak"), entry(-6, 0, 0, "snail")]


def test_p23_an_invaded_original_moves_to_its_seedling_in_14a():
    seed = entry(-2, 0, 1, "fox", face_down={"of": [-1, 0]})
    made = game(seed, entry(-1, 0, 1, "lawn"), hand=["vine"])
    act(made, "play", card="vine", at=[-1, 0])
    assert made.position()["spaces"][2:] == [entry(-2, 0, 1, "lawn"), entry(-1, 0, 0, "vine")]
    assert made.position()["discards"] == [[], ["fox"]]


def test_p24_parasite_lives_under_a_host_and_scores():
    made = game(entry(2, 0, 1, "oak"), entry(3, 0, 1, "hare"), hand=["tick", "fluke"])
    assert places(made, "fluke") == []
    assert [action["at"] for action in legal(made, "play", "fluke")] == [[3, 0]]
    act(made, "play", card="fluke", at=[3, 0], under=True)
    assert made.scores() == [2, 8]
    assert [action["at"] for action in legal(made, "play", "tick") if action.get("under")] == [[2, 0]]


def test_p24_the_orphan_that_needs_a_host_goes_in_the_same_p13():
    made = game(entry(-5, 0, 0, "hare", under={"owner": 0, "card": "fluke"}))
    act(made, "pass")
    assert made.position()["discards"][0] == ["hare", "fluke"]
    made = game(entry(-5, 0, 0, "hare", under={"owner": 1, "card": "fluke"}))
    act(made, "pass")
    assert on_table(made)[-5, 0] == entry(-5, 0, 1, "fluke")
    act(made, "pass")
    assert (-5, 0) not in on_table(made)


def test_p24_parasite_without_common_terrain_leaves_its_host():
    drought = [{"owner": 1, "card": "drought", "turns_left": 1}]
    made = game(entry(-1, 0, 0, "oak", under={"owner": 0, "card": "tick"}, events=drought))
    act(made, "pass")
    assert on_table(made)[-1, 0] == entry(
        -1, 0, 0, "oak", events=[{"owner": 1, "card": "drought", "turns_left": 0}]
    )
    assert made.position()["discards"][0] == ["tick"]


def test_p25_move_in_lines_and_flight_with_diagonals():
    made = game(entry(-1, 0, 0, "oak"), entry(-1, 1, 0, "hare"), entry(-2, 0, 0, "bee"))
    assert {"do": "move", "from": [-1, 1], "to": [-2, 1]} not in made.legal()
    assert {"do": "move", "from": [-2, 0], "to": [-1, -1]} in made.legal()
    assert {"do": "move", "from": [-2, 0], "to": [-2, 1]} not in made.legal()
    act(made, "move", **{"from": [-2, 0], "to": [-1, -1]})
    assert [space["card"] for space in made.position()["spaces"]][-1] == "bee"


def test_p26_spread_needs_pollinator_or_wind_and_lists_only_the_fullest():
    oak, clover = entry(-1, 0, 0, "oak"), entry(-2, 0, 0, "clover")
    piles = (["hare", "wind"], [])
    assert legal(game(oak, clover, discards=piles), "spread") == []
    wind = [{"owner": 1, "card": "wind", "turns_left": 0}]
    assert len(legal(game(oak, {**clover, "events": wind}, discards=piles), "spread")) == 6
    made = game(oak, clover, entry(-2, 1, 1, "bee"), discards=piles)
    assert legal(made, "spread") == [
        {"do": "spread", "from": [-2, 0], "cards": ["hare", "wind"], "to": [[-3, 0], [-2, -1]]},
        {"do": "spread", "from": [-2, 0], "cards": ["wind", "hare"], "to": [[-3, 0], [-2, -1]]},
    ]
    act(made, "spread", **{"from": [-2, 0], "cards": ["wind", "hare"], "to": [[-3, 0], [-2, -1]]})
    assert on_table(made)[-3, 0] == entry(-3, 0, 0, "wind", face_down={"of": [-2, 0]})
    assert made.position()["discards"][0] == []
    act(made, "pass")
    assert (-3, 0) in on_table(made)


def test_p26_in_13_the_hand_spreads():
    made = game(entry(-1, 0, 0, "lawn"), hand=["fox"], discards=(["oak"], []), rules="phylo-1.3")
    assert {action["cards"][0] for action in legal(made, "spread")} == {"fox"}


def test_p31_face_down_card_feeds_is_no_target_and_scores_nothing():
    seed = entry(-2, 0, 0, "fox", face_down={"of": [-1, 0]})
    made = game(entry(-1, 0, 0, "lawn"), seed, hand=["hare", "drought", "vine"])
    assert [-3, 0] in places(made, "hare")
    assert [action["at"] for action in legal(made, "event")] == [[-1, 0]]
    assert [-2, 0] not in places(made, "vine")
    assert made.scores() == [3, 0]


def test_p31_the_original_takes_the_place_of_its_oldest_seedling():
    wind = [{"owner": 1, "card": "wind", "turns_left": 1}]
    spaces = (
        entry(-1, 0, 0, "lawn", under={"owner": 1, "card": "tick"}, events=wind),
        entry(-2, 0, 0, "fox", face_down={"of": [-1, 0]}),
        entry(-1, 1, 0, "stoat", face_down={"of": [-1, 0]}),
    )
    made = game(*spaces, hand=["wildfire"])
    act(made, "event", card="wildfire", at=[-1, 0])
    assert made.position()["spaces"][2:] == [
        entry(-1, 0, 1, "tick"),
        entry(-2, 0, 0, "lawn"),
        entry(-1, 1, 0, "stoat", face_down={"of": [-2, 0]}),
    ]
    assert made.position()["discards"] == [["fox", "wildfire"], ["wind"]]


def test_p31_a_seedling_that_leaves_in_the_same_round_is_no_refuge():
    made = game(
        entry(-5, 0, 0, "lawn"),
        entry(-7, 0, 0, "fox", face_down={"of": [-5, 0]}),
        entry(-1, 0, 0, "stoat", face_down={"of": [-5, 0]}),
    )
    act(made, "pass")
    assert made.position()["spaces"][2:] == [entry(-1, 0, 0, "lawn")]
    assert made.position()["discards"][0] == ["stoat", "fox"]


def test_p27_feeds_also_escapes_feeds_only_number_diet_and_scale():
    made = game(entry(-1, 0, 0, "fungus"), entry(0, 1, 0, "hare"), hand=["wren"])
    assert places(made, "wren") == [[-2, 0], [-1, -1], [-1, 1]]


def test_p27_must_be_beside_is_asked_besides_support():
    made = game(entry(-1, 0, 0, "oak"), entry(-2, 1, 1, "pond"), hand=["frog"], rules="phylo-1.3")
    assert places(made, "frog") == [[-2, 0], [-1, 1], [0, -1], [0, 1]]


def test_p29_a_lasting_event_works_its_turns_and_expires_after_p13():
    made = game(entry(2, 0, 1, "oak"), entry(3, 0, 1, "hare"), hand=["drought"])
    act(made, "event", card="drought", at=[2, 0])
    assert on_table(made)[2, 0]["events"] == [{"owner": 0, "card": "drought", "turns_left": 1}]
    act(made, "pass")
    assert (3, 0) not in on_table(made)
    assert on_table(made)[2, 0]["events"][0]["turns_left"] == 0
    act(made, "pass")
    assert "events" not in on_table(made)[2, 0]
    assert made.position()["discards"] == [["drought"], ["hare"]]


def test_p30_climate_shift_stops_at_the_ends():
    warming = [
        {"owner": 1, "card": "warming", "turns_left": 1},
        {"owner": 1, "card": "warming", "turns_left": 1},
    ]
    made = game(entry(-1, 0, 0, "plum", events=warming), hand=["cactus", "oak"])
    assert [-2, 0] not in places(made, "cactus")
    made = game(entry(-1, 0, 0, "cactus", events=warming), hand=["cactus"])
    assert [-2, 0] in places(made, "cactus")


def test_p30_freeze_with_a_criterion_holds_the_neighbours_of_the_moment():
    ice = {"events": [{"owner": 1, "card": "ice", "turns_left": 1}]}
    near, far, hare = entry(-1, 0, 0, "oak"), entry(-2, 0, 0, "oak"), entry(-1, 1, 0, "hare")
    free = [{"do": "move", "from": [-1, 1], "to": [-2, 1]}]
    assert legal(game(near, far, hare), "move") == free
    assert legal(game({**near, **ice}, far, hare), "move") == []
    assert legal(game(near, {**far, **ice}, hare), "move") == free
    assert legal(game(near, far, {**hare, **ice}), "move") == free


def test_p30_control_for_a_while_and_for_good():
    made = game(entry(2, 0, 1, "oak"), entry(3, 0, 1, "hare"), hand=["lure", "migration"], rules="phylo-1.3")
    act(made, "event", card="lure", at=[3, 0])
    assert made.scores() == [0, 3]
    assert on_table(made)[3, 0]["owner"] == 1
    act(made, "event", card="migration", at=[2, 0])
    assert made.scores() == [3, 0]
    assert on_table(made)[2, 0]["owner"] == 0
    assert made.position()["discards"] == [["migration"], []]


def test_p30_neighbours_are_discarded_left_right_down_up():
    made = game(
        entry(3, 1, 1, "hare"),
        entry(3, -1, 1, "fox"),
        entry(4, 0, 1, "robin"),
        entry(2, 0, 1, "stoat"),
        entry(3, 0, 1, "oak"),
        hand=["eruption"],
    )
    act(made, "event", card="eruption", at=[3, 0])
    assert made.position()["discards"][1] == ["stoat", "robin", "fox", "hare"]


def test_p30_recover_sees_what_the_effect_before_it_discarded():
    spaces = entry(-1, 0, 0, "oak"), entry(2, 0, 1, "plum")
    made = game(*spaces, hand=["rescue"], discards=(["fox", "wind"], []))
    assert legal(made, "event") == [
        {"do": "event", "card": "rescue", "at": [-1, 0], "choose": ["fox"]},
        {"do": "event", "card": "rescue", "at": [-1, 0], "choose": ["oak"]},
        {"do": "event", "card": "rescue", "at": [2, 0]},
    ]
    act(made, "event", card="rescue", at=[-1, 0], choose=["oak"])
    assert made.position()["hands"][0] == ["oak"]
    assert made.position()["discards"][0] == ["fox", "wind", "rescue"]


def test_p30_the_other_players_discards_are_named_in_choose():
    made = game(entry(2, 0, 1, "oak"), hand=["storm"], other=["fox", "hare"], rules="phylo-1.3")
    act(made, "event", card="storm", at=[2, 0], choose=["hare"])
    assert made.position()["hands"] == [["oak"], ["fox"]]
    assert made.position()["discards"] == [["storm"], ["hare"]]


def test_p32_the_other_player_takes_one_more_turn_and_a_draw_is_a_draw():
    made = game(decks=[[], ["fox", "fox"]])
    act(made, "pass")
    assert made.position()["turn"]["last_turn"] is True
    assert made.position()["decks"] == [[], []]
    act(made, "pass")
    assert made.over
    assert (made.to_act(), made.legal(), made.winner) == ([], [], "draw")


def test_p34_resignation():
    made = game(entry(-1, 0, 0, "oak"))
    made.apply({"seat": 0, "do": "resign"})
    assert (made.over, made.winner) == (True, 1)


def test_legal_is_sorted_and_only_pass_remains_without_actions():
    made = game(entry(-1, 0, 0, "plum"), entry(-2, 0, 0, "horse"), hand=["oak", "drought", "hare"])
    assert made.legal() == sorted(made.legal(), key=action_order)
    assert game(hand=["oak"], actions_left=0).legal() == [{"do": "pass"}]
    once = game(entry(2, 0, 1, "oak"), hand=["drought", "oak"], event_played=True)
    assert once.legal() == [{"do": "pass"}]
