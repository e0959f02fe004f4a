"""The example of play of the 1.4a rules, as the shipped replay tells it."""

import json
from pathlib import Path

import pytest

from engine.phylo.record import Record, judge
from engine.phylo.start import from_position
from engine.phylo.state import State

PATH = Path(__file__).parents[2] / "games" / "replays" / "data" / "rulebook-example.json"
RECORD = json.loads(PATH.read_text(encoding="utf-8"))


def after(steps: int) -> State:
    """The game after so many of the replay's actions."""
    state = Record.read(RECORD).start
    for action in RECORD["actions"][:steps]:
        state.apply(action)
    return state


def answer(state, card, at):
    refusal = state.why_not({"seat": state.to_act[0], "do": "play", "card": card, "at": at})
    return None if refusal is None else (refusal.code, refusal.clause, refusal.neighbour)


def at_risk(state):
    return [(risk["seat"], risk["at"]) for risk in state.view_for(None)["at_risk"]]


def test_every_action_of_the_example_is_legal():
    verdict = judge(RECORD)
    assert (verdict["ok"], verdict["applied"], verdict["to_act"]) == (True, 9, [1])
    assert [action["do"] for action in RECORD["actions"]] == ["play"] * 5 + ["event", "move"] + ["play"] * 2
    assert [entry["card"] for entry in verdict["log"] if entry["event"] == "removed"] == ["indian-plum"]


def test_the_oak_can_go_to_any_side_of_home():
    plays = [
        action["at"] for action in after(0).legal(0) if action.get("card") == "valley-oak" and "at" in action
    ]
    assert plays == [[-1, 0], [0, -1], [0, 1], [1, -1], [1, 1], [2, 0]]


def test_the_three_options_of_the_horse():
    state = after(2)
    beside_plum, beside_oak, beside_home = [-2, 1], [-2, 0], [0, -1]
    assert answer(state, "horse", beside_plum) is None
    assert answer(state, "horse", beside_oak) == ("no-terrain", "P16", [-1, 0])
    assert answer(state, "horse", beside_home) == ("no-food", "P17", [0, 0])
    assert answer(state, "horse", [0, 1]) is None, "beside plum and HOME"


def test_the_horse_is_fine_without_the_oak():
    state = after(3)
    position = state.position()
    position["spaces"] = [entry for entry in position["spaces"] if entry["card"] != "valley-oak"]
    position["turn"]["seat"] = 0
    rest = from_position(RECORD["rules"], RECORD["cards"], position)
    assert at_risk(rest) == []


def test_wildfire_on_the_plum_leaves_the_horse_at_risk():
    before, state = after(5), after(6)
    targets = [a["at"] for a in before.legal(1) if a["do"] == "event" and a["card"] == "wildfire"]
    assert targets == [[-1, 0], [-1, 1], [2, 0]], "any plant"
    assert at_risk(before) == []
    assert state.position()["discards"] == [["indian-plum"], ["wildfire"]]
    assert at_risk(state) == [(0, [0, 1])]
    assert state.to_act == (0,), "an event is the last action, and the other player has a whole turn"
    state.apply({"seat": 0, "do": "pass"})
    assert state.position()["discards"][0] == ["indian-plum", "horse"]


def test_moving_to_the_sunflower_saves_the_horse():
    state = after(6)
    moves = [action["to"] for action in state.legal(0) if action["do"] == "move"]
    assert moves == [[2, 1]]
    assert at_risk(after(7)) == []


def test_another_plum_would_save_it_too():
    state = after(6)
    assert "indian-plum" in state.position()["hands"][0]
    state.apply({"seat": 0, "do": "play", "card": "indian-plum", "at": [-1, 1]})
    assert at_risk(state) == []


def test_the_robin_eats_plants_but_the_horse_is_too_big():
    state = after(7)
    for beside_oak in ([-2, 0], [-1, 1], [-1, -1]):
        assert answer(state, "american-robin", beside_oak) is None
    assert answer(state, "american-robin", [2, 2]) == ("too-big", "P18", [2, 1])
    assert answer(state, "american-robin", [1, 1]) == ("too-big", "P18", [2, 1])


def test_the_lynx_hunts_the_robin():
    assert answer(after(7), "eurasian-lynx", [-2, 0]) == ("no-food", "P18", [-1, 0])
    assert answer(after(8), "eurasian-lynx", [-3, 0]) is None


@pytest.mark.parametrize(
    ("steps", "scores"),
    [(0, [0, 0]), (1, [5, 0]), (2, [9, 0]), (3, [16, 0]), (4, [16, 1]), (5, [16, 5]), (6, [12, 5]),
     (8, [14, 5]),
     (9, [22, 5])],
)  # fmt: skip
def test_the_scores_on_the_way(steps, scores):
    assert after(steps).scores == scores
