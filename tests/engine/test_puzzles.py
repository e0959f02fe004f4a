"""Puzzles: what is one, what is said of answers, themes, files; those that are shipped are proved again."""

import json
from dataclasses import replace
from random import Random

import pytest

from engine.flat.translate import from_game, universe_of
from engine.puzzles import InvalidPuzzles, NotRight, Origin, Puzzle, answer, as_json, from_json, read_file
from engine.puzzles.checking import faults
from engine.puzzles.files import write_file
from engine.puzzles.finding import (
    MOST_AT_LAST,
    MOST_BY_GREEDY,
    MOST_ON_TABLE,
    Collected,
    Find,
    idea,
    solves,
)
from engine.puzzles.judging import DRAWS, NO_CHOICE
from engine.puzzles.making import actions_of, find_in, find_in_snapshot
from engine.puzzles.puzzle import choices
from engine.puzzles.themes import THEMES, themes_of
from tests.engine.build import BOTH, V13, V14, cards_for, game, position, record, space
from tests.engine.flat_games import cards_of, chosen, dealt
from tests.engine.puzzle_proof import prove, shipped

HUNGRY = (space(-1, 0, 0, "oak"), space(-1, -1, 0, "oak"), space(-2, 0, 0, "fox"))
"""The fox of seat 0 has no food; a hare at [-2, -1] is some."""
THEIRS = (space(2, 0, 1, "oak"), space(3, 0, 1, "hare"), space(4, 0, 1, "fox"), space(5, 0, 1, "lynx"))
SAVED = {"do": "play", "card": "hare", "at": [-2, -1]}
PROVED = 24
"""Of the shipped puzzles, the quickest to prove; all of them in tests.soak."""


def found(*spaces, rules=V14, more=None, **rest) -> Puzzle | None:
    state = game(*spaces, rules=rules, cards=more, **rest)
    return find_in(state, 0, cards_for(rules, more), Origin("by hand"))


def rescue(**rest) -> Puzzle:
    made = found(*HUNGRY, hand="hare", actions_left=1, **rest)
    assert made is not None
    return made


def test_a_line_that_is_clearly_best_is_a_puzzle_with_its_proof():
    puzzle = rescue()
    assert (puzzle.gain, puzzle.margin, puzzle.length) == (11, 6, 1)
    assert puzzle.lines == ((SAVED,),)
    assert puzzle.themes == ("save-the-web", "two-birds")
    assert list(faults(puzzle)) == []
    prove(puzzle)


def test_no_puzzle_where_two_ends_are_as_good_or_little_is_at_stake():
    assert found(space(-1, 0, 0, "oak"), hand="hare", actions_left=1) is None
    assert found(*HUNGRY, hand="oak", actions_left=1) is None
    assert find_in(game(*HUNGRY, hand="hare"), 1, cards_for(V14), Origin("")) is None


def test_P12_lines_that_draw_cards_are_no_part_of_it():
    puzzle = rescue()
    said = answer(puzzle, [], {"do": "discard", "card": "hare"})
    assert (said.verdict, said.refusal, said.state.hands[0]) == ("wrong", DRAWS, puzzle.start().hands[0])
    state = game(*HUNGRY, hand="rain storm hare")
    assert {action.get("card") for action in choices(state)} == {None, "hare"}


def test_giving_up_the_game_is_no_part_of_it():
    puzzle = rescue()
    said = answer(puzzle, [], {"do": "resign"})
    assert (said.verdict, said.refusal, said.state.over) == ("wrong", NO_CHOICE, False)
    with pytest.raises(NotRight):
        answer(puzzle, [{"do": "resign"}], SAVED)


def test_an_answer_is_right_good_or_wrong():
    puzzle = rescue()
    right = answer(puzzle, [], SAVED)
    assert (right.verdict, right.solved, right.lost, right.best) == ("right", True, 0, ())
    assert right.state.scores == [17, 0]
    good = answer(puzzle, [], {**SAVED, "at": [-1, 1], "seat": 0, "under": False})
    assert (good.verdict, good.solved, good.lost, good.best) == ("good", False, 6, (SAVED,))
    idle = answer(puzzle, [], {"do": "pass"})
    assert (idle.verdict, idle.lost, idle.best) == ("wrong", 11, (SAVED,))
    refused = answer(puzzle, [], {**SAVED, "at": [0, 1]})
    assert (refused.verdict, refused.refusal.clause, refused.log) == ("wrong", "P17", [])
    with pytest.raises(NotRight):
        answer(puzzle, [{"do": "pass"}], SAVED)
    with pytest.raises(NotRight):
        answer(puzzle, [SAVED], {"do": "pass"})


