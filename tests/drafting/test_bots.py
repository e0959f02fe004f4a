"""The bots of the drafting games choose by what a seat may see, and the better one wins."""

import json
from collections import Counter
from random import Random

import pytest

from engine.bots.drafting import strong
from engine.bots.drafting.bitboard import BIT, INSIDE, ROWS, bottom_row, masks_of, numbers
from engine.bots.drafting.playout import totals
from engine.bots.drafting.seat import RULES, SeatView, after, cell
from engine.bots.levels import LEVELS
from engine.drafting import GAMES, Board, score_table
from engine.drafting.draft import FLIP
from engine.drafting.layout import Layout
from engine.drafting.state import new_game
from tests.drafting.agreement import random_table
from tests.drafting.boards import grid
from tests.drafting.strength import alone, play, three

BOTH = pytest.mark.parametrize("rules", GAMES)


def choice(state, level, seed=1):
    """The action of the first seat to act, over JSON as it comes to a bot."""
    seat = state.to_act[0]
    legal = json.loads(json.dumps(state.legal(seat)))
    view = json.loads(json.dumps(state.view_for(seat)))
    chosen = LEVELS[view["rules"]][level].think(view, legal, Random(seed)).action
    assert chosen in legal
    return {"seat": seat, **chosen}


def after_turns(rules, players, turns, seed=1):
    """A game in which everybody has placed so many cards, greedily."""
    state = new_game(rules, players, seed)
    while state.draft.turn <= turns:
        state.apply(choice(state, "greedy", seed))
    return state


@BOTH
@pytest.mark.parametrize("players", range(1, 7))
def test_bots_of_all_levels_play_to_the_end(rules, players):
    quick = ["greedy", "random"] * 3
    assert play(rules, quick[:players], players).over


@BOTH
@pytest.mark.parametrize("players", [1, 2, 6])
def test_strong_chooses_one_of_the_legal_actions_at_any_time(rules, players):
    for turns in (0, 12, 19):
        choice(after_turns(rules, players, turns), "strong")


@BOTH
@pytest.mark.parametrize("level", LEVELS["ecosystem"])
def test_the_same_view_gives_the_same_choice(rules, level):
    state = after_turns(rules, 3, 12)
    assert choice(state, level, 5) == choice(state, level, 5)


@BOTH
@pytest.mark.parametrize("level", LEVELS["ecosystem"])
def test_a_bot_knows_nothing_of_hidden_cards(rules, level):
    state = after_turns(rules, 3, 4)
    other = state.copy()
    other.draft.deck.reverse()
    other.draft.hands[1], other.draft.hands[2] = other.draft.hands[2], other.draft.hands[1]
    assert choice(state, level) == choice(other, level)


