"""Events: P28 to P30."""

import pytest

from tests.engine.build import (
    BOTH,
    V13,
    V14,
    act,
    discards,
    dos,
    event,
    game,
    moves,
    names,
    places,
    seedling,
    space,
    species,
    table,
    why,
)


def lying(card, left, owner=0):
    return {"owner": owner, "card": card, "turns_left": left}


@pytest.mark.parametrize("rules", BOTH)
def test_P28_on_either_players_species_that_meets_the_criterion(rules):
    state = game(space(-1, 0, 0, "oak"), space(2, 0, 1, "oak"), space(3, 0, 1, "hare"), hand="wildfire hunt",
                 rules=rules)  # fmt: skip
    targets = [action["at"] for action in dos(state, "event") if action["card"] == "wildfire"]
    assert targets == [[-1, 0], [2, 0]]
    assert why(state, "event", card="wildfire", at=[3, 0]) == ("bad-target", "P28")
    assert why(state, "event", card="hunt", at=[3, 0]) is None, "no criterion: any species"
    assert why(state, "event", card="hunt", at=[9, 9]) == ("bad-target", "P28")


def test_P28_never_on_home_a_habitat_or_a_face_down_card():
    state = game(space(-1, 0, 0, "lawn"), seedling(-2, 0, 0, "oak", of=[-1, 0]), space(0, 1, 0, "wood"),
                 hand="hunt", rules=V13)  # fmt: skip
    assert [action["at"] for action in dos(state, "event")] == [[-1, 0]]
    for at in ([0, 0], [0, 1], [-2, 0]):
        assert why(state, "event", card="hunt", at=at) == ("bad-target", "P28")


@pytest.mark.parametrize("rules", BOTH)
def test_P28_what_depended_on_the_target_stays_until_its_owners_own_P13(rules):
    state = game(space(-1, 0, 1, "oak"), space(-2, 0, 1, "hare"), hand="hunt", rules=rules)
    act(state, "event", card="hunt", at=[-1, 0])
    assert discards(state) == [["hunt"], ["oak"]]
    if rules == V13:
        act(state, "pass")
    assert names(state) == {(-2, 0): "hare"}
    assert state.to_act == (1,)
    act(state, "pass")
    assert names(state) == {}


def test_P29_without_a_duration_it_goes_to_its_players_pile():
    state = game(space(-1, 0, 1, "oak"), hand="rain")
    act(state, "event", card="rain", at=[-1, 0])
    assert discards(state) == [["rain"], []]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_P29_it_works_for_the_next_turns_of_both_players(turns):
    state = game(space(-1, 0, 0, "oak"), hand="curse",
                 cards={"curse": event({"do": "change-points", "by": -1}, duration=turns)})  # fmt: skip
    act(state, "event", card="curse", at=[-1, 0])
    for left in range(turns - 1, -1, -1):
        assert table(state)[-1, 0]["events"] == [lying("curse", left)]
        assert state.scores[0] == 2
        act(state, "pass")
    assert "events" not in table(state)[-1, 0]
    assert (discards(state)[0], state.scores[0]) == (["curse"], 3)


def test_P29_it_works_in_the_P13_of_its_last_turn():
    state = game(space(5, 5, 0, "oak"), space(5, 6, 0, "oak", events=[lying("drought", 0, 1)]))
    act(state, "pass")
    assert names(state) == {}


def test_P29_it_goes_when_its_species_leaves_the_table():
    state = game(space(5, 5, 0, "oak", events=[lying("ice", 2, 1), lying("wind", 1)]))
    act(state, "pass")
    assert discards(state) == [["wind", "oak"], ["ice"]]


def test_P30_effects_run_in_the_order_on_the_card():
    cards = {"first": event("discard", {"do": "recover", "count": 1}),
             "last": event({"do": "recover", "count": 1}, "discard")}  # fmt: skip
    for key, hand in (("first", ["oak"]), ("last", [])):
        state = game(space(-1, 0, 0, "oak"), hand=key, cards=cards)
        act(state, "event", card=key, at=[-1, 0])
        assert state.position()["hands"][0] == hand


@pytest.mark.parametrize(
    ("effect", "card"),
    [
        ({"do": "set-terrains", "to": ["desert"]}, species(terrains="desert")),
        ({"do": "add-terrains", "to": ["desert", "ocean"]}, species(terrains="desert")),
        ({"do": "set-climates", "to": ["hot"]}, species(climates="hot")),
        ({"do": "add-climates", "to": ["hot"]}, species(climates="hot")),
        ({"do": "shift-climate", "by": 2}, species(climates="hot")),
        ({"do": "shift-climate", "by": 99}, species(climates="hot")),
        ({"do": "shift-climate", "by": -9}, species(climates="cold")),
    ],
)
def test_P30_terrain_and_climate_change(effect, card):
    cards = {"change": event(effect, duration=1), "card": card}
    state = game(space(5, 5, 0, "oak"), hand="change card", cards=cards, rules=V13)
    assert [5, 6] not in places(state, "card")
    act(state, "event", card="change", at=[5, 5])
    assert [5, 6] in places(state, "card")


