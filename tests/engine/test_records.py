"""What is a record, what is none, and what the referee prints; the command line in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.drafting.record import judge as judge_draft
from engine.phylo.cards import Card
from engine.phylo.record import judge as engine_judge
from engine.phylo.start import new_game, restore
from tests.engine.build import V13, V14, cards_for, event, position, record, seedling, space, species

ROOT = Path(__file__).parents[2]
PLAY = {"seat": 0, "do": "play", "card": "oak", "at": [-1, 0]}
GOOD = record(position(hand="oak oak"), PLAY)
BAD = record(position(hand="oak"), PLAY, PLAY)
DEALT = {"format": "phylo-record/1", "rules": V14, "cards": cards_for(V14), "decks": [["oak"] * 24] * 2,
 "seed": 7,
         "actions": []}  # fmt: skip


def without(field, data=DEALT):
    return {name: value for name, value in data.items() if name != field}


@pytest.mark.parametrize(
    "data",
    [
        None, [], "record", 5, {}, {**GOOD, "format": "phylo-record/2"}, {**GOOD, "more": 1},
        {**GOOD, "rules": "phylo-2"}, {**GOOD, "rules": ["phylo-1.3"]}, {**GOOD, "seed": 7},
        {**GOOD, "decks": DEALT["decks"]}, {**GOOD, "actions": {}}, {**GOOD, "cards": []},
        {**GOOD, "options": {"house_rules": 1}}, {**GOOD, "options": {"home_gap": 2}},
        {**GOOD, "options": {"home_gap": 0.0}}, {**GOOD, "options": {"home_gap": True}},
        {**GOOD, "options": None},
        {**GOOD, "options": {"reveal": []}}, {**GOOD, "options": {"max_copies": 0}},
        without("seed"), without("decks"), without("rules"), without("cards"), without("actions"),
        {**DEALT, "seed": 7.0}, {**DEALT, "seed": "7"}, {**DEALT, "seed": True}, {**DEALT, "seed": None},
        {**DEALT, "decks": [["oak"] * 24]}, {**DEALT, "decks": [["oak"] * 24, ["oak"] * 23]},
        {**DEALT, "decks": [["oak"] * 24, ["nothing"] * 24]},
        {**DEALT, "decks": [["oak"] * 24, [["oak"]] * 24]},
        {**DEALT, "starters": ["home"]}, {**DEALT, "starters": ["home", "oak"]},
        {**DEALT, "opening_hands": [["oak"] * 5, ["nothing"] * 5]}, {**DEALT, "opening_hands": [["oak"] * 5]},
        {**DEALT, "options": {"max_copies": 23}}, {**DEALT, "options": {"opening_hand": "preselected"}},
        {**DEALT, "rules": V13},
    ],
)  # fmt: skip
def test_no_record(data):
    with pytest.raises(engine.InvalidRecord):
        engine_judge(data)


HASHED = {"generator": "sha256", "seed": "0a" * 32}


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"seed": "0a" * 32}, "seed must be a whole number in a record without generator"),
        ({**HASHED, "seed": 7}, "seed: with this generator, a seed in text has 64 hexadecimal digits"),
        ({**HASHED, "seed": "0a" * 31}, "64 hexadecimal digits"), ({**HASHED, "seed": "0A" * 32}, "0 to 9"),
        ({**HASHED, "seed": ["0a" * 32]}, "64 hexadecimal digits"),
        ({**HASHED, "generator": "splitmix64"}, "no generator 'splitmix64', only sha256"),
        ({**HASHED, "generator": None}, "no generator None"), ({**HASHED, "generator": []}, "no generator"),
        ({**HASHED, "generator": "x" * 200_000}, "only sha256"),
    ],
)  # fmt: skip
def test_a_seed_has_to_fit_its_generator(start, message):
    dealt, drafted = (
        without("seed"),
        {"format": "phylo-record/1", "rules": "ecosystem", "players": 2, "actions": []},
    )
    for judge, data in ((engine_judge, dealt), (judge_draft, drafted)):
        with pytest.raises(engine.InvalidRecord, match=message) as caught:
            judge(data | start)
        assert len(str(caught.value)) < 200


def test_a_record_with_a_seed_in_text():
    verdict = engine_judge(without("seed") | HASHED)
    state = new_game(V14, DEALT["cards"], DEALT["decks"], HASHED["seed"])
    assert (verdict["ok"], verdict["position"]) == (True, state.position())
    again = restore(V14, DEALT["cards"], json.loads(json.dumps(state.snapshot())))
    assert again.snapshot() == state.snapshot()
    with pytest.raises(engine.InvalidRecord, match="a record with a position has no generator"):
        engine_judge({**GOOD, "generator": "sha256"})


SPECIES, STORM = species(), event("discard")


@pytest.mark.parametrize(
    ("card", "field"),
    [
        ([], "card"), ({}, "kind"), ({**SPECIES, "kind": ["species"]}, "kind"),
        ({**SPECIES, "scale": 0}, "scale"),
        ({**SPECIES, "scale": 10}, "scale"), ({**SPECIES, "scale": 5.0}, "scale"),
        ({**SPECIES, "scale": None}, "scale"),
        ({**SPECIES, "food_chain": True}, "food_chain"), ({**SPECIES, "diet": "fruit"}, "diet"),
        ({**SPECIES, "diet": ["carnivore"]}, "diet"), ({**SPECIES, "terrains": "forest"}, "terrains"),
        ({**SPECIES, "terrains": ["moon"]}, "terrains"), ({**SPECIES, "climates": ["mild"]}, "climates"),
        ({**SPECIES, "points": "3"}, "points"), ({**SPECIES, "colour": "red"}, "colour"),
        ({**SPECIES, "abilities": {"swim": 2}}, "abilities"),
        ({**SPECIES, "abilities": {"move": -1}}, "abilities.move"),
        ({**SPECIES, "abilities": {"spread": {"needs": []}}}, "abilities.spread.count"),
        ({**SPECIES, "abilities": {"spread": {"count": 1, "needs": ["rain"]}}}, "abilities.spread.needs"),
        ({**SPECIES, "abilities": {"invasive": {}}}, "abilities.invasive.on"),
        ({**SPECIES, "abilities": {"beside": "oak"}}, "abilities.beside"),
        ({**SPECIES, "abilities": {"beside": {"colour": "red"}}}, "abilities.beside"),
        ({**SPECIES, "abilities": {"beside": {"scale": {"low": 1}}}}, "abilities.beside.scale"),
        ({**STORM, "effects": [{"do": "explode"}]}, "effects[0]"),
        ({**STORM, "effects": [{"do": ["discard"]}]}, "effects[0]"),
        ({**STORM, "effects": [{"do": "recover"}]}, "effects[0].count"),
        ({**STORM, "effects": "discard"}, "effects"),
        ({**STORM, "effects": [{"do": "freeze"}]}, "duration"), ({**STORM, "duration": -1}, "duration"),
        ({**STORM, "target": {"kingdom": 5}}, "target.kingdom"),
    ],
)  # fmt: skip
def test_an_invalid_card_names_its_field(card, field):
    with pytest.raises(engine.InvalidCard) as caught:
        Card.parse("oak", card)
    assert caught.value.field == field
    with pytest.raises(engine.InvalidRecord, match=r"cards\.odd"):
        engine_judge(record(position(), cards={"odd": card}))


def test_a_card_is_read_anew_whenever_it_is_written_differently():
    """What was read before is kept, and in Python 1, 1.0 and True are the same."""
    card = {"name": "Oak", "kind": "species", "scale": 1, "abilities": {"move": 1}}
    card |= {"food_chain": 1, "diet": "photosynthetic", "terrains": ["forest"], "climates": ["cool"]}
    card |= {"points": 1, "kingdom": "Plantae"}
    read = Card.parse("oak", card)
    assert Card.parse("oak", card) == read
    for other in (1.0, True):
        for wrong in (card | {"scale": other}, card | {"abilities": {"move": other}}):
            with pytest.raises(engine.InvalidCard):
                Card.parse("oak", wrong)
    card["terrains"].append("grassland")
    assert Card.parse("oak", card).terrains != read.terrains
    assert Card.parse("elm", card).key == "elm"


def test_a_huge_criterion_is_read_at_once():
    card = species(beside={"scale": {"min": -(10**12), "max": 10**12}})
    assert (
        Card.parse("oak", card).abilities.beside
        == Card.parse("oak", species(beside={"scale": {}})).abilities.beside
    )


HOMES = [space(0, 0, 0, "home"), space(1, 0, 1, "home")]


@pytest.mark.parametrize(
    "spaces",
    [
        [HOMES[0]], [HOMES[1]], [], [HOMES[0], space(1, 0, 0, "home")], [HOMES[0], space(2, 0, 1, "home")],
        [*HOMES, space(3, 0, 1, "home")], [*HOMES, space(-1, 0, 0, "oak"), space(-1, 0, 1, "hare")],
        [*HOMES, space(-1, 0, 2, "oak")], [*HOMES, space(-1, 0, 0, "nothing")],
        [*HOMES, space(-1, 0, 0, "hunt")],
        [*HOMES, space(-1, 0, 0, "wood")], [*HOMES, space(-1, 0.0, 0, "oak")],
        [*HOMES, space(-9999, 0, 0, "oak")],
        [*HOMES, space(-1, 0, 0, "oak", more=1)],
        [*HOMES, space(-1, 0, 0, "oak", under={"owner": 0, "card": "oak"})],
        [*HOMES, space(-1, 0, 0, "vine", covered={"owner": 0, "card": "oak"})],
        [*HOMES, space(-1, 0, 0, "oak", events=[{"owner": 0, "card": "wind", "turns_left": 3}])],
        [*HOMES, space(-1, 0, 0, "oak", events=[{"owner": 0, "card": "hunt", "turns_left": 0}])],
        [*HOMES, seedling(-1, 0, 0, "oak", of=[-1, 0])], [*HOMES, seedling(-1, 0, 0, "oak", of=[5, 5])],
        [*HOMES, space(-1, 0, 0, "oak"), seedling(-2, 0, 0, "oak", of=[-1, 0])],
        [space(0, 0, 0, "home", under={"owner": 0, "card": "tick"}), HOMES[1]], ["home", "home"], {},
    ],
)  # fmt: skip
def test_a_position_that_cannot_be(spaces):
    with pytest.raises(engine.InvalidRecord):
        engine_judge(record({**position(), "spaces": spaces}))


@pytest.mark.parametrize(
    "change",
    [
        {"hands": [[]]}, {"hands": [[], [], []]}, {"decks": [["home"], []]}, {"discards": [["nothing"], []]},
        {"hands": [["wood"], []]}, {"hands": ["oak", []]}, {"turn": None}, {"turn": {}},
        {"turn": {"seat": 2}},
        {"turn": {"seat": 0, "actions_left": 4}}, {"turn": {"seat": 0, "phase": 1}}, {"more": 1},
        {"turn": {"seat": 0, "last_turn": 0}}, {"decks": [["oak"] * 2000, []]},
    ],
)  # fmt: skip
def test_a_position_with_wrong_piles_or_turn(change):
    with pytest.raises(engine.InvalidRecord):
        engine_judge(record({**position(), **change}))


def test_what_the_referee_prints():
    verdict = engine_judge(GOOD)
    assert list(verdict) == [
        "ok",
        "applied",
        "position",
        "to_act",
        "legal",
        "scores",
        "over",
        "winner",
        "log",
    ]
    assert (verdict["ok"], verdict["applied"], verdict["to_act"], verdict["scores"]) == (True, 1, [0], [3, 0])
    assert (verdict["over"], verdict["winner"]) == (False, None)
    assert verdict["log"] == [{"step": 0, "seat": 0, "event": "played", "card": "oak", "at": [-1, 0]}]
    assert all("seat" not in action for action in verdict["legal"])
    verdict = engine_judge(BAD)
    assert (verdict["ok"], verdict["applied"], verdict["illegal"]["step"]) == (False, 1, 1)
    assert verdict["position"] == engine_judge({**BAD, "actions": [PLAY]})["position"]


def test_during_the_reveal_the_reveals_of_both_seats_are_listed():
    verdict = engine_judge({**DEALT, "options": {"reveal": "choose"}})
    assert verdict["legal"] == [{"seat": seat, "do": "reveal", "card": "oak"} for seat in (0, 1)]
    before = {**position(seat=None, number=0), "hands": [["oak"], ["hare"]]}
    assert engine_judge(record(before))["to_act"] == [1]
    assert engine_judge(record(before, options={"reveal": "choose"}))["to_act"] == [0, 1]


def test_a_position_after_the_end_is_accepted():
    verdict = engine_judge(record(position(space(-1, 0, 0, "oak"), seat=None)))
    assert (verdict["over"], verdict["winner"], verdict["legal"], verdict["to_act"]) == (True, 0, [], [])


def referee(*names, text=""):
    command = [sys.executable, "manage.py", "referee", *map(str, names)]
    done = subprocess.run(command, cwd=ROOT, input=text.encode(), capture_output=True, check=False)
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.decode().splitlines()]


def test_referee_judges_files_in_their_order_and_exits_with_the_highest_status(tmp_path):
    good, bad, broken = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "broken.json"
    good.write_text(json.dumps(GOOD))
    bad.write_text(json.dumps(BAD))
    broken.write_text('{"format": "phylo-record/1", ')
    assert referee(good) == (0, [engine_judge(GOOD)])
    assert referee(bad, good) == (1, [engine_judge(BAD), engine_judge(GOOD)])
    status, lines = referee(broken, bad, tmp_path / "missing.json", tmp_path, good)
    assert (status, [set(line) == {"error"} for line in lines]) == (2, [True, False, True, True, False])


def test_referee_reads_standard_input():
    assert referee("-", text=json.dumps(GOOD)) == (0, [engine_judge(GOOD)])
    assert referee("-", text="")[0] == 2


@pytest.mark.parametrize(
    "text", ['{"format": 1, "format": 2}', "[" * 100_000, '{"seed": NaN}', "\ufeff{}", "1e999"]
)
def test_referee_reads_no_record_as_status_2(text):
    status, (verdict,) = referee("-", text=text)
    assert (status, list(verdict)) == (2, ["error"])


def test_referee_prints_any_name():
    odd = record(position(hand="fox"), {"seat": 0, "do": "play", "card": "fox", "at": [-1, 0]},
                 cards={"fox": species(3, name="Füchschen \ud800 🦊")})  # fmt: skip
    status, (verdict,) = referee("-", text=json.dumps(odd))
    assert (status, verdict["illegal"]["code"]) == (1, "no-food")