@BOTH
def test_the_boards_of_bits_score_as_the_scorer_does(rules):
    """Also boards with gaps, as they are while a game is played."""
    game, bits, rng = GAMES[rules], RULES[rules], Random(3)
    for _table in range(60):
        tables, down = random_table(game, rng)
        boards, masks, bottoms = [], [], []
        for board, turned in zip(tables, down, strict=True):
            empty = rng.sample(range(20), rng.randrange(12))
            cards = {divmod(n, 5): board[n // 5][n % 5] for n in range(20) if n not in empty}
            boards.append(Board(cards, frozenset(turned & cards.keys())))
            face_up = {at: bits.kinds.index(card) for at, card in boards[-1].face_up.items()}
            masks.append(masks_of(face_up, (0, 0)))
            bottoms.append(bottom_row(sum(masks_of(dict.fromkeys(cards, 0), (0, 0)))))
        expected = score_table(game, boards)
        assert totals(masks, bottoms, bits) == [score.total for score in expected]


@BOTH
def test_what_a_card_gains_is_the_difference_of_the_scores(rules):
    bits, rng = RULES[rules], Random(4)
    for _board in range(10):
        masks = [0] * 11
        for number in rng.sample(numbers(INSIDE), 12):
            masks[rng.randrange(11)] |= BIT[number]
        free = numbers(INSIDE & ~sum(masks))
        before = sum(bits.points(masks, ROWS[-1]))
        for kind in range(11):
            for number, gain in zip(free, bits.gains[kind](free, masks, 0.0), strict=True):
                more = masks.copy()
                more[kind] |= BIT[number]
                assert sum(bits.points(more, ROWS[-1])) - before == gain


@BOTH
@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_hidden_hands_are_guessed_from_what_the_seat_remembers(rules, players):
    for turns in (0, 1, 4, 13):
        state = after_turns(rules, players, turns, seed=turns)
        view = state.view_for(0)
        seen = SeatView.of(view)
        for seed in range(5):
            hands, deck = seen.hidden(Random(seed))
            assert [len(hand) for hand in hands] == view["hands"]
            assert hands[0] == seen.hand
            everything = Counter(deck)
            for cards in (*hands, *(layout.values() for layout in seen.layouts)):
                everything.update(cards)
            everything.update(dict(enumerate(seen.pile)))
            assert all(everything[kind] >= copies for kind, copies in enumerate(seen.rules.deck))
            onward = 1 if seen.turn <= 10 else -1
            for steps in range(1, min(len(seen.held) + 1, len(hands))):
                guess = Counter(hands[onward * steps % len(hands)])
                assert guess <= Counter(seen.held[-steps])


def test_a_card_that_nobody_can_have_taken_is_still_in_the_hand():
    state = after_turns("ecosystem", 3, 1)
    passed = Counter(state.view_for(0)["held"][0])
    passed.subtract(state.draft.layouts[0].cards.values())
    seen = SeatView.of(state.view_for(0))
    hands, _deck = seen.hidden(Random(1))
    assert Counter(seen.rules.kinds[kind] for kind in hands[1]) == +passed


def test_greedy_takes_the_card_that_scores_most_now():
    state = new_game("ecosystem", 3, 1)
    state.draft.hands[0][:3] = ["BEE", "FOX", "TROUT"]
    state.draft.hands[0][3:] = ["RABBIT"] * 7
    state.draft.layouts[0] = Layout(grid("MEADOW FOX MEADOW"))
    for seat in (1, 2):
        state.draft.layouts[seat] = Layout(grid("WOLF WOLF WOLF STREAM"))
    chosen = choice(state, "greedy")
    assert chosen["card"] in ("BEE", "RABBIT")
    state.draft.hands[0] = ["BEE", "FOX", "TROUT", "WOLF", "WOLF"]
    assert choice(state, "greedy")["card"] == "WOLF"


@pytest.mark.parametrize(
    ("level", "rules"), [("greedy", "ecosystem"), ("strong", "ecosystem"), ("strong", "coral-reef")]
)
def test_an_exchange_is_made_that_is_worth_it(level, rules):
    """Two halves of a region that only an exchange joins, on the last turn."""
    state = after_turns(rules, 3, 19, seed=2)
    mover = "RABBIT" if rules == "ecosystem" else "OCTOPUS"
    state.draft.hands[0] = [mover]
    region = "MEADOW" if rules == "ecosystem" else "KRILL"
    other = "WOLF" if rules == "ecosystem" else "TURTLE"
    picture = f"{region} {region} {other} {region}\n" + f"{other} {other} {region} {other} {other}\n" * 3
    state.draft.layouts[0] = Layout(grid(picture))
    bits = RULES[rules]
    seen = SeatView.of(state.view_for(0))
    chosen = choice(state, level)
    assert "swap" in chosen
    plain = {key: chosen[key] for key in ("at",)}
    values = [
        score_table(GAMES[rules], [Board({at: bits.kinds[kind] for at, kind in cards.items()})])[0].total
        for cards in (
            after(seen.layouts[0], bits.mover, chosen), after(seen.layouts[0], bits.mover, plain)
        )
    ]  # fmt: skip
    assert values[0] > values[1]


@pytest.mark.parametrize("level", ["greedy", "strong"])
def test_whales_turn_over_what_costs_the_least_and_mochas_what_costs_it_most(level):
    state = new_game("coral-reef", 1, 1)
    state.draft.layouts = [Layout(grid("KRILL WHALE TURTLE\nKRILL TURTLE TURTLE"))] * 2
    state.draft.layouts = [layout.copy() for layout in state.draft.layouts]
    state.draft.hands, state.draft.turn, state.draft.phase = [[]], 20, FLIP
    state.draft.flips = [{}, {}]
    own = choice(state, level)
    assert state.draft.layouts[0].cards[cell(own["card"])] == "TURTLE"
    state.apply(own)
    mochas = choice(state, level)
    assert state.draft.layouts[1].cards[cell(mochas["card"])] == "KRILL"


def test_strong_chooses_for_many_whales_in_time():
    state = new_game("coral-reef", 3, 1)
    reef_of_whales = "WHALE KRILL WHALE KRILL WHALE\n" + "KRILL WHALE KRILL WHALE KRILL\n" + "CRAB " * 5
    state.draft.layouts[0] = Layout(grid(reef_of_whales))
    state.draft.turn, state.draft.phase, state.draft.flips = 20, FLIP, [{}, {}, {}]
    assert strong.WHALES < 5
    choice(state, "strong")


@BOTH
def test_greedy_beats_random(rules):
    assert three(rules, "greedy", "random", 9).won >= 8


@BOTH
def test_strong_beats_greedy(rules):
    assert three(rules, "strong", "greedy", 3).won >= 2


def test_strong_wins_alone():
    won, _lead = alone("ecosystem", "strong", 1)
    assert won["easy"] == 1