@pytest.mark.parametrize("what", ["terrains", "climates"])
def test_P30_remove_terrain_and_climate(what):
    gone = {"do": f"remove-{what}", "to": ["forest"] if what == "terrains" else ["cool"]}
    state = game(space(5, 5, 0, "oak"), hand="gone oak", cards={"gone": event(gone, duration=1)}, rules=V13)
    assert [5, 6] in places(state, "oak")
    act(state, "event", card="gone", at=[5, 5])
    assert [5, 6] not in places(state, "oak")


def test_P30_the_oldest_event_changes_first():
    cards = {"add": event({"do": "add-terrains", "to": ["ocean"]}, duration=2),
             "seal": species(terrains="ocean")}  # fmt: skip
    for order, fits in ((("drought", "add"), True), (("add", "drought"), False)):
        events = [lying(key, 1) for key in order]
        state = game(space(5, 5, 0, "oak", events=events), hand="seal", cards=cards)
        assert ([5, 6] in places(state, "seal")) == fits


def test_P30_freeze_holds_the_target_in_its_place():
    state = game(
        space(0, 1, 0, "hare", events=[lying("ice", 1)]), space(0, 2, 0, "oak"), space(-2, 1, 0, "oak")
    )
    assert moves(state, [0, 1]) == []
    assert why(state, "move", start=[0, 1], to=[-1, 1]) == ("cannot-move", "P30")
    stiff = game(space(0, 1, 0, "lawn", events=[lying("ice", 1)]), discards=("oak", ""))
    assert dos(stiff, "spread") == []
    assert why(stiff, "spread", start=[0, 1], cards=["oak"], to=[[0, 2]]) == ("cannot-move", "P30")


def test_P30_freeze_with_a_criterion_holds_whichever_are_neighbours():
    cards = {"trap": event({"do": "freeze", "which": {"kingdom": "Animalia"}}, duration=1)}
    trap = [lying("trap", 1, 1)]
    state = game(
        space(0, 1, 0, "oak", events=trap), space(0, 2, 0, "hare"), space(-1, 3, 0, "oak"), cards=cards
    )
    assert moves(state, [0, 2]) == []
    other = game(
        space(0, 1, 0, "oak", events=trap), space(0, 3, 0, "hare"), space(0, 4, 0, "oak"), cards=cards
    )
    assert moves(other, [0, 3]) == [[0, 2]]
    act(other, "move", start=[0, 3], to=[0, 2])
    assert why(other, "move", start=[0, 2], to=[0, 3]) == ("cannot-move", "P30")


@pytest.mark.parametrize("rules", BOTH)
def test_P30_control_without_a_duration_is_for_good(rules):
    state = game(space(2, 0, 1, "oak"), hand="gift", rules=rules)
    act(state, "event", card="gift", at=[2, 0])
    assert table(state)[2, 0] == space(2, 0, 0, "oak")
    assert state.scores == [3, 0]


def test_P30_control_with_a_duration_leaves_the_owner():
    state = game(space(2, 0, 1, "oak"), space(2, 1, 1, "hare"), space(3, 2, 1, "oak"), hand="lure", rules=V13)
    act(state, "event", card="lure", at=[2, 1])
    assert table(state)[2, 1]["owner"] == 1
    assert state.scores == [5, 6]
    assert moves(state, [2, 1]) == [[2, 2], [3, 1]]
    far = game(space(9, 9, 1, "hare", events=[lying("lure", 1)]))
    act(far, "pass")
    assert discards(far) == [["lure"], ["hare"]]


def test_P30_points_may_fall_below_zero():
    state = game(space(-1, 0, 0, "oak"), hand="curse",
                 cards={"curse": event({"do": "change-points", "by": -9}, duration=1)})  # fmt: skip
    act(state, "event", card="curse", at=[-1, 0])
    assert state.scores == [-6, 0]


def test_P30_discard_neighbours_spares_starters_seedlings_and_the_target():
    quake = event({"do": "discard-neighbours", "which": {"terrains": ["forest"]}})
    state = game(space(0, 1, 0, "lawn"), seedling(1, 1, 0, "oak", of=[0, 1]), space(-1, 1, 1, "oak"),
                 space(0, 2, 1, "horse"), hand="quake", cards={"quake": quake})  # fmt: skip
    log = act(state, "event", card="quake", at=[0, 1])
    assert [entry["at"] for entry in log if entry["event"] == "removed"] == [[-1, 1]]
    assert discards(state)[1] == ["oak"]


