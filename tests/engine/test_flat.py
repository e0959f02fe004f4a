"""The flat form plays the same games as the engine, compiled as well as plain."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from time import time
from types import SimpleNamespace

import pytest

from engine.flat import compiled
from engine.flat import layout as at
from engine.flat.board import exchange, lift, put
from engine.flat.compiled import COMPILED, array, listed
from engine.flat.listing import legal
from engine.flat.translate import TooLarge, position, rewrite, written
from engine.phylo.notation import action_order
from engine.phylo.start import imagine
from tests.engine.build import BOTH, game, space
from tests.engine.flat_games import Pair, cards_of, chosen, dealt, play, trace

GAMES, SHARE = 500, 0.1


def legal_in_words(pair):
    """The flat form's legal actions in the record format."""
    s, universe = pair.flat, pair.universe
    count = legal(s, universe.tables, pair.out)
    return sorted((written(s, universe, action) for action in listed(pair.out[:count])), key=action_order)


@pytest.mark.parametrize("rules", BOTH)
def test_every_action_is_the_same(rules):
    for seed in range(GAMES if COMPILED else 20):
        play(rules, seed, SHARE)


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("seed", range(4))
def test_actions_are_written_as_in_records(rules, seed):
    rng = Random(seed)
    pair = Pair(dealt(rng, rules, seed), seed)
    for _ in range(25):
        if not pair.state.over:
            assert legal_in_words(pair) == pair.state.legal(pair.state.seat)
            pair.act(chosen(rng, pair.listed()), rng)


@pytest.mark.parametrize("rules", BOTH)
def test_of_more_actions_than_there_is_room_for_some_are_listed(rules):
    rng = Random(1)
    pair = Pair(dealt(rng, rules, 1), 1)
    for _ in range(25):
        if not pair.state.over:
            tables = pair.universe.tables
            every = listed(pair.out[: legal(pair.flat, tables, pair.out)])
            for room in (1, 7, 20, 30):
                out = array(room)
                found = listed(out[: legal(pair.flat, tables, out)])
                assert found
                assert set(found) <= set(every)
            pair.act(chosen(rng, pair.listed()), rng)


def test_where_code_cannot_be_kept_nothing_is_compiled(monkeypatch, tmp_path, caplog):
    numba = SimpleNamespace(__version__="1", config=SimpleNamespace(CACHE_DIR=""))
    monkeypatch.setattr(compiled, "import_module", lambda name: numba)
    monkeypatch.setattr(compiled, "_processor", lambda: ("any",))
    monkeypatch.setenv(compiled.PLAIN, "0")
    monkeypatch.setenv(compiled.CACHE, str(tmp_path / "kept"))
    assert compiled._numba() is numba
    kept = numba.config.CACHE_DIR
    assert kept == str(compiled.kept_in(numba))
    (tmp_path / "file").touch()
    monkeypatch.setenv(compiled.CACHE, str(tmp_path / "file"))
    assert compiled._numba() is None
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_code_is_named_by_all_that_it_is_made_from():
    """By the modules with compiled functions and those whose constants they take, and by no adapter."""
    engine, made = Path(compiled.__file__).parents[1], set()
    for source in engine.rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        if "\n@compiled\n" in text or "\n@allocating\n" in text:
            taken = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.ImportFrom)]
            modules = [each.module for each in taken if any(name.name.isupper() for name in each.names)]
            made |= {source, *(engine.parent / f"{name.replace('.', '/')}.py" for name in modules)}
    named = {source for pattern in compiled.SOURCES for source in engine.glob(pattern)}
    assert made & set(engine.rglob("*.py")) <= named
    assert engine / "environments" / "batch.py" in made
    assert not named & set((engine / "environments").glob("*_*env.py"))
    assert engine / "environments" / "openspiel_game.py" not in named


def test_code_that_nobody_has_used_for_a_week_is_deleted(tmp_path):
    names = {"used": "a" * 20, "old": "b" * 20, "new": "c" * 20, "other": "pictures"}
    for name in names.values():
        (tmp_path / name / "inside").mkdir(parents=True)
    for name in ("used", "old", "other"):
        os.utime(tmp_path / names[name], (time() - 2 * compiled.UNUSED,) * 2)
    compiled.delete_unused(tmp_path / names["used"])
    assert {each.name for each in tmp_path.iterdir()} == set(names.values()) - {names["old"]}
    compiled.delete_unused(tmp_path / "gone" / names["used"])


