"""`phylo-engine convert`, and the forms of decks and files of records that it reads and writes."""

import gzip
import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine import sets
from engine.commands import main
from engine.commands.convert import deck_written, listed
from engine.deck_forms.reading import KnownCards, code_of, read
from engine.deck_forms.sentences import FormError
from engine.game_files import records_in

RECORD = Path(__file__).parents[2] / "games" / "replays" / "data" / "rulebook-example.json"
KNOWN = KnownCards(sets.cards(), sets.numbers())
DRAFT = {"format": "phylo-record/1", "rules": "ecosystem", "players": 2, "seed": 1, "actions": []}


def converted(capsys, *arguments: object) -> str:
    assert main(["convert", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_every_ready_deck_goes_through_all_forms():
    for ready in sets.decks().values():
        deck, code = listed(ready), code_of(listed(ready), KNOWN)
        for form in ("text", "deck"):
            assert read(deck_written(deck, form, KNOWN), KNOWN) == deck
        assert read(code, KNOWN) == replace(deck, name="")


def test_a_deck_becomes_the_file_that_it_was(capsys, tmp_path):
    file = tmp_path / "again.toml"
    code = converted(capsys, "wadden-sea", "--to", "code").strip()
    file.write_text(converted(capsys, code, "--to", "toml"), encoding="utf-8")
    assert sets.read_deck(file, KNOWN.cards).keys == sets.decks()["wadden-sea"].keys
    assert converted(capsys, file, "--to", "text") == converted(capsys, code).replace(
        "Rules", "Name: again\nRules"
    )


def test_a_code_may_be_written_in_fours_and_read_so(capsys):
    grouped = converted(capsys, "uluru", "--to", "code", "--fours").strip()
    assert {len(group) for group in grouped.split("-")} == {4}
    assert converted(capsys, grouped.lower(), "--to", "code") == converted(capsys, "uluru", "--to", "code")


def test_a_deck_keeps_its_name_starter_hand_and_notes():
    text = (
        "Name: Mine\nNotes: Two lines,\nNotes: the second.\nRules: 1.3\nStarter: Salt Marsh\n"
        "Opening hand: 2 Eelgrass; Lugworm\n# a comment\n2 eelgrass\n- Lugworm x2\nSeagrass:\n3 lugworm\n"
    )
    deck = read(text, KNOWN)
    assert (deck.name, deck.notes, deck.rules) == ("Mine", "Two lines,\nthe second.", "phylo-1.3")
    assert deck.cards == {"eelgrass": 2, "lugworm": 5}
    assert (deck.starter, deck.opening_hand) == ("salt-marsh", ("eelgrass", "eelgrass", "lugworm"))
    code = code_of(deck, KNOWN)
    again = read(code, KNOWN)
    assert (again.cards, again.starter, again.opening_hand) == (deck.cards, deck.starter, deck.opening_hand)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "There is nothing to read."),
        ("2 Vallley Oak", "line 1: No card is called “Vallley Oak”. The nearest: Valley Oak"),
        ("Rules: chess\n1 Lugworm", "line 1: There are no rules of that name."),
        ("1 Lugworm\n0 Eelgrass", "line 2: Copies are whole numbers from 1 to 99."),
        ("1 Home", "line 1: HOME is where a game starts, and cannot be in a deck."),
        ("Starter: Lugworm", "line 1: A deck starts from HOME or from a habitat."),
        ("Opening hand: Lugworm", "line 1: The opening hand must be taken from the deck."),
        ("{", "neither a deck code, nor JSON, nor a list"),
        ('{"name": "\\ud800", "cards": []}', "neither a deck code, nor JSON, nor a list"),
        ("{}", "cards: is missing."),
        ('{"cards": [], "colour": "red"}', "colour: There is no such field."),
        ('{"cards": [], "version": 2}', "version: must be 1."),
        ('{"cards": 5}', "cards: must be a list of cards."),
        ('{"cards": [5]}', "cards[0]: A card is an object"),
        ('{"cards": [{"key": "lugworm", "count": "2"}]}', "cards[0].count: Copies are"),
        ('{"cards": [{}]}', "cards[0]: No card is named."),
        ('{"cards": [], "name": 5}', "name: must be a text."),
    ],
)
def test_what_is_no_deck_is_told_with_its_place(text, says):
    with pytest.raises(FormError) as caught:
        read(text, KNOWN)
    assert says in str(caught.value)