def test_of_two_actions_each_is_answered():
    puzzle = next(each for each in shipped() if each.length == 2 and len(each.lines) == 1)
    first, second = puzzle.lines[0]
    begun = answer(puzzle, [], first)
    assert (begun.verdict, begun.solved, begun.best) == ("right", False, (second,))
    assert answer(puzzle, [first], second).solved
    assert answer(puzzle, [first], {"do": "pass"}).verdict != "right"


def test_P26_a_spread_of_fewer_cards_in_any_order_is_an_answer():
    spaces = (space(-1, 0, 0, "clover"), space(-1, 1, 0, "bee"))
    state = game(*spaces, discards=("oak hare", ""))
    spreads = [action for action in choices(state) if action["do"] == "spread"]
    assert {len(action["cards"]) for action in spreads} == {1, 2}
    assert len(spreads) == 2 * 2 + 2 * 1


@pytest.mark.parametrize("rules", BOTH)
def test_the_flat_form_and_the_engine_list_the_same_choices(rules):
    for seed in range(6):
        rng = Random(seed)
        cards, state = cards_of(rules, seed), dealt(Random(seed), rules, seed)
        for _ in range(25):
            if state.over:
                break
            if state.running and len(state.actions()) < 300:
                universe = universe_of(state)
                flat = [action for action, _ in actions_of(from_game(state, universe), universe)]
                assert flat == choices(state), (seed, sorted(cards))
            state.perform(chosen(rng, state.actions()))


def told(*actions, spaces=HUNGRY, rules=V14, orders=1, **rest) -> tuple[str, ...]:
    """The themes of a puzzle by hand, whose best line these actions are."""
    known = cards_for(rules)
    start = position(*spaces, **rest)
    data = record(start, rules=rules, cards=known)
    lines = tuple(tuple(actions) for _ in range(orders))
    return themes_of(Puzzle("", rules, data, 0, 0, 0, lines, (), Origin(""), ()))


OAK = (space(-1, 0, 0, "oak"),)
CLOVER = (space(-1, 0, 0, "clover"),)
LAWN = (space(-1, 0, 0, "lawn"),)
BEHIND = (*OAK, space(2, 0, 1, "oak"), space(3, 0, 1, "oak"))
HARE = {"do": "play", "card": "hare", "at": [-2, 0]}
FOX = {"do": "play", "card": "fox", "at": [-3, 0]}
FAR_OAK = {"do": "play", "card": "oak", "at": [0, 1]}
VINE = {"do": "play", "card": "vine", "at": [-1, 0]}
TICK = {"do": "play", "card": "tick", "at": [3, 0], "under": True}
HUNT = {"do": "event", "card": "hunt", "at": [5, 0]}
GIFT = {"do": "event", "card": "gift", "at": [5, 0]}
WIND = {"do": "event", "card": "wind", "at": [-1, 0]}
SPREAD = {"do": "spread", "from": [-1, 0], "cards": ["oak"], "to": [[-2, 0]]}
MOVED = {"do": "move", "from": [-2, 0], "to": [-1, -1]}
STORIES = [
    ("most-points", told(HARE, spaces=OAK, hand="hare")),
    ("save-the-web two-birds", told(SAVED, hand="hare")),
    ("break-theirs event", told(HUNT, spaces=THEIRS, hand="hunt")),
    ("break-theirs steal event", told(GIFT, spaces=THEIRS, hand="gift")),
    ("most-points sacrifice invader", told(VINE, spaces=OAK, hand="vine")),
    ("most-points step-by-step right-order", told(HARE, FOX, spaces=OAK, hand="hare fox")),
    ("most-points", told(HARE, FAR_OAK, spaces=OAK, hand="hare oak", orders=2)),
    ("most-points last-turn overtake", told(HARE, spaces=BEHIND, hand="hare", last_turn=True)),
    ("most-points last-turn", told(HARE, spaces=OAK, hand="hare", last_turn=True)),
    (
        "most-points step-by-step right-order wind event seeds",
        told(WIND, SPREAD, spaces=CLOVER, hand="wind oak", rules=V13),
    ),
    ("most-points seeds", told(SPREAD, spaces=LAWN, hand="oak", rules=V13)),
    ("most-points on-the-move", told(MOVED, spaces=(*OAK, space(-2, 0, 0, "bee")))),
    ("most-points parasite", told(TICK, spaces=THEIRS, hand="tick")),
]
"""The themes that are expected, and those that are found."""


