"""Whole games between two searching bots in one go (engine/bots/contest.py)."""

from typing import Any

from engine.bots.contest import Contests
from engine.bots.phylo.playing import PARTS
from engine.bots.phylo.policy import ROOM
from engine.bots.phylo.search import (
    ACTION,
    CHILDREN,
    DEPTH,
    FIRST,
    NODE,
    OPEN_AFTER,
    ROOT,
    USED,
    VISITS,
    WIDEST,
    search,
)
from engine.flat import layout as at
from engine.flat.chance import below, seed
from engine.flat.compiled import array, compiled, copy_into, frozen
from engine.flat.listing import legal
from engine.flat.tables import universe
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
    tree = array(ROOT + NODE * (1 + WIDEST * (4 + contests.playouts // OPEN_AFTER)))
    world, s, w, actions = array(at.SIZE), array(at.SIZE), array(ROOM + DEPTH), array(at.MOST_ACTIONS)
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
        _play_out(state, kinds.tables, contests.playouts, parts, shown, world, tree, s, w, actions)
        found.append(scores(state, kinds))
    return found


class Player:
    """Chooses by so many playouts for each action, with hands and decks dealt anew in each."""

    def __init__(self, playouts: int) -> None:
        self.playouts = playouts
        self._tree = array(ROOT + NODE * (1 + WIDEST * (4 + playouts // OPEN_AFTER)))
        self._world, self._s, self._w = array(at.SIZE), array(at.SIZE), array(ROOM + DEPTH)
        self._actions, self._parts, self._shown = array(at.MOST_ACTIONS), frozen([PARTS]), array(1)

    def choose(self, state: Any, t: Any) -> int:
        """The action that the search tries most."""
        return int(
            _choose(
                state, t, self.playouts, self._parts, self._shown, self._world, self._tree, self._s, self._w,
                self._actions,
            )
        )  # fmt: skip


@compiled
def _play_out(
    state: Any, t: Any, playouts: int, parts: Any, shown: Any, world: Any, tree: Any, s: Any, w: Any,
    actions: Any,
) -> None:  # fmt: skip
    """Play a game to its end, each action the one that its seat's search tried most."""
    while state[at.OVER] == 0:
        if legal(state, t, actions) == 1:
            act(state, t, actions[0])
            continue
        act(state, t, _choose(state, t, playouts, parts, shown, world, tree, s, w, actions))


@compiled
def _choose(
    state: Any, t: Any, playouts: int, parts: Any, shown: Any, world: Any, tree: Any, s: Any, w: Any,
    actions: Any,
) -> int:  # fmt: skip
    """The action that the seat's search tried most."""
    copy_into(world, state)
    for place in range(len(tree)):
        tree[place] = 0
    tree[USED] = ROOT + NODE
    search(t, world, parts, shown, state[at.SEAT], below(state, SEEDS), playouts, tree, s, w, actions)
    first = tree[ROOT + FIRST]
    best = first
    for number in range(1, tree[ROOT + CHILDREN]):
        child = first + NODE * number
        if tree[child + VISITS] > tree[best + VISITS]:
            best = child
    chosen: int = tree[best + ACTION]
    return chosen