def test_records_go_to_lines_and_back(capsys, tmp_path):
    lines = converted(capsys, RECORD, RECORD, "--to", "jsonl")
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    assert [json.loads(line) for line in lines.splitlines()] == [record] * 2
    plain, packed = tmp_path / "games.jsonl", tmp_path / "games.jsonl.gz"
    plain.write_text(lines + "\n" + json.dumps(DRAFT) + "\n", encoding="utf-8")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for file in (plain, packed):
        assert list(records_in(str(file))) == [record, record, DRAFT]
        assert json.loads(converted(capsys, file, "--to", "json", "--number", "3")) == DRAFT


def test_a_record_is_told_in_words(capsys):
    told = converted(capsys, RECORD).splitlines()
    assert told[:3] == [
        "phylo-1.4a, 9 actions", "Turn 1, points 0 : 0", "  player 0: play Valley Oak at -1,0",
    ]  # fmt: skip
    assert told[-1].startswith("The game is not over: ")


def test_standard_input_is_a_deck_or_records(capsys, monkeypatch):
    for content, begins in ((b"2 Lugworm", "Rules: 1.4a"), (json.dumps(DRAFT).encode(), "ecosystem")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert converted(capsys, "-").startswith(begins)


@pytest.mark.parametrize(
    ("arguments", "content", "says"),
    [
        ("FILE --to code", "2 Vallley Oak", "line 1: No card is called"),
        ("FILE --to words", "2 Lugworm", "is a deck, which can be written as code, text, deck, toml"),
        ("FILE --to code", json.dumps(DRAFT), "is a game record, which can be written as words, json, jsonl"),
        ("FILE --to pdf", "2 Lugworm", "there is no form 'pdf', but: code"),
        ("FILE --to json", f"{json.dumps(DRAFT)}\n" * 2, "json is one record"),
        ("FILE FILE --to json", json.dumps(DRAFT), "json is one record"),
        (
            "FILE --to jsonl",
            f'{json.dumps(DRAFT)}\n{{"actions": 5}}\n',
            "line 2: format must be phylo-record",
        ),
        ("FILE --to jsonl", json.dumps(DRAFT).replace("record/1", "record/0"), "not 'phylo-record/0'"),
        ("FILE --to jsonl", json.dumps({**DRAFT, "players": 9}), "players must be 1 to 6"),
        ("FILE --number 0", json.dumps(DRAFT), "--number is a whole number from 1"),
        ("nowhere.json", "", "cannot read nowhere.json"),
        ("nowhere.toml", "", "nowhere.toml: not readable"),
        ("80037909RPBR1V674QWD0V7JYFB2HRE3KJAA", "", "cannot read 8003"),
    ],
)
def test_what_cannot_be_converted_is_told_in_one_line(arguments, content, says, tmp_path, capsys):
    file = tmp_path / "file"
    file.write_text(content, encoding="utf-8")
    assert main(["convert", *arguments.replace("FILE", str(file)).split()]) == 2
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    assert line.startswith("phylo-engine convert: ")
    assert says in line


def test_a_damaged_file_of_gzip_is_told(tmp_path, capsys):
    file = tmp_path / "games.jsonl.gz"
    file.write_bytes(gzip.compress(json.dumps(DRAFT).encode() * 50)[:-9])
    assert main(["convert", str(file)]) == 2
    assert "damaged" in capsys.readouterr().err
