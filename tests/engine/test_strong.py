"""The searching bot: what it imagines, that it knows no more than its view, and that it repeats itself."""

import os
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from engine.bots.phylo import greedy, strong
from engine.bots.phylo.coefficients import SPREADS
from engine.bots.phylo.estimate import chance_with, expected_lead
from engine.bots.phylo.greedy_flat import choose_greedily
from engine.bots.phylo.hidden_cards import MOST_POOLS, hidden_from
from engine.bots.phylo.playing import imagine_into, play_out
from engine.bots.phylo.policy import LOOKS, ROOM, choose, look_at, prepare, stirred
from engine.bots.phylo.view import bot_view
from engine.flat import layout as at
from engine.flat.compiled import array, copy_into, listed
from engine.flat.listing import legal as listed_actions
from engine.flat.translate import from_game, position, universe_of, written
from engine.flat.turn import act
from engine.phylo.start import from_position, new_game
from engine.phylo.state import State
from tests.ready_decks import ready_decks

V14, V13 = "phylo-1.4a", "phylo-1.3"
CARDS = ready_decks()[0]
DECKS = {rules: [deck for _, deck in sorted(ready_decks(rules)[1].items())] for rules in (V14, V13)}


def midgame(rules: str, seed: int, actions: int = 14) -> tuple[State, list]:
    """A game between two ready decks after so many random actions, and its log."""
    rng, log = Random(seed), []
    decks = rng.sample(DECKS[rules], 2)
    state = new_game(rules, CARDS, decks, seed, log=log)
    while actions and not state.over:
        log += state.apply({"seat": state.to_act[0], **rng.choice(state.legal(state.to_act[0]))})
        actions -= 1
    return state, log


def view_of(state: State, log: list, decks: int = 100):
    seat = state.to_act[0]
    known = DECKS[state.rules.key][:decks]
    return bot_view(state, seat, CARDS, known_decks=known, log=log), state.legal(seat)


def exchanged(state: State, seed: int) -> State:
    """The same game with other cards where the seat to act sees none."""
    seat, rng = state.to_act[0], Random(seed)
    position = state.position()
    own, hidden = position["decks"][seat], position["hands"][1 - seat] + position["decks"][1 - seat]
    rng.shuffle(own)
    rng.shuffle(hidden)
    hand = len(position["hands"][1 - seat])
    position["hands"][1 - seat], position["decks"][1 - seat] = hidden[:hand], hidden[hand:]
    return from_position(state.rules.key, CARDS, position, options={"food_step": state.options.food_step})


@pytest.mark.parametrize("rules", [V14, V13])
def test_its_choice_does_not_change_with_what_is_hidden(rules):
    for seed in range(3):
        state, log = midgame(rules, seed)
        other = exchanged(state, seed)
        assert other.position() != state.position()
        thoughts = [strong.think(*view_of(each, log), Random(1), 30) for each in (state, other)]
        assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize("rules", [V14, V13])
def test_imagined_games_hold_the_cards_that_there_may_be(rules):
    state, log = midgame(rules, 5, actions=8)
    seat, truth = state.to_act[0], state.position()
    view, _ = view_of(state, log)
    imagined = strong.imagine(view, seat, Random(1))
    s, w = array(at.SIZE), array(ROOM)
    hands, decks = set(), set()
    for number in range(30):
        imagine_into(s, imagined.worlds, imagined.parts, imagined.shown, w, seat, number)
        game = position(s, imagined.cards)
        assert game["spaces"] == truth["spaces"]
        assert game["hands"][seat] == truth["hands"][seat]
        assert Counter(game["decks"][seat]) == Counter(truth["decks"][seat])
        assert len(game["hands"][1 - seat]) == len(truth["hands"][1 - seat])
        assert not Counter(view["known_hand"]) - Counter(game["hands"][1 - seat])
        hands.add(tuple(game["hands"][1 - seat]))
        decks.add(tuple(game["decks"][seat]))
    assert len(hands) > 20
    assert len(decks) > 20


def test_the_decks_that_fit_what_was_seen_are_thought_possible():
    state, log = midgame(V14, 5)
    seat = state.to_act[0]
    hidden = hidden_from(view_of(state, log)[0], seat)
    truth = state.position()
    unseen = Counter(truth["hands"][1 - seat] + truth["decks"][1 - seat]) - Counter(hidden.shown)
    assert Counter(hidden.pools[0].keys) == unseen
    assert Counter(hidden.deck) == Counter(truth["decks"][seat])


