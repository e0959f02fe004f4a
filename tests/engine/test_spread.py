"""SPREAD and its face-down cards: P26 and P31."""

import pytest

from tests.engine.build import (
    BOTH,
    V13,
    act,
    discards,
    dos,
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

FROM_HAND = {"hand": "oak plum"}
FROM_PILE = {"discards": ("oak plum", "")}


def spread(state, cards, *to, start=(-1, 0)):
    return why(state, "spread", start=list(start), cards=cards, to=[list(at) for at in to])


@pytest.mark.parametrize(("rules", "source"), [("phylo-1.4a", FROM_PILE), ("phylo-1.3", FROM_HAND)])
def test_P26_cards_come_from_the_own_pile_in_14a_and_from_the_hand_in_13(rules, source):
    state = game(space(-1, 0, 0, "lawn"), rules=rules, **source)
    assert len(dos(state, "spread")) == 2 * 3
    act(state, "spread", start=[-1, 0], cards=["plum"], to=[[-2, 0]])
    assert table(state)[-2, 0] == seedling(-2, 0, 0, "plum", of=[-1, 0])
    position = state.position()
    assert (position["hands"][0], position["discards"][0]) in ((["oak"], []), ([], ["oak"]))
    wrong = game(space(-1, 0, 0, "lawn"), rules=rules, **(FROM_PILE if source is FROM_HAND else FROM_HAND))
    assert spread(wrong, ["oak"], [-2, 0]) == ("card-not-held", "P26")


@pytest.mark.parametrize("rules", BOTH)
def test_P26_pollinator_or_wind_or_free(rules):
    wind = {"owner": 1, "card": "wind", "turns_left": 0}
    cards = {"hidden": species(2, "carnivore", pollinator=True, parasitic={"host": {}})}
    clover, bee = space(-1, 0, 0, "clover"), space(-1, 1, 1, "bee")
    ready = [[clover, bee], [space(-1, 0, 0, "clover", events=[wind])], [space(-1, 0, 0, "lawn")]]
    for spaces in ready:
        assert dos(game(*spaces, rules=rules, **FROM_PILE, **FROM_HAND), "spread")
    under = {"owner": 0, "card": "hidden"}
    idle = [
        [clover],
        [clover, space(-2, 1, 0, "bee")],
        [clover, space(-1, 1, 0, "hare", events=[wind])],
        [clover, space(-1, 1, 0, "hare", under=under)],
        [space(-1, 0, 0, "clover", under=under)],
    ]
    for spaces in idle:
        state = game(*spaces, rules=rules, cards=cards, **FROM_PILE, **FROM_HAND)
        assert not dos(state, "spread")
        assert spread(state, ["oak"], [-2, 0]) == ("cannot-move", "P26")


def test_P26_up_to_so_many_cards_into_empty_spaces_beside():
    state = game(space(-1, 0, 0, "clover"), space(-1, 1, 0, "bee"), discards=("oak oak plum", ""))
    assert spread(state, ["oak", "oak"], [-2, 0], [-1, -1]) is None
    assert spread(state, ["oak"], [-2, 0]) is None, "fewer are legal, but not listed"
    assert all(len(action["cards"]) == 2 for action in dos(state, "spread"))
    assert spread(state, ["oak"], [-1, 1]) == ("space-taken", "P26")
    assert spread(state, ["oak", "plum"], [-2, 0], [-2, 0]) == ("space-taken", "P26")
    assert spread(state, ["oak"], [-3, 0]) == ("too-far", "P26")
    assert spread(state, ["oak", "oak", "oak"], [-2, 0], [-1, -1]) == ("card-not-held", "P26")
    assert spread(state, ["oak", "plum"], [-2, 0]) == ("bad-choice", "P26")
    assert spread(state, []) == ("bad-choice", "P26")
    assert spread(state, ["oak", "oak", "plum"], [-2, 0], [-1, -1]) == ("bad-choice", "P26")


def test_P26_each_assignment_is_listed_once_and_to_ascends():
    state = game(space(-1, 0, 0, "clover"), space(-1, 1, 0, "bee"), discards=("oak oak plum", ""))
    listed = [(action["cards"], action["to"]) for action in dos(state, "spread")]
    spaces = [[-2, 0], [-1, -1]]
    assert listed == [(cards, spaces) for cards in (["oak", "oak"], ["oak", "plum"], ["plum", "oak"])]


@pytest.mark.parametrize(("blocked", "count"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_P26_spread_four_with_few_spaces(blocked, count):
    walls = [space(*at, 0, "oak") for at in ([-2, 0], [-1, 1], [-1, -1])[:blocked]]
    state = game(space(-1, 0, 0, "mint"), *walls, discards=("oak " * 5, ""),
                 cards={"mint": species(spread={"count": 4, "needs": []})})  # fmt: skip
    assert [len(action["to"]) for action in dos(state, "spread")] == ([count] if count else [])


def test_P26_only_the_own_upper_face_up_card_spreads():
    grass = {"grass": species(spread={"count": 1, "needs": []}, parasitic={"host": {}})}
    state = game(space(-1, 0, 0, "oak", under={"owner": 0, "card": "grass"}), space(2, 0, 1, "lawn"),
                 space(0, 1, 0, "lawn"), seedling(0, 2, 0, "lawn", of=[0, 1]), discards=("oak", ""),
                 cards=grass)  # fmt: skip
    assert {tuple(action["from"]) for action in dos(state, "spread")} == {(0, 1)}
    assert spread(state, ["oak"], [-2, 0]) == ("cannot-move", "P26")
    assert spread(state, ["oak"], [3, 0], start=[2, 0]) == ("not-your-card", "P26")
    assert spread(state, ["oak"], [0, 3], start=[0, 2]) == ("cannot-move", "P26")


def test_P26_any_card_needs_no_support_when_placed_but_like_the_original_in_P13():
    cards = {"reed": species(terrains="ocean", spread={"count": 1, "needs": []})}
    state = game(space(-1, 0, 0, "reed"), discards=("rain", ""), cards=cards)
    act(state, "spread", start=[-1, 0], cards=["rain"], to=[[-2, 0]])
    act(state, "pass")
    assert names(state)[-2, 0] == "rain"
    gone = game(space(-1, 0, 0, "reed"), seedling(9, 9, 0, "oak", of=[-1, 0]), cards=cards)
    act(gone, "pass")
    assert discards(gone)[0] == ["oak"]


@pytest.mark.parametrize("rules", BOTH)
def test_P31_a_seedling_has_the_attributes_of_the_original_as_printed(rules):
    dry = {"owner": 0, "card": "drought", "turns_left": 1}
    state = game(
        space(-1, 0, 0, "lawn", events=[dry]),
        seedling(7, 7, 0, "lynx", of=[-1, 0]),
        hand="hare tick",
        rules=rules,
    )
    assert [7, 8] in places(state, "hare")
    assert [-2, 0] not in places(state, "hare")
    assert state.scores == [3, 0]


def test_P31_a_seedling_is_no_target_and_does_nothing():
    cards = {"lawn": species(2, move=2, pollinator=True, spread={"count": 1, "needs": []}),
             "vine": species(invasive={"on": {}}), "mistletoe": species(parasitic={"host": {}})}  # fmt: skip
    state = game(space(-1, 0, 0, "lawn"), seedling(-2, 0, 0, "lawn", of=[-1, 0]), space(-2, 1, 0, "clover"),
                 hand="vine mistletoe hunt", discards=("oak", ""), cards=cards)  # fmt: skip
    assert why(state, "play", card="vine", at=[-2, 0]) == ("bad-target", "P23")
    assert why(state, "play", card="mistletoe", at=[-2, 0], under=True) == ("bad-target", "P24")
    assert why(state, "event", card="hunt", at=[-2, 0]) == ("bad-target", "P28")
    assert moves(state, [-2, 0]) == []
    assert spread(state, ["oak"], [-2, 2], start=[-2, 1]) == ("cannot-move", "P26"), "no pollinator"


@pytest.mark.parametrize("rules", BOTH)
def test_P31_the_original_takes_the_place_of_its_first_seedling(rules):
    wind, under = {"owner": 1, "card": "wind", "turns_left": 1}, {"owner": 1, "card": "mistletoe"}
    state = game(space(-1, 0, 0, "lawn", events=[wind], under=under), seedling(-2, 0, 0, "fox", of=[-1, 0]),
                 seedling(-1, 1, 0, "hare", of=[-1, 0]), hand="hunt", rules=rules)  # fmt: skip
    act(state, "event", card="hunt", at=[-1, 0])
    assert table(state)[-1, 0] == space(-1, 0, 1, "mistletoe")
    assert table(state)[-2, 0] == space(-2, 0, 0, "lawn")
    assert table(state)[-1, 1] == seedling(-1, 1, 0, "hare", of=[-2, 0])
    assert discards(state) == [["fox", "hunt"], ["wind"]]


def test_P31_also_when_an_invader_or_P13_takes_the_original():
    state = game(space(-1, 0, 1, "lawn"), seedling(-1, 1, 1, "fox", of=[-1, 0]), hand="vine")
    act(state, "play", card="vine", at=[-1, 0])
    assert names(state) == {(-1, 0): "vine", (-1, 1): "lawn"}
    lost = game(space(9, 9, 0, "lawn"), seedling(-1, 0, 0, "fox", of=[9, 9]))
    act(lost, "pass")
    assert names(lost) == {(-1, 0): "lawn"}


def test_P31_a_seedling_that_leaves_in_the_same_round_saves_nothing():
    state = game(
        space(9, 9, 0, "lawn"), seedling(7, 7, 0, "fox", of=[9, 9]), seedling(-1, 0, 0, "hare", of=[9, 9])
    )
    act(state, "pass")
    assert names(state) == {(-1, 0): "lawn"}
    assert sorted(discards(state)[0]) == ["fox", "hare"]


def test_P31_in_13_a_covered_original_still_lies_there():
    state = game(
        space(-1, 0, 1, "lawn"),
        seedling(-1, 1, 1, "fox", of=[-1, 0]),
        space(0, 1, 0, "oak"),
        hand="vine",
        rules=V13,
        cards={"vine": species(invasive={"on": {}}, move=1)},
    )
    act(state, "play", card="vine", at=[-1, 0])
    assert table(state)[-1, 1] == seedling(-1, 1, 1, "fox", of=[-1, 0])
    act(state, "move", start=[-1, 0], to=[-2, 0])
    assert table(state)[-1, 0] == space(-1, 0, 1, "lawn")


def test_P31_seedlings_of_a_card_under_control_belong_to_its_player():
    lure = {"owner": 0, "card": "lure", "turns_left": 1}
    state = game(space(2, 0, 1, "lawn", events=[lure]), hand="hunt", discards=("plum", ""))
    act(state, "spread", start=[2, 0], cards=["plum"], to=[[3, 0]])
    assert table(state)[3, 0] == seedling(3, 0, 0, "plum", of=[2, 0])
    act(state, "event", card="hunt", at=[2, 0])
    assert table(state) == {(0, 0): space(0, 0, 0, "home"), (1, 0): space(1, 0, 1, "home"),
                            (3, 0): space(3, 0, 1, "lawn")}  # fmt: skip
    assert discards(state)[0] == ["lure", "plum", "hunt"]
