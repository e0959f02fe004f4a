"""`manage.py score`: files in, score sheets out."""

import copy
import json
import subprocess
import sys

import pytest

from tests.engine.drafting.boards import ANNA, AVERY, CHRIS, ELLIE, ELLIES_FLIPS, MOLLY, ZOE, rows

CORAL = {
    "rules": "coral-reef",
    "players": [
        {"name": "Zoe", "grid": rows(ZOE)},
        {"name": "Avery", "grid": rows(AVERY)},
        {"name": "Ellie", "grid": rows(ELLIE), "flips": ELLIES_FLIPS},
    ],
}
LAND = {
    "rules": "ecosystem",
    "players": [
        {"name": name, "grid": rows(grid)} for name, grid in (("M", MOLLY), ("C", CHRIS), ("A", ANNA))
    ],
}


def score(*arguments, given=""):
    command = [sys.executable, "manage.py", "score", *arguments]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_both_rulebook_tables_from_files_and_standard_input(tmp_path):
    file = tmp_path / "coral.json"
    file.write_text(json.dumps(CORAL))
    status, (coral, land), errors = score(str(file), "-", given=json.dumps(LAND))
    assert (status, errors) == (0, "")
    assert [player["total"] for player in coral["players"]] == [98, 87, 93]
    assert coral["winners"] == ["Zoe"]
    assert list(coral["players"][0]["scores"])[-4:] == ["PRODUCERS", "PREY", "PREDATORS", "FOOD_WEB"]
    assert [player["total"] for player in land["players"]] == [50, 36, 43]
    assert list(land["players"][0]["scores"])[-2:] == ["gaps", "DIVERSITY"]


def refused(table):
    status, (answer,), errors = score("-", given=json.dumps(table))
    assert (status, set(answer), errors) == (2, {"error"}, "")
    return answer["error"]


def changed(table, change):
    table = copy.deepcopy(table)
    change(table)
    return table


@pytest.mark.parametrize(
    ("table", "change", "where"),
    [
        (LAND, lambda t: t.update(rules="savanna"), "rules"),
        (LAND, lambda t: t.update(dice=1), "dice"),
        (LAND, lambda t: t.update(players=t["players"][:1]), "players"),
        (LAND, lambda t: t.update(solo=True), "players"),
        (LAND, lambda t: t.update(solo="yes"), "solo"),
        (LAND, lambda t: t.update(neutral_pile=["FOX"] * 20), "neutral_pile"),
        (LAND, lambda t: t["players"][1].update(name=3), "players[1].name"),
        (LAND, lambda t: t["players"][0]["grid"].pop(), "players[0].grid"),
        (LAND, lambda t: t["players"][0]["grid"][2].pop(), "players[0].grid[2]"),
        (LAND, lambda t: t["players"][0]["grid"][1].__setitem__(4, "KRILL"), "players[0].grid[1][4]"),
        (CORAL, lambda t: t["players"][2].pop("flips"), "whale"),
        (CORAL, lambda t: t["players"][2]["flips"].pop(), "players[2].flips"),
        (CORAL, lambda t: t["players"][2]["flips"][0].__setitem__(1, [3, 3]), "players[2].flips[0][1]"),
        (CORAL, lambda t: t["players"][2]["flips"][0].__setitem__(0, [0, 0]), "players[2].flips[0][0]"),
        (CORAL, lambda t: t["players"][2]["flips"][0].__setitem__(1, [1, 9]), "players[2].flips[0][1]"),
        (CORAL, lambda t: t["players"][2]["flips"].append(ELLIES_FLIPS[0]), "players[2].flips[2][0]"),
    ],
)
def test_what_is_no_table_is_told_where(table, change, where):
    assert where in refused(changed(table, change))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"rules": "ecosystem", "rules": "ecosystem"}', "[" * 9999])
def test_what_is_no_json_object(text):
    status, (answer,), errors = score("-", given=text)
    assert (status, set(answer), errors) == (2, {"error"}, "")


def test_a_file_that_is_not_there():
    status, (answer,), _errors = score("/nowhere.json")
    assert status == 2
    assert "nowhere" in answer["error"]


def test_two_players_with_the_neutral_pile_and_one_against_nitka():
    two = changed(LAND, lambda t: t.update(players=t["players"][:2], neutral_pile=["WOLF"] * 20))
    assert score("-", given=json.dumps(two))[0] == 0
    solo = changed(LAND, lambda t: t.update(players=t["players"][:2], solo=True))
    _status, (answer,), _errors = score("-", given=json.dumps(solo))
    assert answer["players"][1]["scores"]["DIVERSITY"] == 0
