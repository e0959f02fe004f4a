"""The command line of the engine: what it prints, what it writes, and what it refuses in one line."""

import io
import json
import subprocess
import sys

import pytest

from engine import sets
from engine.commands import main
from engine.commands.play import laid
from engine.commands.wrong import Wrong
from engine.referee import judge

OF_BOTH = ["phylo-1.4a", "phylo-1.3", "ecosystem", "coral-reef"]


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Nothing is compiled for a few playouts."""
    for command in ("play", "analyse", "duel"):
        monkeypatch.setattr(f"engine.commands.{command}.warm_up", lambda rules: None)


def typed(monkeypatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize("rules", OF_BOTH)
def test_levels_play_a_game_whose_record_is_legal(rules, tmp_path, capsys):
    file = tmp_path / "game.json"
    assert main(["play", "mouse", "fox", "--rules", rules, "--seed", "3", "--record", str(file)]) == 0
    assert "The game is over: " in capsys.readouterr().out
    record = json.loads(file.read_text(encoding="utf-8"))
    verdict = judge(record)
    assert (verdict["ok"], verdict["over"]) == (True, True)
    assert main(["referee", str(file)]) == 0


def test_the_same_seed_is_the_same_game(capsys):
    told = []
    for _time in range(2):
        assert main(["play", "fox", "mouse", "--rules", "ecosystem", "--seed", "3", "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert told[0]["over"]
    assert judge(told[0]["record"])["scores"] == told[0]["scores"]


def test_a_person_plays_by_numbers(monkeypatch, tmp_path, capsys):
    typed(monkeypatch, "900", "?", "1", "q")
    file = tmp_path / "game.json"
    arguments = ["play", "me", "mouse", "--decks", "uluru", "lauca", "--seed", "2", "--record", str(file)]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "'900' is none of these." in said
    assert said.count("Your hand:") == 3
    assert "The game is not over." in said
    record = json.loads(file.read_text(encoding="utf-8"))
    assert [action["seat"] for action in record["actions"]].count(0) == 1
    assert judge(record)["ok"]


def test_a_person_sees_nothing_that_is_hidden(monkeypatch, capsys):
    typed(monkeypatch, "1", "q")
    assert main(["play", "mouse", "me", "--rules", "ecosystem", "--seed", "2"]) == 0
    before_my_choice = capsys.readouterr().out.split("Number,")[0]
    assert "mouse (0)" not in before_my_choice


def test_a_game_that_is_broken_off_keeps_its_record(monkeypatch, tmp_path, capsys):
    def interrupted():
        raise KeyboardInterrupt

    file = tmp_path / "game.json"
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys.stdin, "readline", interrupted)
    assert main(["play", "mouse", "me", "--rules", "ecosystem", "--record", str(file)]) == 130
    assert capsys.readouterr().err == "phylo-engine play: stopped\n"
    assert judge(json.loads(file.read_text(encoding="utf-8")))["applied"] == 1


def test_the_end_of_input_stops_the_game(monkeypatch, capsys):
    typed(monkeypatch)
    assert main(["play", "--seed", "2"]) == 0
    assert capsys.readouterr().out.endswith("The game is not over.\n")


def test_decks_may_be_files_and_keep_their_starters():
    named = str(sets.DECKS_PATH / "wadden-sea.toml")
    table = laid("phylo-1.3", 2, 1, [named, "wadden-sea"])
    starter = sets.decks("phylo-1.3")["wadden-sea"].starter
    assert table.dealt["starters"] == [starter, starter]
    with pytest.raises(Wrong, match=r"a deck for phylo-1\.3"):
        laid("phylo-1.4a", 2, 1, [named, named])


@pytest.mark.parametrize("rules", ["phylo-1.4a", "ecosystem"])
def test_a_record_is_analysed(rules, tmp_path, capsys):
    file = tmp_path / "game.json"
    main(["play", "random", "mouse", "--rules", rules, "--seed", "4", "--record", str(file)])
    actions = json.loads(file.read_text(encoding="utf-8"))["actions"]
    capsys.readouterr()
    assert main(["analyse", str(file), "--playouts", "4", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["action"] | {"seat": each["seat"]} for each in told["actions"]] == actions
    known = [each for each in told["actions"] if each["before"] is not None]
    assert known
    assert all(0 <= each["before"] <= 1 for each in known)
    assert told["actions"][-1]["after"] in (0, 0.5, 1)
    better = [each["better"] for each in told["actions"] if "better" in each]
    assert all(each["chance"] - each["instead_of"] >= 0.039 for each in better)


def test_an_analysis_is_told_in_words(tmp_path, capsys):
    file = tmp_path / "game.json"
    main(["play", "random", "fox", "--rules", "ecosystem", "--seed", "4", "--record", str(file)])
    capsys.readouterr()
    assert main(["analyse", str(file), "--playouts", "4"]) == 0
    told = capsys.readouterr()
    head, columns, first, *_more = told.out.splitlines()
    assert head.startswith("ecosystem, ")
    assert columns.split() == ["turn", "player", "chance", "action"]
    assert " → " in first
    assert " place " in first


def test_a_duel_is_told_in_words_and_as_json(capsys):
    arguments = ["duel", "greedy", "random", "--games", "2", "--rules", "ecosystem"]
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith("ecosystem: greedy won ")
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("", "required: COMMAND"),
        ("dance", "invalid choice"),
        ("play fox --rules ecosystem", "2 to 6 players"),
        ("play fox owl me", "phylo-1.4a has 2 players, not 3"),
        ("play fox god", "no level 'god'"),
        ("play fox fox --rules chess", "no rules 'chess'"),
        ("play fox fox --seed -1", "--seed"),
        ("play fox fox --seed x", "--seed is a whole number from 0"),
        ("play fox fox --decks uluru nowhere", "no ready deck 'nowhere'"),
        ("play fox fox --decks uluru nowhere.toml", "nowhere.toml: not readable"),
        ("play fox fox --rules ecosystem --decks uluru lauca", "without decks"),
        ("play fox fox --record /nowhere/game.json", "cannot write /nowhere/game.json"),
        ("analyse nowhere.json", "cannot read nowhere.json"),
        ("analyse", "required: RECORD.json"),
        ("duel fox", "required: LEVEL"),
        ("duel fox god", "no level 'god'"),
        ("duel fox fox --games 0", "--games is a whole number from 1"),
        ("referee", "required: RECORD.json"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(arguments, says, capsys):
    try:
        status = main(arguments.split())
    except SystemExit as ended:
        status = ended.code
    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    (line,) = told.err.splitlines()
    assert line.startswith("phylo-engine")
    assert says in line


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ("[]", "a record is one JSON object"),
        ('{"format": "phylo-record/1", "rules": "ecosystem", "players": 2, "seed": 1, "actions": []}', "no"),
        (
            '{"format": "phylo-record/1", "rules": "ecosystem", "players": 2, "seed": 1,'
            ' "actions": [{"seat": 0, "do": "give", "card": "BEE"}]}',
            "actions[0]: ",
        ),
        (
            '{"format": "phylo-record/1", "rules": "ecosystem", "players": 2, "seed": 1, "actions": [5]}',
            "actions[0]: ",
        ),
    ],
)  # fmt: skip
def test_what_is_no_whole_record_is_not_analysed(record, says, tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_text(record)
    assert main(["analyse", str(file)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert says in line


def test_python_runs_it_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "engine", "--help"], capture_output=True, text=True, check=True
    )
    for name in ("play", "analyse", "duel", "referee", "score"):
        assert name in done.stdout


def test_the_referee_loads_nothing_that_thinks():
    asked = "main(['referee', '-']); print('engine.bots' in sys.modules)"
    program = f"import sys; from engine.commands import main; {asked}"
    done = subprocess.run(
        [sys.executable, "-c", program], input="{}", capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "False"