@pytest.mark.parametrize(("expected", "themes"), STORIES)
def test_themes(expected, themes):
    assert " ".join(themes) == expected


def test_every_theme_has_a_story():
    assert {theme for expected, _ in STORIES for theme in expected.split()} == set(THEMES)


def test_a_puzzle_is_the_same_after_a_file(tmp_path):
    puzzle = replace(rescue(), origin=Origin("7", "a", 12, ("x", "y"), 30, ("oak",), (SAVED,)))
    path = tmp_path / "puzzles.jsonl"
    write_file(path, [puzzle, puzzle], V14)
    assert read_file(path) == [puzzle, puzzle]
    assert from_json(json.loads(json.dumps(as_json(puzzle)))) == puzzle
    for broken in ("", "[]", '{"format": "x"}', path.read_text().replace('"hands"', '"arms"')):
        path.write_text(broken)
        with pytest.raises(InvalidPuzzles, match=r"^puzzles\.jsonl: "):
            read_file(path)


def test_what_is_not_true_of_a_puzzle_is_found():
    puzzle = rescue()
    node = puzzle.proof[0]
    wrong = {
        "gain": replace(puzzle, gain=12),
        "margin": replace(puzzle, margin=5),
        "themes": replace(puzzle, themes=("last-turn",)),
        "key": replace(puzzle, key="0" * 10),
        "does not gain": replace(puzzle, lines=(({**SAVED, "at": [-1, 1]},),)),
        "loses": replace(puzzle, proof=(replace(node, lost=tuple(each and each + 1 for each in node.lost)),)),
        "turn of seat": replace(puzzle, seat=1),
        "invalid": replace(puzzle, record={**puzzle.record, "cards": {}}),
    }
    for word, each in wrong.items():
        assert any(word in fault for fault in faults(each)), word


def test_find_in_of_a_game_as_data():
    state = game(*HUNGRY, hand="hare", actions_left=1)
    cards = cards_for(V14)
    assert find_in_snapshot(V14, cards, {}, state.snapshot(), 0, Origin("by hand")) == rescue()


def test_collected_puzzles_are_of_different_ideas_and_mostly_not_easy():
    puzzle, twin = rescue(), rescue(other="oak")
    assert puzzle.key != twin.key
    assert idea(puzzle) == idea(twin)
    assert not Collected().add(Find(puzzle, by_greedy=True))
    others = [each for each in shipped() if each.length > 1 and "easy" not in each.themes]
    collected = Collected(others[:9])
    assert collected.add(Find(puzzle, by_greedy=True))
    assert collected.puzzles[-1].themes == (*puzzle.themes, "easy")
    assert not collected.add(Find(twin, by_greedy=False))


def test_shipped_puzzles_are_proved_by_two_engines():
    puzzles = sorted(shipped(), key=lambda each: (len(each.proof[0].lost) ** each.length, each.key))
    for puzzle in puzzles[:PROVED]:
        prove(puzzle)
        assert list(faults(puzzle)) == []


@pytest.mark.parametrize("rules", BOTH)
def test_shipped_puzzles(rules):
    puzzles = [each for each in shipped() if each.rules == rules]
    assert len({each.key for each in puzzles}) == len({idea(each) for each in puzzles}) == len(puzzles)
    easy = sum("easy" in each.themes for each in puzzles)
    assert easy <= MOST_BY_GREEDY * len(puzzles)
    some = sorted(puzzles, key=lambda each: each.key)[:10]
    assert all(solves("greedy", each) == ("easy" in each.themes) for each in some)
    for each in puzzles:
        last = each.record["position"]["turn"]["last_turn"]
        assert len(each.record["position"]["spaces"]) <= (MOST_AT_LAST if last else MOST_ON_TABLE)
