"""Refusals: which of several is reported, the clause, the nearest neighbour, and the sentence."""

import pytest

import engine
from engine.phylo.record import judge
from engine.phylo.start import from_position
from tests.engine.build import V13, V14, cards_for, game, position, record, space, species, why

OAK = space(-1, 0, 0, "oak")
# Each action breaks several checks; the first in the order of the record format is reported.
ORDER = [
    ({"last_turn": True}, {"do": "dance"}, "game-over"),
    ({}, {"do": "dance", "seat": 1}, "unknown-action"),
    ({"actions_left": 0}, {"do": "discard", "seat": 1, "card": "lynx"}, "not-your-turn"),
    ({"actions_left": 0, "event_played": True},
     {"do": "event", "card": "hunt", "at": [0, 0]}, "no-actions-left"),
    ({"event_played": True}, {"do": "event", "card": "gift", "at": [0, 0]}, "event-already-played"),
    ({"deck": ""}, {"do": "discard", "card": "lynx"}, "card-not-held"),
    ({}, {"do": "play", "card": "lynx", "at": [0, 0]}, "card-not-held"),
    ({}, {"do": "event", "card": "gift", "at": [0, 0]}, "card-not-held"),
    ({}, {"do": "spread", "from": [1, 0], "cards": ["lynx"], "to": [[9, 9]]}, "card-not-held"),
    ({"deck": ""}, {"do": "discard", "card": "hare"}, "deck-empty"),
    ({}, {"do": "move", "from": [1, 0], "to": [9, 9]}, "not-your-card"),
    ({}, {"do": "spread", "from": [1, 0], "cards": ["oak"], "to": [[9, 9]]}, "not-your-card"),
    ({}, {"do": "move", "from": [-1, 0], "to": [9, 9]}, "cannot-move"),
    ({}, {"do": "spread", "from": [-1, 0], "cards": ["oak"], "to": [[9, 9]]}, "cannot-move"),
    ({}, {"do": "move", "from": [-1, 1], "to": [0, 0]}, "too-far"),
    ({}, {"do": "spread", "from": [0, 1], "cards": ["oak"], "to": [[0, 0], [9, 9]]}, "too-far"),
    ({}, {"do": "move", "from": [-1, 1], "to": [-1, 0]}, "space-taken"),
    ({}, {"do": "play", "card": "hare", "at": [0, 0]}, "space-taken"),
    ({}, {"do": "play", "card": "hunt", "at": [0, 0]}, "space-taken"),
    ({}, {"do": "spread", "from": [0, 1], "cards": ["oak", "oak"], "to": [[0, 0]]}, "space-taken"),
    ({}, {"do": "play", "card": "vine", "at": [3, 3]}, "stack-full"),
    ({}, {"do": "play", "card": "hare", "at": [3, 3], "under": True}, "stack-full"),
    ({}, {"do": "play", "card": "vine", "at": [5, 5]}, "bad-target"),
    ({}, {"do": "play", "card": "hare", "at": [0, 0], "under": True}, "bad-target"),
    ({}, {"do": "play", "card": "fluke", "at": [9, 9]}, "bad-target"),
    ({}, {"do": "event", "card": "hare", "at": [0, 0]}, "bad-target"),
    ({}, {"do": "event", "card": "wildfire", "at": [5, 5], "choose": ["oak"]}, "bad-target"),
    ({}, {"do": "play", "card": "hare", "at": [9, 9]}, "no-neighbour"),
    ({}, {"do": "move", "from": [-1, 1], "to": [-2, 1]}, "no-neighbour"),
    ({}, {"do": "play", "card": "shy", "at": [5, 6]}, "no-terrain"),
    ({}, {"do": "play", "card": "shy", "at": [-2, 0]}, "not-adjacent"),
    ({}, {"do": "event", "card": "hare", "at": [5, 5]}, "bad-choice"),
    ({}, {"do": "event", "card": "hunt", "at": [5, 5], "choose": ["oak"]}, "bad-choice"),
    ({}, {"do": "play", "card": "hunt", "at": [9, 9]}, "bad-choice"),
    ({}, {"do": "spread", "from": [0, 1], "cards": ["oak", "oak"], "to": [[0, 2], [1, 1]]}, "bad-choice"),
]  # fmt: skip
MORE = {"shy": species(beside={"name": "Nobody"}), "seal": species(4, terrains="ocean", invasive={"on": {}})}


@pytest.mark.parametrize(("turn", "action", "code"), ORDER)
def test_the_first_check_that_fails_is_reported(turn, action, code):
    tick = {"owner": 1, "card": "tick"}
    state = game(OAK, space(-1, 1, 0, "hare"), space(0, 1, 0, "lawn"), space(3, 3, 1, "hare", under=tick),
                 space(5, 5, 1, "seal"), hand="hare hunt wildfire vine fluke shy", discards=("oak oak", ""),
                 cards=MORE, **turn)  # fmt: skip
    if code == "game-over":
        state.apply({"seat": 0, "do": "pass"})
    refusal = state.why_not({"seat": 0, **action})
    assert refusal is not None
    assert refusal.code == code
    assert refusal.message.endswith(".")
    assert "%(" not in refusal.message


