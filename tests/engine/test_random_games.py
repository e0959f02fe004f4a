"""Random games with the ready decks, played by the engine and by the plain reference."""

from itertools import product
from random import Random

import pytest

from engine.phylo.cards import Card
from engine.phylo.deck import deck_problems
from engine.phylo.rules import RULES as ENGINE_RULES
from engine.phylo.rules import Options
from engine.phylo.start import new_game
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
    state = new_game(RULES, CARDS, [DECKS[mine], DECKS[yours]], seed)
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
    rules = ENGINE_RULES[RULES]
    known = {key: Card.parse(key, CARDS[key]) for key in DECKS[slug]}
    assert deck_problems(rules, Options(), known, DECKS[slug]) == []
