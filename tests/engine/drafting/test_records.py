"""Records of the drafting games before the referee."""

import json
import random
import subprocess
import sys

import pytest

from engine.drafting import GAMES
from engine.drafting.draft import Draft
from engine.drafting.notation import seated


def record(rules="ecosystem", players=3, seed=5, actions=()):
    return {
        "format": "phylo-record/1",
        "rules": rules,
        "options": {},
        "players": players,
        "seed": seed,
        "actions": list(actions),
    }


def played(rules, players, seed):
    """A whole random game as a record, and how it ended."""
    draft, rng, actions = Draft.deal(GAMES[rules], players, seed), random.Random(seed), []
    while not draft.over:
        seat = rng.choice(draft.to_act)
        action = rng.choice(draft.actions(seat))
        draft.perform(seat, action)
        actions.append(seated(seat, action))
    return record(rules, players, seed, actions), draft


def judge(data):
    command = [sys.executable, "manage.py", "referee", "-"]
    text = data if isinstance(data, str) else json.dumps(data)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_record_replays_to_the_same_end(rules, players):
    data, draft = played(rules, players, seed=11)
    status, verdict = judge(data)
    assert (status, verdict["ok"], verdict["over"]) == (0, True, True)
    assert verdict["scores"] == [score.total for score in draft.scores()]
    assert verdict["winner"] == draft.winners()
    assert verdict["legal"] == []


def test_what_is_legal_at_the_deal():
    status, verdict = judge(record())
    assert (status, verdict["to_act"], verdict["over"], verdict["winner"]) == (0, [0, 1, 2], False, None)
    assert {action["seat"] for action in verdict["legal"]} == {0, 1, 2}
    assert all(action["at"] == [0, 0] for action in verdict["legal"])
    assert [len(hand) for hand in verdict["position"]["hands"]] == [10, 10, 10]


def test_an_illegal_action_stops_and_is_named():
    legal = judge(record())[1]["legal"]
    good = next(action for action in legal if action["seat"] == 0)
    bad = {"seat": 0, "do": "place", "card": "KRILL", "at": [0, 0]}
    status, verdict = judge(record(actions=[bad]))
    assert (status, verdict["applied"], verdict["illegal"]["code"]) == (1, 0, "card-not-held")
    status, verdict = judge(record(actions=[good, good]))
    assert (status, verdict["applied"], verdict["illegal"]["code"]) == (1, 1, "not-your-turn")


@pytest.mark.parametrize(
    "change",
    [
        {"players": 0}, {"players": 7}, {"players": True}, {"seed": "x"}, {"options": {"home_gap": 1}},
        {"format": "phylo-record/2"}, {"cards": {}}, {"actions": {}}, {"actions": [3]},
        {"actions": [{"seat": 3, "do": "give", "card": "FOX"}]},
        {"actions": [{"seat": 0, "do": "place", "card": "FOX"}]},
        {"actions": [{"seat": 0, "do": "place", "card": "FOX", "at": [0]}]},
        {"actions": [{"seat": 0, "do": "place", "card": "FOX", "at": [0, 0], "swap": [[0, 0]]}]},
        {"actions": [{"seat": 0, "do": "play", "card": "FOX"}]},
    ],
)  # fmt: skip
def test_what_is_no_record(change):
    status, verdict = judge(record() | change)
    assert (status, set(verdict)) == (2, {"error"})


def test_a_field_that_is_missing():
    data = record()
    del data["seed"]
    assert judge(data) == (2, {"error": "seed is missing"})
