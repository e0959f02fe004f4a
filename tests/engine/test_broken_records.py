"""Whatever stands in a file: the referee judges it or says that it is no record, and never fails."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engine
from engine.phylo.record import judge
from tests.engine.build import V13, V14, cards_for, position, record, seedling, space

JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 7, 10**6, 1.0, float("nan"), "", "oak", "home", "?", "species", "wind",
    [], {}, ["oak"], [0, 0], [[0, 0]], [[]], [{}], {"a": 1}, {"do": "discard"}, {"do": ["discard"]},
    {"min": 0},
]  # fmt: skip
FIELDS = ["at", "card", "under", "covered", "events", "face_down", "abilities", "duration", "effects", "x"]
RECORDS = [
    record(
        position(
            space(-1, 0, 0, "oak", events=[{"owner": 0, "card": "wind", "turns_left": 1}]),
            space(-1, 1, 0, "hare", under={"owner": 1, "card": "tick"}),
            space(2, 0, 1, "lawn"), seedling(3, 0, 1, "fox", of=[2, 0]),
            hand="oak hunt nest vine storm", other="oak hare", discards=("oak fox", "lynx"),
        ),
        {"seat": 0, "do": "play", "card": "oak", "at": [-2, 0]},
        {"seat": 0, "do": "event", "card": "nest", "at": [-1, 0], "choose": ["fox"]},
        {"seat": 1, "do": "spread", "from": [2, 0], "cards": ["lynx"], "to": [[2, 1]]},
        {"seat": 1, "do": "pass"},
        options={"home_gap": 0},
    ),
    record(
        position(space(-1, 0, 0, "vine", covered={"owner": 1, "card": "oak"}), space(0, 1, 0, "wood"),
                 hand="wood"),
        {"seat": 0, "do": "play", "card": "wood", "at": [-2, 0]},
        rules=V13,
    ),
    {"format": "phylo-record/1", "rules": V14, "cards": cards_for(V14),
     "decks": [["oak", "hare", "fox"] * 8] * 2, "seed": 7,
     "options": {"reveal": "choose", "max_copies": None}, "starters": ["home", "home"],
     "actions": [{"seat": 0, "do": "reveal", "card": "oak"}]},
]  # fmt: skip


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place inside a record."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, inner in items:
        yield from paths(inner, (*path, name))


def broken(rng: Random) -> Any:
    """A record in which one to three places are replaced, taken away or given a strange field."""
    data = copy.deepcopy(rng.choice(RECORDS))
    for _ in range(rng.randint(1, 3)):
        *where, last = rng.choice(
            [path for path in paths(data) if path and (path[0] != "cards" or rng.random() < 0.2)]
        )
        inner = data
        for name in where:
            inner = inner[name]
        change = rng.random()
        if change < 0.2:
            del inner[last]
        elif change < 0.4 and isinstance(inner, dict):
            inner[rng.choice(FIELDS)] = rng.choice(JUNK)
        else:
            inner[last] = rng.choice(JUNK)
    return data


@pytest.mark.parametrize("seed", range(10))
def test_a_broken_record_is_judged_or_refused(seed):
    rng = Random(seed)
    for _ in range(60):
        data = broken(rng)
        try:
            verdict = judge(data)
        except engine.InvalidRecord:
            continue
        json.dumps(verdict)
        if verdict["position"]["turn"]["seat"] is not None:
            again = judge(record(verdict["position"], rules=data["rules"], cards=data["cards"],
                                        options=data.get("options", {})))  # fmt: skip
            assert (again["position"], again["legal"]) == (verdict["position"], verdict["legal"])
