"""Game records that were written by hand from the clauses, with the outcome that the clauses demand.

`records/README.md` says how the files are read. The rules engine, the referee's command line and the plain
reference have to come to the same outcome.
"""

import json
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from engine.phylo.cards import ABILITIES, EFFECTS
from engine.phylo.record import Record, judge
from engine.phylo.rules import RULES, Options
from engine.phylo.support import LACKS
from engine.referee import REFEREE
from tests.engine.differential import compare, what_chance_chose
from tests.engine.reference import Game

ROOT = Path(__file__).parents[2]
RECORDS = sorted((Path(__file__).parent / "records").glob("*.record.json"))
CLAUSES = [f"P{number}" for number in range(1, 35)]

# A rule set without habitats has nothing to say about them but that it refuses them (P6).
SILENT = {("P4", "phylo-1.4a"), ("P21", "phylo-1.4a")}

# Every code of a refusal with the clauses that it may name, as in docs/record-format.md.
REFUSALS = {
    "game-over": "P32 P34",
    "unknown-action": "P10",
    "not-your-turn": "P8 P10",
    "no-actions-left": "P10",
    "event-already-played": "P11",
    "card-not-held": "P8 P12 P22 P26 P28",
    "deck-empty": "P12",
    "not-your-card": "P25 P26",
    "cannot-move": "P25 P26 P30",
    "too-far": "P25 P26",
    "space-taken": "P22 P25 P26",
    "stack-full": "P23 P24",
    "bad-target": "P23 P24 P28",
    "no-neighbour": "P15 P19",
    "no-terrain": "P16 P24",
    "no-climate": "P16 P24",
    "no-food": "P17 P18 P24",
    "too-big": "P18",
    "not-adjacent": "P27",
    "bad-choice": "P8 P22 P24 P26 P28 P30",
}


def name(path: Path) -> str:
    return path.name.removesuffix(".record.json")


def expected_of(path: Path) -> dict[str, Any]:
    return json.loads(path.with_name(f"{name(path)}.expected.json").read_text(encoding="utf-8"))