def test_P30_draw_recover_and_the_other_players_loss():
    mixed = event(
        {"do": "draw", "count": 2}, {"do": "recover", "count": 1}, {"do": "opponent-discards", "count": 2}
    )
    state = game(
        space(-1, 0, 0, "oak"),
        hand="mixed",
        other="fox",
        deck="hare bee",
        discards=("rain lynx", ""),
        cards={"mixed": mixed},
    )
    act(state, "event", card="mixed", at=[-1, 0])
    assert state.position()["hands"][0] == ["hare", "bee", "lynx"]
    assert discards(state) == [["rain", "mixed"], ["fox"]]


def test_P30_recover_leaves_a_choice_that_is_listed_and_has_to_be_made():
    state = game(space(-1, 0, 0, "oak"), hand="nest", discards=("oak fox oak rain", ""))
    assert [action["choose"] for action in dos(state, "event")] == [["fox"], ["oak"]]
    assert why(state, "event", card="nest", at=[-1, 0]) == ("bad-choice", "P30")
    for wrong in ([], ["rain"], ["oak", "oak"], ["lynx"]):
        assert why(state, "event", card="nest", at=[-1, 0], choose=wrong) == ("bad-choice", "P30")
    act(state, "event", card="nest", at=[-1, 0], choose=["oak"])
    assert state.position()["hands"][0] == ["oak"]
    assert discards(state)[0] == ["fox", "oak", "rain", "nest"]


def test_P30_two_recovers_with_a_discard_between_choose_each_on_the_table_as_it_is():
    twice = event({"do": "recover", "count": 1}, "discard", {"do": "recover", "count": 1})
    state = game(space(-1, 0, 0, "hare"), hand="twice", discards=("oak fox", ""), cards={"twice": twice})
    listed = [action["choose"] for action in dos(state, "event")]
    assert listed == [["fox", "hare"], ["fox", "oak"], ["oak", "fox"], ["oak", "hare"]]
    act(state, "event", card="twice", at=[-1, 0], choose=["oak", "hare"])
    assert state.position()["hands"][0] == ["oak", "hare"]
    assert discards(state)[0] == ["fox", "twice"]


@pytest.mark.parametrize("choose", [{}, {"choose": ["oak"]}, {"choose": []}])
def test_P30_the_only_choice_may_be_left_out_or_given(choose):
    cards = {"salvage": event("discard", {"do": "recover", "count": 1})}
    state = game(space(-1, 0, 0, "oak"), hand="salvage", cards=cards)
    assert dos(state, "event") == [{"do": "event", "card": "salvage", "at": [-1, 0]}]
    act(state, "event", card="salvage", at=[-1, 0], **choose)
    assert state.position()["hands"][0] == ["oak"]


def test_P30_the_other_players_cards_are_drawn_at_random_or_as_a_record_says():
    def losing(**more):
        state = game(space(-1, 0, 0, "oak"), hand="storm", other="oak hare fox lynx bee", rules=V14)
        state.chance = more.pop("chance", 0)
        act(state, "event", card="storm", at=[-1, 0], **more)
        return discards(state)[1]

    assert len({tuple(losing(chance=chance)) for chance in range(30)}) > 2
    assert losing(choose=["lynx"]) == ["lynx"]
    state = game(space(-1, 0, 0, "oak"), hand="storm", other="oak hare")
    for wrong in (["fox"], ["oak", "hare"]):
        assert why(state, "event", card="storm", at=[-1, 0], choose=wrong) == ("bad-choice", "P30")


def test_P30_in_choose_what_chance_took_comes_after_what_was_recovered():
    swap = event({"do": "recover", "count": 1}, {"do": "opponent-discards", "count": 1})
    for choose in (["oak"], ["oak", "oak"]):
        state = game(space(-1, 0, 0, "oak"), hand="swap", other="fox bee oak hare", discards=("oak", ""),
                     cards={"swap": swap})  # fmt: skip
        act(state, "event", card="swap", at=[-1, 0], choose=choose)
        assert discards(state)[1] == ["oak"]
        assert state.position()["hands"][0] == ["oak"]


def test_P30_an_event_on_a_host_leaves_its_parasite_which_may_be_a_target_then():
    under = {"owner": 0, "card": "mistletoe"}
    state = game(space(-1, 0, 1, "oak", under=under), hand="hunt drought", rules=V13)
    act(state, "event", card="hunt", at=[-1, 0])
    assert table(state)[-1, 0] == space(-1, 0, 0, "mistletoe")
    act(state, "event", card="drought", at=[-1, 0])
    act(state, "pass")
    assert (-1, 0) in names(state), "HOME supports number 1 whatever its terrain"