@pytest.mark.skipif(not COMPILED, reason="Numba is not installed")
def test_compiled_and_plain_play_the_same_games():
    command = [sys.executable, "-m", "tests.engine.flat_games", "--trace", "--games", "30"]
    plain = subprocess.run(
        command, env=os.environ | {"PHYLO_PLAIN": "1"}, capture_output=True, text=True, check=True
    )
    assert plain.stdout.strip() == trace(30)


@pytest.mark.parametrize("rules", BOTH)
def test_a_game_goes_on_from_any_position(rules):
    """Events, seedlings, parasites and covered cards are taken over from the engine's game."""
    for seed in range(12):
        rng = Random(seed)
        state = dealt(rng, rules, seed)
        for _ in range(30):
            if not state.over:
                state.perform(rng.choice(state.actions()))
        while not state.over:
            pair = Pair(state, seed)
            pair.compare()
            pair.act(chosen(rng, pair.listed()), rng)
            pair.compare()


@pytest.mark.parametrize("rules", BOTH)
def test_cards_written_into_hidden_slots_are_those_cards(rules):
    rng = Random(3)
    state = dealt(rng, rules, 3)
    for _ in range(10):
        state.perform(rng.choice(state.actions()))
    view = imagine(state.view_for(1 - state.seat), cards_of(rules, 3))
    pair = Pair(view, 3, state.matchup.cards)
    s, universe = pair.flat, pair.universe
    for lists, first, count in ((state.hands, at.HAND, at.HAND_COUNT), (state.decks, at.DECK, at.DECK_COUNT)):
        for seat in (0, 1):
            for place in range(s[count + seat]):
                slot = s[first + at.ROW * seat + place]
                if s[at.CARD + slot] == universe.hidden:
                    rewrite(s, universe, slot, universe.kind_of[state.matchup.keys[lists[seat][place]]])
    assert position(s, universe) == state.position()
    assert legal_in_words(pair) == state.legal(state.seat)


def test_what_lies_beside_a_space_is_known_whatever_lies_there():
    rng, s, table = Random(1), array(at.SIZE), dict[int, int]()
    near = [y * at.SIDE + x for y in range(12, 20) for x in range(12, 20)]
    for _step in range(400):
        cell = rng.choice(near)
        slot = rng.choice([each for each in range(at.SLOTS) if each not in table.values()])
        if cell not in table:
            put(s, cell, slot)
        elif rng.random() < 0.5:
            exchange(s, cell, slot)
        else:
            lift(s, cell)
            slot = -1
        table[cell] = slot
        table = {cell: slot for cell, slot in table.items() if slot >= 0}
        assert beside(s) == expected_beside(table)


def test_there_is_room_for_the_spaces_beside_all_cards_apart():
    s, cells = array(at.SIZE), [y * at.SIDE + x for y in range(2, 30, 3) for x in range(2, 30, 3)]
    table = {cell: slot for slot, cell in enumerate(cells[: at.SLOTS])}
    for cell, slot in table.items():
        put(s, cell, slot)
    assert s[at.OPEN_COUNT] == 4 * at.SLOTS
    assert beside(s) == expected_beside(table)
    for cell in table:
        lift(s, cell)
    assert s[at.OPEN_COUNT] == 0
    assert beside(s) == {}


def beside(s):
    """The cards beside each space of which a state knows any."""
    numbers = listed(s)
    every = {cell: numbers[at.NEAR + numbers[at.AT + cell]] for cell in range(at.CELLS)}
    opened = set(numbers[at.OPEN : at.OPEN + numbers[at.OPEN_COUNT]])
    assert opened == {cell for cell in every if numbers[at.AT + cell] < 0}
    return {cell: cards for cell, cards in every.items() if cards}


def expected_beside(table):
    found = dict[int, int]()
    for cell, slot in table.items():
        for step in at.STEPS:
            found[cell + step] = found.get(cell + step, 0) | 1 << slot
    return found


def test_a_game_that_lies_too_far_apart_is_left_to_the_engine():
    near, far = (game(space(x, 0, 0, "oak"), hand="oak") for x in (15, 16))
    s = Pair(near, 1).flat
    assert s[at.OFF_BOARD] == 1
    with pytest.raises(TooLarge):
        Pair(far, 1)


def test_a_game_of_too_many_cards_is_left_to_the_engine():
    Pair(game(deck="oak " * 55), 1)
    with pytest.raises(TooLarge):
        Pair(game(deck="oak " * 56), 1)