def record_of(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


EXPECTED = {path: expected_of(path) for path in RECORDS}
READABLE = [path for path in RECORDS if EXPECTED[path]["status"] < 2]


def by_status(status: int) -> list[Path]:
    return [path for path in RECORDS if EXPECTED[path]["status"] == status]


@pytest.mark.parametrize("path", by_status(0), ids=name)
def test_a_legal_record_ends_as_the_clauses_say(path):
    expected, verdict = EXPECTED[path], REFEREE.of_file(str(path))
    assert (verdict.get("error"), verdict.get("illegal")) == (None, None)
    assert verdict["applied"] == len(record_of(path)["actions"])
    position = verdict["position"]
    for part in ("spaces", "hands", "decks", "discards"):
        assert position[part] == expected[part], part
    assert position["turn"].items() >= expected["turn"].items(), position["turn"]
    for part in ("to_act", "scores", "over", "winner"):
        assert verdict[part] == expected[part], part
    for action in expected.get("can", []):
        assert action in verdict["legal"]
    for action in expected.get("cannot", []):
        assert action not in verdict["legal"]
    log = iter(verdict["log"])
    for entry in expected.get("log", []):
        assert any(entry.items() <= happened.items() for happened in log), f"{entry} is missing or too late"


@pytest.mark.parametrize("path", by_status(1), ids=name)
def test_an_illegal_action_is_refused_for_the_right_reason(path):
    expected, verdict = EXPECTED[path]["illegal"], REFEREE.of_file(str(path))
    assert (verdict.get("error"), verdict["ok"], verdict["applied"]) == (None, False, expected["step"])
    assert {part: verdict["illegal"][part] for part in expected} == expected
    assert verdict["illegal"]["message"]
    record = record_of(path)
    before = judge({**record, "actions": record["actions"][: expected["step"]]})
    assert (before["ok"], before["position"]) == (True, verdict["position"])


@pytest.mark.parametrize("path", by_status(2), ids=name)
def test_no_record_is_refused_and_the_place_named(path):
    verdict = REFEREE.of_file(str(path))
    assert list(verdict) == ["error"]
    assert EXPECTED[path]["error"] in verdict["error"]


@pytest.mark.parametrize("path", READABLE, ids=name)
def test_the_reference_agrees(path):
    """From the first turn on, after every action; it knows no reveal and only lists what is legal."""
    data, expected = record_of(path), EXPECTED[path]
    state = Record.read(data).start
    legal = data["actions"][: expected.get("illegal", {}).get("step")]
    game = None
    for action in [None, *legal]:
        if action is not None:
            log = state.apply(action)
            if game is not None:
                game.apply(action if "choose" in action else what_chance_chose(action, log))
        if game is None and (state.running or (state.over and action is None)):
            game = Game.from_position(data["rules"], data["cards"], state.position(), data.get("options"))
        if game is not None:
            compare(state, game)
    assert game is not None or not state.running
    if game is not None and "illegal" in expected:
        refused = {**data["actions"][expected["illegal"]["step"]]}
        seat = refused.pop("seat")
        assert seat not in game.to_act() or refused not in game.legal()


def referee(*paths: Path) -> tuple[int, list[dict[str, Any]]]:
    command = [sys.executable, "manage.py", "referee", *map(str, paths)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.decode().splitlines()]


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_command_judges_many_files_and_exits_with_the_highest_status(status):
    paths = [path for path in RECORDS if EXPECTED[path]["status"] <= status]
    assert referee(*paths) == (status, [REFEREE.of_file(str(path)) for path in paths])


def test_every_record_has_an_expected_outcome_and_a_rule_set_in_its_name():
    folder = RECORDS[0].parent
    assert len(RECORDS) >= 110
    assert {name(path) for path in RECORDS} == {
        path.name.removesuffix(".expected.json") for path in folder.glob("*.expected.json")
    }
    for path in RECORDS:
        assert set(EXPECTED[path]["clauses"]) <= set(CLAUSES), path
        if path in READABLE:
            assert record_of(path)["rules"] == rules_of(path), path


def rules_of(path: Path) -> str:
    return "phylo-" + re.sub(r"^.*?\.", "", name(path))


def test_every_clause_is_named_under_every_rule_set():
    named = {(clause, rules_of(path)) for path in RECORDS for clause in EXPECTED[path]["clauses"]}
    wanted = {(clause, rules) for clause in CLAUSES for rules in RULES}
    assert wanted - named - SILENT == set()


def test_every_code_is_provoked_with_every_clause_that_it_may_name():
    refusals = [EXPECTED[path]["illegal"] for path in by_status(1)]
    provoked = {(refusal["code"], refusal["clause"]) for refusal in refusals}
    assert provoked == {(code, clause) for code, clauses in REFUSALS.items() for clause in clauses.split()}
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "games" / "engine").glob("*.py"))
    assert set(re.findall(r'Refusal\(\s*"([a-z-]+)"', source)) | set(LACKS) <= set(REFUSALS)
    text = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    table = text.split("### Why an action is refused")[1].split("### The log")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    assert {code for row in rows for code in re.findall("`([a-z-]+)`", row)} == set(REFUSALS)


@pytest.mark.parametrize("rules", sorted(RULES))
def test_every_code_ability_and_effect_comes_up_under_each_rule_set(rules):
    paths = [path for path in READABLE if rules_of(path) == rules]
    codes = {EXPECTED[path]["illegal"]["code"] for path in paths if "illegal" in EXPECTED[path]}
    assert set(REFUSALS) - codes == (set() if rules == "phylo-1.4a" else {"event-already-played"})
    cards = [card for path in paths for card in record_of(path)["cards"].values()]
    assert {ability for card in cards for ability in card.get("abilities", {})} == set(ABILITIES)
    assert {effect["do"] for card in cards for effect in card.get("effects", [])} == set(EFFECTS)


def test_every_option_is_used():
    used = {option for path in READABLE for option in record_of(path).get("options", {})}
    assert used == {field.name for field in fields(Options)}
