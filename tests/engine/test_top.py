"""The top of the engine: `import engine`, the same for all four games."""

import subprocess
import sys
from random import Random

import pytest

import engine
from engine import sets
from engine.bots.phylo.view import bot_view

RULES = ["phylo-1.4a", "phylo-1.3", "ecosystem", "coral-reef"]


def play(game: engine.Game, rng: Random) -> None:
    while not game.over:
        engine.apply(game, rng.choice(engine.legal_actions(game)))


@pytest.mark.parametrize("rules", RULES)
def test_a_game_goes_from_deal_to_result_and_again_from_its_record(rules):
    game = engine.new_game(rules, seed=5)
    assert engine.result(game) is None
    play(game, Random(5))
    result = engine.result(game)
    assert result.scores == tuple(game.scores)
    assert sum(map(result.share, range(len(result.scores)))) == pytest.approx(1)
    record = engine.record(game)
    verdict = engine.judge(record)
    assert (verdict["ok"], verdict["over"], verdict["scores"]) == (True, True, game.scores)
    again = engine.replay(record)
    assert engine.result(again) == result
    assert engine.record(again) == record
    half = engine.replay(record, len(game.actions) // 2)
    play(half, Random(6))
    assert engine.judge(engine.record(half))["ok"]


@pytest.mark.parametrize("rules", RULES)
def test_the_same_seed_is_the_same_game_and_none_another_one(rules):
    deals = [engine.record(engine.new_game(rules, seed=seed)) for seed in (1, 1, None)]
    assert deals[0] == deals[1] != deals[2]
    secret = engine.new_game(rules, seed="ab" * 32)
    assert engine.judge(engine.record(secret))["ok"]


@pytest.mark.parametrize("rules", RULES)
def test_every_legal_action_is_explained_as_such_and_others_are_refused(rules):
    game, rng = engine.new_game(rules, seed=2), Random(2)
    for _step in range(12):
        for action in engine.legal_actions(game):
            told = engine.explain(game, action)
            assert (told.legal, str(told)) == (True, "legal")
            assert (told.follows is not None) == (rules in RULES[:2] and game.state.running)
        engine.apply(game, rng.choice(engine.legal_actions(game)))
    if rules in RULES[:2]:
        wrong, says = {"seat": 1 - game.to_act[0], "do": "pass"}, "P10 It is not your turn."
    else:
        wrong, says = {"do": "place", "card": "NONE", "at": [9, 9]}, ""
    told = engine.explain(game, wrong)
    assert not told.legal
    assert says in str(told)
    with pytest.raises(engine.IllegalAction):
        engine.apply(game, wrong)
    with pytest.raises(engine.MalformedAction):
        engine.explain(game, {"colour": "red"})


def test_what_would_follow_is_told_without_doing_it():
    game = engine.new_game("phylo-1.4a", ["uluru", "lauca"], seed=7)
    before = game.state.snapshot()
    follows = [engine.explain(game, action).follows for action in engine.legal_actions(game)]
    assert any(max(each.points) for each in follows)
    assert game.state.snapshot() == before


def test_a_view_is_what_a_bot_gets_and_a_spectator_sees_less():
    game = engine.new_game("phylo-1.4a", ["uluru", "lauca"], seed=7)
    others = [deck.keys for deck in sets.decks("phylo-1.4a").values()]
    expected = bot_view(game.state, 0, sets.cards(), known_decks=others, log=game.log)
    assert {**engine.view(game, 0), "known_decks": others} == expected
    assert "deck" not in engine.view(game)
    assert [type(hand) for hand in engine.view(game)["hands"]] == [int, int]


@pytest.mark.parametrize("rules", RULES)
def test_the_computer_thinks_of_legal_actions_and_of_the_same_with_the_same_seed(rules):
    game = engine.new_game(rules, seed=3)
    thoughts = [engine.search(game, playouts=8, seed=4) for _time in range(2)]
    assert thoughts[0] == thoughts[1]
    legal = engine.legal_actions(game, game.to_act[0])
    assert {"seat": game.to_act[0], **thoughts[0].action} in legal
    mouse = engine.search(game, "mouse", seed=4)
    assert {"seat": game.to_act[0], **mouse.action} in legal
    with pytest.raises(KeyError):
        engine.search(game, "god")


def test_nothing_is_searched_after_the_end():
    game = engine.new_game("ecosystem", seed=3)
    play(game, Random(3))
    assert engine.legal_actions(game) == []
    with pytest.raises(ValueError, match="nothing to choose"):
        engine.search(game, "mouse")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"rules": "chess"}, "there are no rules 'chess'"),
        ({"rules": "phylo-1.4a", "players": 3}, "2 players, not 3"),
        ({"rules": "ecosystem", "players": 9}, "2 to 6 players"),
        ({"rules": "ecosystem", "decks": ["uluru", "uluru"]}, "without decks"),
        ({"rules": "phylo-1.4a", "decks": ["uluru", "atlantis"]}, "no ready deck 'atlantis'"),
        ({"rules": "phylo-1.3", "decks": [sets.decks()["uluru"]] * 2}, "a deck for phylo-1.4a, not for"),
        ({"rules": "phylo-1.4a", "decks": [["valley-oak"]] * 2}, "24 cards, not 1"),
    ],
)
def test_what_cannot_be_dealt_is_refused(arguments, says):
    with pytest.raises(engine.InvalidSetup, match=says):
        engine.new_game(**arguments)


def test_the_top_is_small_and_each_name_is_there():
    assert len(engine.__all__) <= 22
    assert all(getattr(engine, name) is not None for name in engine.__all__)
    assert set(engine.__all__) <= set(dir(engine))
    assert all(f"`{name}`" in engine.__doc__ or name in engine.__doc__ for name in engine.__all__)
    with pytest.raises(AttributeError):
        _ = engine.nothing


def test_nothing_is_loaded_before_it_is_used():
    asked = "import sys, engine; print(any(name.startswith('engine.phylo') for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
