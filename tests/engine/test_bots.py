"""The bots choose by what a seat may see, and the better one wins."""

from random import Random

import pytest

from games import bots, engine
from tests.ready_decks import ready_decks

RULES = "phylo-1.4a"
CARDS, DECKS = ready_decks()
SLUGS = sorted(DECKS)


def turn_of(state: engine.State, level: str, rng: Random) -> dict:
    """The action that a bot chooses for the seat to act."""
    seat = state.to_act[0]
    legal = state.legal(seat)
    chosen = bots.LEVELS[level]({**state.view_for(seat), "cards": CARDS}, legal, rng, None)
    assert chosen in legal
    return {"seat": seat, **chosen}


def game(levels: tuple[str, str], decks: tuple[str, str], seed: int, options=None) -> engine.State:
    """A whole game between two bots."""
    rng = Random(seed)
    state = engine.new_game(RULES, CARDS, [DECKS[slug] for slug in decks], seed, options=options)
    while not state.over:
        state.apply(turn_of(state, levels[state.to_act[0]], rng))
    return state


@pytest.mark.parametrize("level", sorted(bots.LEVELS))
def test_a_bot_chooses_one_of_the_legal_actions(level):
    for seed in range(3):
        decks = SLUGS[seed], SLUGS[-1 - seed]
        assert game((level, "random"), decks, seed, options={"reveal": "choose"}).over


@pytest.mark.parametrize("level", sorted(bots.LEVELS))
def test_a_bot_knows_nothing_of_hidden_cards(level):
    state = engine.new_game(RULES, CARDS, [DECKS[SLUGS[0]], DECKS[SLUGS[1]]], 5)
    seat = state.to_act[0]
    position = state.position()
    for pile in ("hands", "decks"):
        position[pile][1 - seat] = [position["decks"][1 - seat][0]] * len(position[pile][1 - seat])
    other = engine.from_position(RULES, CARDS, position)
    assert turn_of(state, level, Random(1)) == turn_of(other, level, Random(1))


def test_greedy_beats_random_clearly():
    rng = Random(2)
    won = 0
    for seed in range(10):
        seat = seed % 2
        levels = ("greedy", "random") if seat == 0 else ("random", "greedy")
        won += game(levels, (rng.choice(SLUGS), rng.choice(SLUGS)), seed).winner == seat
    assert won >= 9


@pytest.mark.parametrize("slug", SLUGS)
def test_nearly_every_deal_of_a_deck_gets_a_card_down_on_the_first_turn(slug):
    setup = engine.Setup.check(RULES, CARDS, [DECKS[slug], DECKS[slug]])
    assert sum(gets_a_card_down(setup.deal(seed), Random(seed)) for seed in range(100)) >= 95


def gets_a_card_down(state: engine.State, rng: Random) -> bool:
    """Whether the first turn can begin with a card; if it cannot, whether the bot still plays one."""
    seat = state.to_act[0]
    while state.to_act == (seat,):
        if any(action["do"] == "play" for action in state.legal(seat)):
            return True
        state.apply(turn_of(state, "greedy", rng))
    return False