def test_every_code_of_the_record_format_comes_up():
    codes = {code for _, _, code in ORDER} | {"no-climate", "no-food", "too-big"}
    assert len(codes) == 20


# From the nearest to the furthest: each neighbour fails one step later than the one before.
FAILING = {
    "wet": species(2, terrains="ocean", name="Wet"),
    "hot": species(2, climates="hot", name="Hot"),
    "tree": species(1, name="Tree"),
    "bear": species(2, scale=9, name="Bear"),
}


@pytest.mark.parametrize(
    ("beside", "code", "clause"),
    [
        ("wet", "no-terrain", "P16"),
        ("wet hot", "no-climate", "P16"),
        ("hot wet tree", "no-food", "P18"),
        ("wet bear tree hot", "too-big", "P18"),
    ],
)
def test_the_neighbour_that_comes_furthest_decides(beside, code, clause):
    around = [[4, 5], [6, 5], [5, 4], [5, 6]]
    spaces = [{"at": at, "owner": 0, "card": key} for at, key in zip(around, beside.split(), strict=False)]
    verdict = judge(
        record(
            position(*spaces, hand="fox"),
            {"seat": 0, "do": "play", "card": "fox", "at": [5, 5]},
            cards=FAILING,
        )
    )
    furthest = max(beside.split(), key=list(FAILING).index)
    illegal = verdict["illegal"]
    assert (illegal["step"], illegal["code"], illegal["clause"]) == (0, code, clause)
    assert illegal["neighbour"] == around[beside.split().index(furthest)]
    assert FAILING[furthest]["name"] in illegal["message"]


def test_a_refusal_without_a_neighbour_names_none():
    verdict = judge(record(position(hand="fox"), {"seat": 0, "do": "play", "card": "fox", "at": [5, 5]}))
    assert verdict["illegal"] == {
        "step": 0, "code": "no-neighbour", "clause": "P15",
        "message": "There is no card beside this space for A species to live with.",
    }  # fmt: skip


def test_in_13_a_neighbour_of_the_other_player_comes_last():
    state = game(space(5, 5, 1, "hare"), space(5, 7, 0, "wet"), hand="fox", rules=V13, cards=FAILING)
    assert why(state, "play", card="fox", at=[5, 6]) == ("no-terrain", "P16")
    assert why(state, "play", card="fox", at=[4, 5]) == ("no-neighbour", "P19")


MALFORMED = [
    "pass", None, [], {"do": "pass"}, {"seat": 2, "do": "pass"}, {"seat": True, "do": "pass"},
    {"seat": 0}, {"seat": 0, "do": 5}, {"seat": 0, "do": "pass", "card": "oak"}, {"seat": 0, "do": "play"},
    {"seat": 0, "do": "play", "card": "oak", "at": [1]},
    {"seat": 0, "do": "play", "card": "oak", "at": [1, 2.0]},
    {"seat": 0, "do": "play", "card": "oak", "at": [True, 0]},
    {"seat": 0, "do": "play", "card": "oak", "at": "x"},
    {"seat": 0, "do": "play", "card": "oak", "at": [0, 1], "under": 1},
    {"seat": 0, "do": "discard", "card": None},
    {"seat": 0, "do": "discard", "card": "nothing"}, {"seat": 0, "do": "discard", "card": ["oak"]},
    {"seat": 0, "do": "move", "from": [0, 0]}, {"seat": 0, "do": "move", "from": [0, 0], "to": [[0, 1]]},
    {"seat": 0, "do": "spread", "from": [0, 0], "cards": "oak", "to": [[0, 1]]},
    {"seat": 0, "do": "spread", "from": [0, 0], "cards": ["oak"], "to": [0, 1]},
    {"seat": 0, "do": "event", "card": "hunt", "at": [0, 0], "choose": "oak"},
    {"seat": 0, "do": "event", "card": "hunt", "at": [0, 0], "choose": [["oak"]]},
    {"seat": 0, "do": "reveal"},
]  # fmt: skip


@pytest.mark.parametrize("action", MALFORMED)
def test_a_malformed_action_is_no_action(action):
    state = game(hand="oak")
    before = state.snapshot()
    for ask in (state.why_not, state.apply):
        with pytest.raises(engine.MalformedAction):
            ask(action)
    assert state.snapshot() == before
    with pytest.raises(engine.InvalidRecord, match=r"actions\[1\]"):
        judge(record(position(hand="oak"), {"seat": 0, "do": "pass"}, action))


def test_only_an_unknown_do_is_an_illegal_action():
    verdict = judge(record(position(), {"seat": 0, "do": "dance", "with": "wolves"}))
    assert (verdict["ok"], verdict["illegal"]["code"]) == (False, "unknown-action")
    assert from_position(V14, cards_for(V14), verdict["position"]).position() == position()