def test_without_a_deck_that_fits_the_likeliest_ones_are_drawn_from():
    state, log = midgame(V14, 5)
    seat = state.to_act[0]
    view = view_of(state, log)[0]
    theirs = Counter(state.matchup.pools[1 - seat])
    view["known_decks"] = [deck for deck in DECKS[V14] if Counter(deck) != theirs]
    hidden = hidden_from(view, seat)
    needed = view["hands"][1 - seat] + view["decks"][1 - seat] - len(hidden.shown)
    assert 1 <= len(hidden.pools) <= MOST_POOLS
    assert all(len(pool.keys) >= needed for pool in hidden.pools)
    assert strong.think(view, state.legal(seat), Random(1), 8).action in state.legal(seat)
    view["known_decks"] = []
    assert strong.think(view, state.legal(seat), Random(1), 8).action in state.legal(seat)


def test_a_card_that_it_was_shown_may_be_in_no_deck_that_it_knows():
    state, log = midgame(V14, 0, actions=0)
    seat = state.to_act[0]
    own = list(state.matchup.pools[seat])
    view, legal = bot_view(state, seat, CARDS, known_decks=[own], log=log), state.legal(seat)
    assert set(view["known_hand"]) - set(own)
    assert strong.think(view, legal, Random(1), 8).action in legal


@pytest.mark.parametrize("rules", [V14, V13])
def test_cards_that_are_seen_have_the_same_slots_in_all_imagined_games(rules):
    for seed in range(6):
        state, log = midgame(rules, seed, actions=12)
        seat = state.to_act[0]
        view, _ = view_of(state, log)
        theirs = Counter(state.matchup.pools[1 - seat])
        view["known_decks"] = [deck for deck in DECKS[rules] if Counter(deck) != theirs]
        imagined = strong.imagine(view, seat, Random(1))
        count = len(imagined.parts)
        worlds = [listed(imagined.worlds[at.SIZE * n : at.SIZE * (n + 1)]) for n in range(count)]
        assert len({tuple(world) for world in worlds}) > 1
        other = 1 - seat
        hidden = range(at.HAND + at.ROW * other, at.HAND + at.ROW * other + worlds[0][at.HAND_COUNT + other])
        unseen = {worlds[0][place] for place in hidden}
        unseen |= set(worlds[0][at.DECK + at.ROW * other :][: worlds[0][at.DECK_COUNT + other]])
        unseen -= {slot for slot in unseen if int(imagined.shown[0]) >> slot & 1}
        pools = [Counter(pool.keys) for pool in hidden_from(view, seat).pools]
        for world in worlds:
            assert world[at.CELL : at.TERRAINS] == worlds[0][at.CELL : at.TERRAINS]
            assert world[at.ORIGINAL :] == worlds[0][at.ORIGINAL :]
            kinds = world[at.CARD : at.CARD + world[at.SLOT_COUNT]]
            assert all(kind == worlds[0][at.CARD + n] for n, kind in enumerate(kinds) if n not in unseen)
            held = Counter(imagined.cards.cards[kinds[slot]].key for slot in unseen)
            assert any(held <= pool for pool in pools)


@pytest.mark.parametrize("rules", [V14, V13])
def test_a_whole_game_of_legal_actions_with_candidates_that_add_up(rules):
    state, log = midgame(rules, 2, actions=0)
    while not state.over:
        view, legal = view_of(state, log)
        thought = strong.think(view, legal, Random(state.number), 12)
        assert thought.action in legal
        assert thought.action == thought.candidates[0].action
        tries = [each.tries for each in thought.candidates]
        assert tries == sorted(tries, reverse=True)
        assert min(tries) >= 1
        assert sum(tries) <= 2 * 12
        assert all(each.action in legal and 0 <= each.chance <= 1 for each in thought.candidates)
        log += state.apply({"seat": state.to_act[0], **thought.action})


@pytest.mark.parametrize("rules", [V14, V13])
def test_a_playout_chooses_what_a_look_at_every_legal_action_would(rules):
    state, _ = midgame(rules, 7, actions=0)
    cards = universe_of(state)
    s, t, w, actions = from_game(state, cards, 1), cards.tables, array(ROOM), array(at.MOST_ACTIONS)
    prepare(s, t, w)
    rng = Random(7)
    while not s[at.OVER]:
        chosen, count = int(choose(s, t, w, actions)), listed_actions(s, t, actions)
        look_at(s, t, w, actions, count)
        word = int(s[at.RANDOM] + 2654435769 * s[at.NUMBER] + 2246822507 * s[at.ACTIONS_LEFT])
        worth = {int(each): w[LOOKS + n] + stirred(word, int(each)) for n, each in enumerate(actions[:count])}
        assert worth[chosen] == max(worth.values())
        act(s, t, rng.choice([chosen, *worth]))


