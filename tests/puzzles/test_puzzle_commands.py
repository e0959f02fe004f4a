"""The commands that find puzzles and prove them again."""

from dataclasses import replace

import pytest
from django.core.management import call_command

from engine.puzzles import Origin, read_file
from engine.puzzles.finding import Find
from games.puzzles.management.commands import check_puzzles, find_puzzles
from tests.engine.puzzle_proof import shipped

pytestmark = pytest.mark.once
REFUSED = {
    "there are no rules 'ecosystem'": {"rules": "ecosystem"},
    "there is no theme 'rain'": {"themes": ["wind", "rain"]},
    "--games is a whole number": {"games": "0"},
    "--processes is a whole number": {"processes": "many"},
    "cannot write": {"save": "/nowhere/puzzles.jsonl"},
}


def find(path, **options):
    chosen = {
        "rules": "phylo-1.4a",
        "games": "2",
        "seed": "1",
        "processes": "1",
        "save": str(path),
        **options,
    }
    call_command("find_puzzles", **chosen)


@pytest.mark.parametrize("message", REFUSED)
def test_wrong_arguments_are_one_line_and_status_2(message, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        find(tmp_path / "puzzles.jsonl", **REFUSED[message])
    told = capsys.readouterr().err
    assert (ended.value.code, told.count("\n")) == (2, 1)
    assert message in told
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_none_of_puzzles_is_left_as_it_is(tmp_path, capsys):
    path = tmp_path / "puzzles.jsonl"
    path.write_text("{}\n")
    with pytest.raises(SystemExit) as ended:
        find(path)
    assert (ended.value.code, path.read_text()) == (2, "{}\n")


def test_it_can_be_stopped_and_goes_on(tmp_path, monkeypatch, capsys):
    hard = [each for each in shipped() if "easy" not in each.themes and each.length > 1]
    puzzles = [each for each in hard if each.rules == "phylo-1.4a"][:3]
    played = []

    def game(search, number):
        played.append(number)
        if number == 4:
            raise KeyboardInterrupt
        of_this = [each for each in puzzles if int(each.origin.game) == number]
        return [Find(each, by_greedy=False) for each in of_this]

    puzzles = [replace(each, origin=Origin(str(number), "1")) for number, each in enumerate(puzzles)]
    monkeypatch.setattr(find_puzzles, "game", game)
    path = tmp_path / "puzzles.jsonl"
    find(path)
    assert read_file(path) == puzzles[:2]
    with pytest.raises(SystemExit) as ended:
        find(path, games="9")
    assert ended.value.code == 130
    assert read_file(path) == puzzles
    assert played == [0, 1, 2, 3, 4]
    assert "stopped after game 4" in capsys.readouterr().err


def test_check_puzzles_tells_what_is_wrong(tmp_path, capsys, monkeypatch):
    lines = (check_puzzles.FOLDER / "phylo-1.4a.jsonl").read_text().splitlines()
    short = min(lines[1:], key=len)
    path = tmp_path / "puzzles.jsonl"
    path.write_text("\n".join([lines[0], short, short.replace('"gain":', '"gain":1')]))
    with pytest.raises(SystemExit) as ended:
        call_command("check_puzzles", str(path))
    told = capsys.readouterr().out
    assert ended.value.code == 1
    assert "the gain is" in told
    assert told.endswith("2 puzzles proved again, 1 wrong\n")
    with pytest.raises(SystemExit) as ended:
        call_command("check_puzzles", str(tmp_path / "none.jsonl"))
    assert ended.value.code == 2
