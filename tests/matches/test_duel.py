"""`manage.py duel`: its one JSON object, and what it refuses."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from engine.bots.duel import Duel, Game
from engine.commands import duel as command
from engine.sets import DECKS_PATH

GOOD = {"rules": "phylo-1.4a", "first": "greedy", "second": "random", "games": "2", "seed": "1"}


def run(**arguments) -> None:
    sent = {name: value for name, value in {**GOOD, **arguments}.items() if value is not None}
    call_command(
        "duel",
        *(
            part
            for name, value in sent.items()
            for part in (f"--{name}", *([value] if isinstance(value, str) else value))
        ),
    )


@pytest.mark.parametrize("rules", ["ecosystem", "phylo-1.3"])
def test_it_prints_one_object_without_a_database(rules, capsys):
    run(rules=rules)
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert told["games"] == 2
    assert 0 <= told["interval95"][0] <= told["share"] <= told["interval95"][1] <= 1


def test_code_is_compiled_before_the_first_game_if_a_level_searches(monkeypatch, capsys):
    done, won = [], Game(1.0, ([], []), 0)
    monkeypatch.setattr(command, "warm_up", done.append)
    monkeypatch.setattr(command, "games", lambda *args: iter([done.append("games") or won]))
    run()
    run(second="owl")
    assert done == ["games", ["phylo-1.4a"], "games"]


def test_decks_may_be_named(capsys):
    files = [str(DECKS_PATH / f"{slug}.toml") for slug in ("aldabra", "uluru")]
    duel = command.with_decks(Duel("phylo-1.4a", "fox", "fox", "1"), files)
    assert len(duel.decks) == 2
    assert set(duel.cards) >= {key for deck in duel.decks for key in (*deck.keys, deck.starter)}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"rules": "chess"}, "no rules 'chess'"),
        ({"first": "god"}, "no level 'god'"),
        ({"second": "strong"}, "no level 'strong'"),
        ({"games": "0"}, "--games is a whole number from 1"),
        ({"games": "1e3"}, "--games is a whole number"),
        ({"processes": "none"}, "--processes is"),
        ({"seconds": "nan"}, "--seconds is a number above 0"),
        ({"seconds": "-1"}, "--seconds is"),
        ({"decks": ["nowhere.toml"]}, "nowhere.toml: not readable"),
        ({"rules": "phylo-1.3", "decks": [str(DECKS_PATH / "aldabra.toml")]}, "a deck for phylo-1.4a"),
        ({"rules": "ecosystem", "decks": ["any.toml"]}, "without decks"),
    ],
)
def test_wrong_arguments_are_told_in_one_line(wrong, says, capsys):
    with pytest.raises(SystemExit) as ended:
        run(**wrong)
    told = capsys.readouterr()
    assert (ended.value.code, told.out) == (2, "")
    (line,) = told.err.splitlines()
    assert says in line


def test_a_missing_argument_is_refused():
    with pytest.raises(CommandError, match="--seed"):
        run(seed=None)


def test_stopping_it_is_told(monkeypatch, capsys):
    def stopped(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "games", stopped)
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == 130
    assert capsys.readouterr().err == "stopped after 0 of 2 games\n"
