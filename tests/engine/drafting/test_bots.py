"""The bots of the drafting games choose by what a seat may see, and the better one wins."""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from engine.bots.drafting import coral_reef, ecosystem, playout, strong
from engine.bots.drafting.bitboard import KINDS, NUMBERS, ROW, STRIDE, bottom_row, masks_of
from engine.bots.drafting.rules import RULES
from engine.bots.drafting.seat import SeatView, after, cell
from engine.bots.levels import LEVELS
from engine.drafting import GAMES, Board, score_table
from engine.drafting.draft import FLIP
from engine.drafting.layout import Layout
from engine.drafting.state import new_game
from engine.flat.compiled import COMPILED, PLAIN, array
from tests.engine.drafting import strength
from tests.engine.drafting.agreement import random_table
from tests.engine.drafting.boards import grid
from tests.engine.drafting.strength import alone, play, three

FEW = 50
"""Playouts for a choice: as many as the uncompiled form makes in a moment."""
BOTH = pytest.mark.parametrize("rules", GAMES)


def choice(state, level, seed=1):
    """The action of the first seat to act, over JSON as it comes to a bot."""
    seat = state.to_act[0]
    legal = json.loads(json.dumps(state.legal(seat)))
    view = json.loads(json.dumps(state.view_for(seat)))
    chosen = strength.choice(level, view, legal, Random(seed), FEW)
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
        boards, world = [], array(playout.LENGTH)
        world[playout.PLAYERS] = len(tables)
        for seat, (board, turned) in enumerate(zip(tables, down, strict=True)):
            empty = rng.sample(range(20), rng.randrange(12))
            cards = {divmod(n, 5): board[n // 5][n % 5] for n in range(20) if n not in empty}
            boards.append(Board(cards, frozenset(turned & cards.keys())))
            face_up = {at: bits.kinds.index(card) for at, card in boards[-1].face_up.items()}
            at = playout.BOARDS + seat * KINDS
            world[at : at + KINDS] = masks_of(face_up, (0, 0))
            playout.count(world, bits.table, seat, bottom_row(sum(masks_of(dict.fromkeys(cards, 0), (0, 0)))))
        playout.sum_up(world, bits.table)
        expected = [score.total for score in score_table(game, boards)]
        assert list(world[playout.TOTALS : playout.TOTALS + len(boards)]) == expected


@BOTH
def test_what_a_card_gains_is_the_difference_of_the_scores(rules):
    scorer, rng = {"ecosystem": ecosystem, "coral-reef": coral_reef}[rules], Random(4)
    for _board in range(10):
        world = array(2 * KINDS)
        cells = rng.sample(NUMBERS, 12)
        for number in cells:
            world[rng.randrange(KINDS)] |= 1 << number
        lowest_row = ROW << 3 * STRIDE
        scorer.points(world, 0, KINDS, lowest_row)
        before = sum(world[KINDS:])
        for kind in range(KINDS):
            for number in set(NUMBERS).difference(cells):
                gain = scorer.gain(world, 0, kind, number)
                world[kind] ^= 1 << number
                scorer.points(world, 0, KINDS, lowest_row)
                assert sum(world[KINDS:]) - before == gain
                world[kind] ^= 1 << number


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
            assert all(
                everything[kind] >= copies for kind, copies in enumerate(seen.rules.game.deck.values())
            )
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


@BOTH
@pytest.mark.parametrize("players", [1, 3])
def test_a_thought_has_its_candidates_best_first(rules, players):
    state = after_turns(rules, players, 8)
    legal = state.legal(0)
    thought = strong.think(state.view_for(0), legal, Random(1), FEW)
    best = thought.candidates[0]
    assert thought.action == best.action
    assert not thought.hurried
    assert len({str(each.action) for each in thought.candidates}) == len(thought.candidates) > 1
    assert all(each.action in legal and each.tries <= best.tries for each in thought.candidates)
    assert all(0 < each.chance < 1 for each in thought.candidates)
    hurried = strong.think(state.view_for(0), legal, Random(1), 10**6, seconds=0)
    assert hurried.hurried
    assert hurried.candidates[0].tries


def test_a_thought_tells_of_a_choice_without_another():
    """An octopus comes to the last space, and no rearrangement is better than none."""
    state = after_turns("coral-reef", 2, 19, seed=65)
    legal = state.legal(0)
    (only,) = strong.think(state.view_for(0), legal, Random(1), FEW).candidates
    assert len(legal) > 1
    assert only.tries > 0


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_the_compiled_form_thinks_what_the_plain_one_does():
    thoughts = f"from {__name__} import printed_thoughts; printed_thoughts()"
    plain = subprocess.run(
        [sys.executable, "-c", thoughts], env=os.environ | {PLAIN: "1"}, capture_output=True, check=True
    )
    with io.StringIO() as compiled, contextlib.redirect_stdout(compiled):
        printed_thoughts()
        assert compiled.getvalue() == plain.stdout.decode()


def printed_thoughts():
    for rules, players, turns in (("ecosystem", 3, 4), ("ecosystem", 1, 7), ("coral-reef", 2, 11)):
        state = after_turns(rules, players, turns)
        print(strong.think(state.view_for(0), state.legal(0), Random(2), FEW))


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
@pytest.mark.parametrize("players", [1, 2, 3])
def test_strong_trusts_late_in_the_playouts_that_it_won(rules, players):
    """Each playout is won, drawn or lost; early in the game its lead says more."""
    state = after_turns(rules, players, 17)
    seat = state.to_act[0]
    view = state.view_for(seat)
    found = strong.think(view, state.legal(seat), Random(1), FEW).candidates
    assert found
    trust = (len(view["layouts"][seat]) / 20) ** 2
    assert 0.5 < trust < 1
    for each in found:
        won = (each.expected - (1 - trust) * each.chance) / trust
        assert round(2 * won * each.tries) == pytest.approx(2 * won * each.tries, abs=1e-6)
        assert 0 <= round(won, 6) <= 1
    best, worst = max(found, key=lambda each: each.lead), min(found, key=lambda each: each.lead)
    assert best.expected >= worst.expected or best.lead - worst.lead < 5
    fresh = after_turns(rules, players, 0)
    seat = fresh.to_act[0]
    first = strong.think(fresh.view_for(seat), fresh.legal(seat), Random(1), FEW).candidates
    assert all(each.expected == each.chance for each in first)


@BOTH
def test_greedy_beats_random(rules):
    assert three(rules, "greedy", "random", 9).won >= 8


@BOTH
def test_strong_beats_greedy(rules):
    assert three(rules, "strong", "greedy", 3, playouts=FEW).won >= 2


def test_strong_wins_alone():
    won, _lead = alone("ecosystem", "strong", 1, playouts=FEW)
    assert won["easy"] == 1