def test_what_it_cannot_search_is_left_to_greedy():
    state = new_game(V14, CARDS, DECKS[V14][:2], 1, options={"reveal": "choose"})
    view = bot_view(state, 0, CARDS)
    assert strong.think(view, state.legal(0), Random(1), 9).action == greedy.choose(
        view, state.legal(0), Random(1)
    )
    far = new_game(V14, CARDS, DECKS[V14][:2], 1).position()
    for number in range(40):
        far["spaces"].append({"at": [number + 2, 0], "owner": 0, "card": DECKS[V14][0][0]})
    state = from_position(V14, CARDS, far)
    seat = state.to_act[0]
    assert strong.think(bot_view(state, seat, CARDS), state.legal(seat), Random(1), 9).candidates


def test_the_estimate_is_of_the_seat_that_asks_and_is_surest_in_the_last_turn():
    w, actions = array(ROOM), array(at.MOST_ACTIONS)
    for rules in (V14, V13):
        state, _ = midgame(rules, 3, actions=0)
        cards = universe_of(state)
        s = from_game(state, cards, 1)
        play_out(s, cards.tables, w, actions, 4)
        leads = [expected_lead(s, cards.tables, w, 0, seat) for seat in (0, 1)]
        assert leads[0] == -leads[1]
        chances = [chance_with(s, cards.tables, lead) for lead in leads]
        assert sum(chances) == pytest.approx(1)
        assert (chances[0] > chances[1]) == (leads[0] > leads[1])
        assert min(SPREADS[:8]) == SPREADS[0]


def test_a_ceiling_in_time_is_told():
    state, log = midgame(V14, 3)
    assert strong.think(*view_of(state, log), Random(1), 10**6, 0.0).hurried
    assert not strong.think(*view_of(state, log), Random(1), 4, 60.0).hurried
    assert not strong.think(*view_of(state, log), Random(1), None, 0.0).hurried


@pytest.mark.parametrize("rules", [V14, V13])
def test_greedy_in_the_flat_form_chooses_as_greedy_does(rules):
    ahead, later, actions = array(at.SIZE), array(at.SIZE), array(at.MOST_ACTIONS)
    for seed in range(12):
        state, _ = midgame(rules, seed, actions=seed)
        seat, cards = state.to_act[0], universe_of(state)
        legal, s = state.legal(seat), from_game(state, cards, 1)
        worths = greedy.worths(bot_view(state, seat, CARDS), legal)
        chosen = written(s, cards, choose_greedily(s, cards.tables, ahead, later, actions))
        assert worths[legal.index(chosen)] == pytest.approx(max(worths))


def test_a_seedling_is_known_by_the_card_that_spread_it_even_under_another():
    """Suction Kelp spread where it is cold; Caulerpa, which lies on it now, spreads where it is warm."""
    spaces = [
        {"at": [0, 0], "owner": 0, "card": "home"},
        {"at": [1, 0], "owner": 1, "card": "home"},
        {"at": [0, 1], "owner": 0, "card": "caulerpa", "covered": {"owner": 1, "card": "suction-kelp"}},
        {"at": [0, 2], "owner": 1, "card": "thick-billed-murre", "face_down": {"of": [0, 1]}},
    ]
    position = {
        "turn": {"seat": 1, "number": 8, "actions_left": 3, "event_played": False, "last_turn": False},
        "spaces": spaces, "hands": [["clam"], ["ice-diatom"]], "decks": [["clam"], ["clam"]],
        "discards": [[], []],
    }  # fmt: skip
    state = from_position(V13, CARDS, position, lower=[[0, 2]])
    view, legal = view_of(state, [])
    beside = {"do": "play", "card": "ice-diatom", "at": [0, 3]}
    assert beside in legal
    assert len(greedy.worths(view, legal)) == len(legal)
    assert strong.think(view, legal, Random(1), 40).action in legal
    world = strong.imagine(view, 1, Random(1))
    actions = array(at.MOST_ACTIONS)
    seen = array(at.SIZE)
    copy_into(seen, world.worlds[: at.SIZE])
    count = listed_actions(seen, world.cards.tables, actions)
    assert beside in [written(seen, world.cards, int(actions[place])) for place in range(count)]


def test_compiled_and_plain_choose_the_same():
    answers = {
        subprocess.run(
            [sys.executable, "-m", "tests.engine.test_strong"],
            env=os.environ | {"PHYLO_PLAIN": plain, "DJANGO_SETTINGS_MODULE": "phylo.settings"},
            capture_output=True, text=True, check=True,
        ).stdout
        for plain in ("0", "1")
    }  # fmt: skip
    assert len(answers) == 1, answers


if __name__ == "__main__":
    for rules in (V14, V13):
        print(strong.think(*view_of(*midgame(rules, 4)), Random(1), 40))
