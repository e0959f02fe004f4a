"""Whole games between two searching bots in one go (engine/bots/contest.py)."""

from engine.bots.contest import Contests
from engine.bots.phylo.playing import PARTS
from engine.bots.phylo.policy import ROOM
from engine.bots.phylo.search import (
    ACTION,
    TABLE,
    games_in,
    halve,
    list_candidates,
    rounds_of,
    try_out,
)
from engine.flat import layout as at
from engine.flat.chance import below, seed
from engine.flat.compiled import Numbers, array, compiled, copy_into, frozen
from engine.flat.layout import State
from engine.flat.listing import legal
from engine.flat.tables import Tables, universe
from engine.flat.translate import from_game, scores
from engine.flat.turn import act, deal
from engine.phylo.game import Game
from engine.phylo.matchup import matchup
from engine.phylo.rules import Options, rule_set
from engine.phylo.setup import lay_starters, pool_slots

SEEDS = 1 << 30


def play(contests: Contests) -> list[list[int]]:
    """The scores of each game by seat."""
    rules = rule_set(contests.rules)
    options = Options.parse(rules, {})
    kinds = universe(rules, options.food_step, contests.cards)
    table = array(TABLE)
    world, s, w, actions = array(at.SIZE), array(at.SIZE), array(ROOM), array(at.MOST_ACTIONS)
    parts, shown = frozen([PARTS]), array(1)
    found = []
    for contest in contests.games:
        between = matchup(rules, options.food_step, contests.cards, contest.decks, ("home", "home"))
        game = Game(between, options)
        lay_starters(game)
        game.decks = [pool_slots(between, seat) for seat in (0, 1)]
        state = from_game(game, kinds)
        seed(state, contest.seed % SEEDS)
        deal(state, kinds.tables)
        _play_out(state, kinds.tables, contests.playouts, parts, shown, world, table, s, w, actions)
        found.append(scores(state, kinds))
    return found


class Player:
    """Chooses by so many playouts for each action, with hands and decks dealt anew in each."""

    def __init__(self, playouts: int) -> None:
        self.playouts = playouts
        self._table = array(TABLE)
        self._world, self._s, self._w = array(at.SIZE), array(at.SIZE), array(ROOM)
        self._actions, self._parts, self._shown = array(at.MOST_ACTIONS), frozen([PARTS]), array(1)

    def choose(self, state: State, t: Tables) -> int:
        """The action that the search finds best."""
        return int(
            _choose(
                state, t, self.playouts, self._parts, self._shown, self._world, self._table, self._s, self._w,
                self._actions,
            )
        )  # fmt: skip


@compiled
def _play_out(
    state: State, t: Tables, playouts: int, parts: Numbers, shown: Numbers, world: State, table: Numbers,
    s: State, w: Numbers, actions: Numbers,
) -> None:  # fmt: skip
    """Play a game to its end, each action the one that its seat's search finds best."""
    while state[at.OVER] == 0:
        if legal(state, t, actions) == 1:
            act(state, t, actions[0])
            continue
        act(state, t, _choose(state, t, playouts, parts, shown, world, table, s, w, actions))


@compiled
def _choose(
    state: State, t: Tables, playouts: int, parts: Numbers, shown: Numbers, world: State, table: Numbers,
    s: State, w: Numbers, actions: Numbers,
) -> int:  # fmt: skip
    """The action that the seat's search finds best."""
    copy_into(world, state)
    left = list_candidates(state, t, w, actions, table, playouts)
    rounds, seat, first = rounds_of(left), state[at.SEAT], below(state, SEEDS)
    for _ in range(rounds):
        games = games_in(playouts, rounds, left)
        try_out(t, world, parts, shown, seat, first, games, left, table, s, w, actions)
        first += games
        left = halve(table, left)
    chosen: int = table[ACTION]
    return chosen
