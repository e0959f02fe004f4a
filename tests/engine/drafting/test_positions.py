"""Records of the drafting games that begin at a position."""

from random import Random
from typing import Any

import pytest

from engine.contract import InvalidRecord
from engine.drafting.draft import Draft
from engine.drafting.notation import seated
from engine.drafting.record import judge, position
from engine.drafting.sets import GAMES


def at(rules: str, players: int, start: Any, *actions: Any) -> dict[str, Any]:
    return {
        "format": "phylo-record/1", "rules": rules, "players": players, "position": start,
        "actions": list(actions),
    }  # fmt: skip


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("rules", GAMES)
def test_a_position_that_the_referee_prints_goes_on_in_the_same_way(rules: str, players: int):
    rng = Random(players)
    draft = Draft.deal(GAMES[rules], players, 7)
    while not draft.over:
        if not draft.chosen and draft.phase in ("draft", "flip") and not any(draft.flips):
            printed = position(draft)
            if draft.turn <= 10 and draft.phase == "draft":
                printed["deck"] = draft.deck[::-1]
            verdict = judge(at(rules, players, printed))
            assert verdict["position"] == position(draft)
            assert verdict["to_act"] == list(draft.to_act)
            assert verdict["legal"] == [seated(s, a) for s in draft.to_act for a in draft.actions(s)]
        seat = draft.to_act[0]
        draft.perform(seat, rng.choice(draft.actions(seat)))


PLAIN = {
    "turn": 18,
    "phase": "draft",
    "hands": [["BEE", "FOX"]],
    "layouts": [[{"at": [0, 0], "card": "BEE"}], []],
}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"turn": 0}, "position.turn must be a whole number from 1 to 20"),
        ({"phase": "give"}, "position.phase must be draft or flip"),
        ({"hand": []}, "position has no field 'hand'"),
        ({"hands": []}, "position.hands must be 1 lists"),
        ({"hands": [["BEE"]]}, "position.hands: alone one has at least 2 cards, one to give away"),
        ({"hands": [["BEE", "CORAL"]]}, "position.hands: there is no card 'CORAL'"),
        ({"hands": [["BEE"] * 8]}, "position: there are only 8 cards BEE"),
        ({"layouts": [[{"at": [0, 0], "card": "BEE"}, {"at": [1, 1], "card": "FOX"}], []]},
         "position.layouts[0]: the cards do not lie together in four rows and five columns"),
        ({"layouts": [[{"at": [0, 0], "card": "BEE"}] * 2, []]},
         "position.layouts[0]: no card can lie at [0, 0]"),
        ({"layouts": [[{"at": [0, 9], "card": "BEE"}], []]},
         "position.layouts[0]: no card can lie at [0, 9]"),
        ({"layouts": [[{"at": "x", "card": "BEE"}], []]}, "position.layouts[0]: a cell is [row, column]"),
        ({"layouts": [[{"at": [0, 0]}], []]}, "position.layouts[0]: a card has at and card"),
        ({"flips": [[[[0, 0], [0, 1]]]]}, "position: a record cannot begin while cards are being chosen"),
        ({"phase": "flip"}, "position: in the phase flip a whale lies beside a card"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be(changed: Any, says: str):
    assert judge(at("ecosystem", 1, PLAIN))["ok"]
    with pytest.raises(InvalidRecord) as raised:
        judge(at("ecosystem", 1, PLAIN | changed))
    assert str(raised.value) == says


def test_a_position_of_several_players_has_full_hands_and_a_deck():
    hands = [["BEE"], ["FOX"], ["DEER"]]
    for turn, says in (
        (18, "position.hands: in turn 18 every hand has 3 cards"),
        (10, "position.deck: too few cards for round 2"),
    ):
        with pytest.raises(InvalidRecord) as raised:
            judge(at("ecosystem", 2, PLAIN | {"turn": turn, "hands": hands}))
        assert str(raised.value) == says
    assert judge(at("ecosystem", 2, PLAIN | {"turn": 20, "hands": hands}))["ok"]
    with pytest.raises(InvalidRecord, match="a record with a position has no seed"):
        judge(at("ecosystem", 1, PLAIN) | {"seed": 1})
