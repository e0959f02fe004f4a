"""Many games at once are the engine's games, and their arrays what the games by numbers say."""

from random import Random

import numpy
import pytest

from engine.environments import many_games, phylo
from engine.environments.batch import FEW
from engine.environments.many_games import ManyGames
from engine.environments.table import returns
from engine.flat import layout as at
from engine.flat.compiled import COMPILED
from engine.flat.translate import position
from engine.phylo.start import from_position
from tests.engine.build import BOTH

pytestmark = pytest.mark.skipif(not COMPILED, reason="Numba is not installed")

PAIRS = {
    "phylo-1.4a": [("uluru", "lauca"), ("lauca", "uluru"), ("caribbean-coral-reef", "european-city")],
    "phylo-1.3": [
        ("okavango-delta", "yangtze"),
        ("great-barrier-reef", "maldives"),
        ("ross-sea", "central-park"),
    ],
}
ARRAYS = ("observations", "masks", "counts", "seats", "rewards", "scores", "dones")


def kept(games):
    return {name: getattr(games, name).copy() for name in ARRAYS}


def same(one, other):
    return all(numpy.array_equal(one[name], other[name]) for name in ARRAYS)


def state_of(games, number):
    """One of the games as the plain engine has it."""
    game = games.game
    cards = game.start(int(games._seeds[number]))["cards"]
    return from_position(game.rules, cards, position(games._states[number], games.universe))


def lively(games, rng):
    """Actions by chance, among them seldom passes and discards."""
    chosen = games.sample()
    for number in range(games.games):
        useful = [each for each in games.legal[number, : games.counts[number]].tolist() if each >= phylo.PLAY]
        if useful and rng.random() < 0.85:
            chosen[number] = rng.choice(useful)
    return chosen


@pytest.mark.parametrize("rules", BOTH)
def test_arrays_say_what_games_by_numbers_do(rules):
    games, rng = ManyGames(rules, 12, PAIRS[rules], seed=1), Random(1)
    for _step in range(200):
        number = rng.randrange(games.games)
        state, seat = state_of(games, number), int(games.seats[number])
        assert seat == state.seat
        legal = games.game.numbered(state, seat)
        assert sorted(games.legal[number, : games.counts[number]].tolist()) == list(legal)
        assert numpy.flatnonzero(games.masks[number]).tolist() == list(legal)
        assert games.observations[number].tolist() == games.game.observation(state, seat)
        assert games.observed_by(1 - seat)[number].tolist() == games.game.observation(state, 1 - seat)
        chosen = rng.choice(list(legal))
        assert games.written(number, chosen) == legal[chosen]
        games.step(lively(games, rng))


@pytest.mark.parametrize("rules", BOTH)
def test_each_game_is_one_of_the_engine_to_its_end(rules):
    games, rng, ended = ManyGames(rules, 6, PAIRS[rules], seed=3), Random(3), 0
    states = [state_of(games, number) for number in range(games.games)]
    while ended < 12:
        chosen = lively(games, rng)
        for number, state in enumerate(states):
            state.apply({"seat": state.seat, **games.written(number, int(chosen[number]))})
        games.step(chosen)
        for number, state in enumerate(states):
            assert games.dones[number] == state.over
            if state.over:
                ended += 1
                assert games.scores[number].tolist() == state.scores
                assert games.rewards[number].tolist() == returns(state, 2)
                states[number] = state_of(games, number)
                assert states[number].number == 1
            else:
                assert not games.rewards[number].any()


def test_the_same_seed_gives_the_same_games():
    one, other = (ManyGames("phylo-1.4a", 8, seed=5) for _each in range(2))
    for _step in range(100):
        chosen = one.sample()
        assert numpy.array_equal(chosen, other.sample())
        one.step(chosen)
        other.step(chosen)
        assert same(kept(one), kept(other))
    one.reset(seed=5)
    assert same(kept(one), kept(ManyGames("phylo-1.4a", 8, seed=5)))
    later = ManyGames("phylo-1.4a", 1, seed=8)
    assert numpy.array_equal(later.observations[0], one.observations[3])


def test_a_game_is_the_same_among_many_as_among_few():
    """Among more than FEW, games are fetched ahead."""
    many, few = ManyGames("phylo-1.4a", FEW + 20, seed=5), ManyGames("phylo-1.4a", 20, seed=5 + FEW)
    running = numpy.ones(20, bool)
    for step in range(60):
        for name in ("observations", "masks", "counts", "seats"):
            assert numpy.array_equal(getattr(many, name)[FEW:][running], getattr(few, name)[running])
        chosen = many.legal[numpy.arange(many.games), step * 7 % many.counts]
        mine = numpy.where(running, chosen[FEW:], few.legal[:, 0])
        many.step(chosen)
        few.step(mine)
        running &= ~many.dones[FEW:]
    assert not running.all()


@pytest.mark.parametrize("rules", BOTH)
def test_exchanged_hidden_cards_give_equal_observations(rules):
    games, rng = ManyGames(rules, 40, PAIRS[rules], seed=2), Random(2)
    for _step in range(30):
        games.step(lively(games, rng))
    for seat in (0, 1):
        seen, unseen = games.observed_by(seat), games.observed_by(1 - seat)
        for state in games._states:
            exchange(state, 1 - seat, rng)
        assert numpy.array_equal(games.observed_by(seat), seen)
        assert not numpy.array_equal(games.observed_by(1 - seat), unseen)


def exchange(state, seat, rng):
    """Other cards in a seat's hand, of those in its hand and deck; and another order of the other's deck."""
    hand, deck = at.HAND + at.ROW * seat, at.DECK + at.ROW * seat
    places = [
        *range(hand, hand + state[at.HAND_COUNT + seat]),
        *range(deck, deck + state[at.DECK_COUNT + seat]),
    ]
    other = at.DECK + at.ROW * (1 - seat)
    for each in (places, list(range(other, other + state[at.DECK_COUNT + 1 - seat]))):
        cards = state[each].tolist()
        rng.shuffle(cards)
        state[each] = cards


def test_an_illegal_action_changes_nothing():
    games = ManyGames("phylo-1.4a", 4, seed=1)
    before, chosen = kept(games), games.sample()
    chosen[2] = numpy.argmin(games.masks[2])
    with pytest.raises(ValueError, match="not legal in game 2"):
        games.step(chosen)
    with pytest.raises(ValueError, match="4 games need as many actions"):
        games.step(chosen[:3])
    assert same(kept(games), before)


def test_where_nothing_is_compiled_it_says_so(monkeypatch):
    monkeypatch.setattr(many_games, "COMPILED", False)
    with pytest.raises(RuntimeError, match="compiled"):
        ManyGames("phylo-1.4a", 4)
