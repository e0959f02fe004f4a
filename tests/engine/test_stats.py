"""`phylo-engine stats`: what many records say together."""

import gzip
import io
import json
from random import Random

import pytest

import engine
from engine.commands import main
from engine.contract import InvalidRecord
from engine.game_files import line_of, newest, records_of

GAMES = 6


@pytest.fixture(scope="module")
def games() -> list[engine.Game]:
    """Played by chance: Phylo with two ready decks, whose sides are exchanged, and two of Coral Reef."""
    played = [
        engine.new_game("phylo-1.4a", ["uluru", "lauca"][:: 1 - 2 * (seed % 2)], seed=seed)
        for seed in range(GAMES)
    ]
    played += [engine.new_game("coral-reef", seed=seed) for seed in range(2)]
    for seed, game in enumerate(played):
        rng = Random(seed)
        while not game.over:
            engine.apply(game, rng.choice(engine.legal_actions(game)))
    return played


@pytest.fixture
def file(games, tmp_path):
    path = tmp_path / "games.jsonl"
    begun = {**engine.record(games[0]), "actions": games[0].actions[:3]}
    path.write_text("".join(map(line_of, [*map(engine.record, games), begun])), encoding="utf-8")
    return path


def test_the_numbers_are_those_of_the_games(file, games, capsys):
    assert main(["stats", str(file), "--json"]) == 0
    phylo, reef = json.loads(capsys.readouterr().out)
    of_phylo = games[:GAMES]
    assert (phylo["rules"], phylo["games"], phylo["unfinished"]) == ("phylo-1.4a", GAMES, 1)
    assert (reef["rules"], reef["games"], reef["decks"]) == ("coral-reef", 2, {})
    assert phylo["actions"]["most"] == max(len(game.actions) for game in of_phylo)
    uluru = sum(engine.result(game).share(seed % 2) for seed, game in enumerate(of_phylo))
    assert phylo["decks"]["uluru"]["share"] == pytest.approx(uluru / GAMES, abs=1e-4)
    assert phylo["decks"]["lauca"]["share"] == pytest.approx(1 - uluru / GAMES, abs=1e-4)
    begins = [next(entry["seat"] for entry in game.log if entry["event"] == "begins") for game in of_phylo]
    first = sum(engine.result(game).share(seat) for game, seat in zip(of_phylo, begins, strict=True))
    assert phylo["who_begins"]["share"] == pytest.approx(first / GAMES, abs=1e-4)
    assert reef["who_begins"] == {"games": 0, "share": 0.0}
    condor = [
        any(action.get("card") == "andean-condor" and action["do"] == "play" for action in game.actions)
        for game in of_phylo
    ]
    assert phylo["cards"].get("andean-condor", {"games": 0})["games"] == sum(condor)
    assert not set(phylo["never_played"]) & set(phylo["cards"])


def test_they_are_told_in_words(file, capsys):
    assert main(["stats", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("phylo-1.4a: 6 games, and 1 not played to the end\nA game has ")
    for part in ("Who begins wins ", "  uluru  ", " of 6 games, probably ", "\n\ncoral-reef: 2 games\n"):
        assert part in told


def test_a_record_that_is_none_is_told_with_its_number(file, capsys):
    with file.open("a", encoding="utf-8") as lines:
        lines.write('{"format": "phylo-record/1", "rules": "phylo-1.4a"}\n')
    assert main(["stats", str(file)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"record {GAMES + 4}: cards is missing" in line
    assert main(["stats", "nowhere.jsonl"]) == 2
    assert "cannot read nowhere.jsonl" in capsys.readouterr().err


def test_a_packed_file_is_read_a_line_at_a_time():
    """However long it is, from a pipe that cannot go back; and games from a site's files by their records."""
    record = engine.record(engine.new_game("ecosystem", players=2, seed="0" * 64))
    line = line_of({"format": "phylo-game/1", "seats": [], "record": record})

    class Pipe(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size < 1_000_000
            return super().read(size)

    found = list(records_of(Pipe(gzip.compress(line.encode() * 3000))))
    assert len(found) == 3000
    assert found[0] == found[-1] == json.loads(json.dumps(record))


@pytest.mark.parametrize("record", [None, "record", {"format": "phylo-game/1"}, {"format": "phylo-record/9"}])
def test_a_game_without_a_record_is_refused(record):
    with pytest.raises(InvalidRecord):
        newest({"format": "phylo-game/1", "record": record})
