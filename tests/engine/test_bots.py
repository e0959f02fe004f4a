"""The bots choose by what a seat may see, and the better one wins."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.bots.erring import choose_erring
from engine.bots.levels import LEVELS, level_of
from engine.bots.phylo.view import bot_view
from engine.phylo.start import Setup, from_position, new_game
from engine.phylo.state import State
from tests.engine.strength import choosing, matched, person
from tests.ready_decks import ready_decks

RULES = "phylo-1.4a"
CARDS, DECKS = ready_decks()
SLUGS = sorted(DECKS)
FEW = 30  # playouts for a turn
DECKS_OF = {RULES: DECKS, "phylo-1.3": ready_decks("phylo-1.3")[1]}


def turn_of(state: State, level: str, rng: Random) -> dict:
    """The action that a bot chooses for the seat to act."""
    seat = state.to_act[0]
    legal, view = state.legal(seat), bot_view(state, seat, CARDS)
    player = level_of(view["rules"], level)
    chosen = replace(player, playouts=min(player.playouts or 0, FEW)).think(view, legal, rng).action
    assert chosen in legal
    return {"seat": seat, **chosen}


def game(levels: tuple[str, str], seed: int, *, rules: str = RULES, options=None) -> State:
    """A whole game between two bots, with two of the ready decks."""
    rng = Random(seed)
    decks = [rng.choice(sorted(DECKS_OF[rules].items()))[1] for _seat in (0, 1)]
    state = new_game(rules, CARDS, decks, seed, options=options)
    while not state.over:
        state.apply(turn_of(state, levels[state.to_act[0]], rng))
    return state


@pytest.mark.parametrize("rules", DECKS_OF)
@pytest.mark.parametrize("level", sorted(LEVELS[RULES]))
def test_a_bot_chooses_one_of_the_legal_actions(level, rules):
    assert game((level, "random"), 1, rules=rules, options={"reveal": "choose"}).over


@pytest.mark.parametrize("level", sorted(LEVELS[RULES]))
def test_a_bot_knows_nothing_of_hidden_cards(level):
    state = new_game(RULES, CARDS, [DECKS[SLUGS[0]], DECKS[SLUGS[1]]], 5)
    seat = state.to_act[0]
    position = state.position()
    for pile in ("hands", "decks"):
        position[pile][1 - seat] = [position["decks"][1 - seat][0]] * len(position[pile][1 - seat])
    other = from_position(RULES, CARDS, position)
    assert turn_of(state, level, Random(1)) == turn_of(other, level, Random(1))


@pytest.mark.parametrize("rules", DECKS_OF)
def test_greedy_beats_random_clearly(rules):
    won = 0
    for seed in range(10):
        seat = seed % 2
        levels = ("greedy", "random") if seat == 0 else ("random", "greedy")
        won += game(levels, seed, rules=rules).winner == seat
    assert won >= 9


@pytest.mark.parametrize(("rules", "compares"), [(RULES, "food_chain"), ("phylo-1.3", "scale")])
def test_P8_greedy_reveals_what_compares_highest(rules, compares):
    deck = sorted(DECKS_OF[rules].items())[0][1]
    for seed in range(5):
        state = new_game(rules, CARDS, [deck, deck], seed, options={"reveal": "choose"})
        legal = state.legal(0)
        chosen = turn_of(state, "greedy", Random(seed))
        assert CARDS[chosen["card"]][compares] == max(CARDS[each["card"]][compares] for each in legal)


@pytest.mark.parametrize("slug", SLUGS)
def test_nearly_every_deal_of_a_deck_gets_a_card_down_on_the_first_turn(slug):
    setup = Setup.check(RULES, CARDS, [DECKS[slug], DECKS[slug]])
    assert sum(gets_a_card_down(setup.deal(seed), Random(seed)) for seed in range(100)) >= 95


def gets_a_card_down(state: State, rng: Random) -> bool:
    """Whether the first turn can begin with a card; if it cannot, whether the bot still plays one."""
    seat = state.to_act[0]
    while state.to_act == (seat,):
        if any(action["do"] == "play" for action in state.legal(seat)):
            return True
        state.apply(turn_of(state, "greedy", rng))
    return False


def test_who_errs_does_so_more_often_where_less_is_lost_and_never_grossly():
    rng = Random(1)
    worth = [10.0, 9.0, 6.0, 2.0]
    chosen = Counter(choose_erring("abcd", worth, rng, care=0.5, most_lost=5) for _ in range(2_000))
    assert chosen["a"] > chosen["b"] > chosen["c"] > 0 == chosen["d"]


def test_the_same_view_and_chance_give_the_same_error():
    state = new_game(RULES, CARDS, [DECKS[SLUGS[0]], DECKS[SLUGS[1]]], 5)
    choices = [turn_of(state, "beginner", Random(seed)) for seed in range(12)]
    assert choices == [turn_of(state, "beginner", Random(seed)) for seed in range(12)]
    assert any(choice != choices[0] for choice in choices)


@pytest.mark.parametrize("rules", DECKS_OF)
def test_a_person_who_begins_and_the_second_level_beat_the_first(rules):
    """How often exactly: `python -m tests.engine.strength`."""
    setup = {"rules": rules, "cards": CARDS, "decks": list(DECKS_OF[rules].values()), "games": 10}
    assert matched(person, choosing(LEVELS[RULES]["beginner"]), **setup).won >= 5
    assert matched(choosing(LEVELS[RULES]["greedy"]), choosing(LEVELS[RULES]["beginner"]), **setup).won >= 6
