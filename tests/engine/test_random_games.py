"""Random games with the ready decks, played by the engine and by the plain reference."""

from itertools import product
from random import Random

import pytest

import engine
from tests.engine.differential import compare, lively, what_chance_chose
from tests.engine.reference import Game
from tests.ready_decks import ready_decks

RULES = "phylo-1.4a"
CARDS, DECKS = ready_decks()
SLUGS = sorted(DECKS)


def play(seed: int) -> None:
    """One random game; both carry out every action, and are compared after about every fourth."""
    rng = Random(seed)
    mine, yours = rng.choice(list(product(SLUGS, SLUGS)))
    state = engine.new_game(RULES, CARDS, [DECKS[mine], DECKS[yours]], seed)
    game = Game.from_position(RULES, CARDS, state.position())
    while not state.over:
        seat = state.to_act[0]
        action = {"seat": seat, **lively(rng, state.legal(seat))}
        log = state.apply(action)
        game.apply(what_chance_chose(action, log))
        if state.over or rng.random() < 0.25:
            compare(state, game)


@pytest.mark.parametrize("first", range(0, 100, 10))
def test_ready_decks(first):
    for seed in range(first, first + 10):
        play(seed)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_ready_deck_is_one(slug):
    rules = engine.RULES[RULES]
    known = {key: engine.Card.parse(key, CARDS[key]) for key in DECKS[slug]}
    assert engine.deck_problems(rules, engine.Options(), known, DECKS[slug]) == []
