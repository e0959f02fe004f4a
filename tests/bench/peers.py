"""Random full games of the engine and its peers, every decision's legal actions listed, plain Python.

Each function plays for about the given seconds and returns a Rate.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any

from engine.phylo.start import Setup
from engine.phylo.state import State

AT_ONCE = 200
"""Games of the compiled form between two looks at the clock."""


@dataclass(frozen=True)
class Rate:
    """Games, moves and listed legal actions a second (0 where a program does not list them)."""

    games: float
    moves: float
    legal: float


def measured(seconds: float, game: Callable[[int], tuple[int, int]]) -> Rate:
    """Play games until the time is over; `game` takes a seed and gives its moves and listed actions."""
    games = moves = legal = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        more_moves, more_legal = game(games)
        games, moves, legal = games + 1, moves + more_moves, legal + more_legal
    elapsed = time.perf_counter() - begin
    return Rate(games / elapsed, moves / elapsed, legal / elapsed)


@cache
def setups(rules: str = "phylo-1.4a") -> list[Setup]:
    """The ready decks of a rule set, each against the one five places on."""
    from tests.ready_decks import deck_starters, ready_decks

    cards, decks = ready_decks(rules)
    starters = deck_starters(rules)
    names = sorted(decks)
    pairs = [(name, names[(place + 5) % len(names)]) for place, name in enumerate(names)]
    return [
        Setup.check(rules, cards, [decks[name] for name in pair], starters=[starters[n] for n in pair])
        for pair in pairs
    ]


def phylo(seconds: float, rules: str = "phylo-1.4a") -> Rate:
    chooser = random.Random(1)
    starts = setups(rules)

    def game(seed: int) -> tuple[int, int]:
        state = starts[seed % len(starts)].deal(seed)
        moves = listed = 0
        while not state.over:
            actions = state.actions()
            listed += len(actions)
            moves += 1
            state.perform(actions[int(chooser.random() * len(actions))])
        return moves, listed

    return measured(seconds, game)


def flat(seconds: float, rules: str = "phylo-1.4a") -> Rate:
    """The compiled form, which plays so many games at once; a pair of decks has its own tables."""
    from engine.flat.compiled import array
    from engine.flat.layout import MOST_ACTIONS, SIZE
    from engine.flat.random_games import random_games

    starts = undealt_setups(rules)
    s, out = array(SIZE), array(MOST_ACTIONS)

    def games(number: int) -> tuple[int, int]:
        start, tables = starts[number % len(starts)]
        taken, listed = random_games(start, s, tables, out, AT_ONCE)
        return int(taken), int(listed)

    rate = measured(seconds, games)
    return Rate(rate.games * AT_ONCE, rate.moves, rate.legal)


@cache
def undealt_setups(rules: str) -> list[tuple[Any, Any]]:
    """The games of `setups` before they are dealt, in the flat form, with their tables."""
    from engine.flat.translate import undealt

    found = [undealt(setup, number) for number, setup in enumerate(setups(rules))]
    return [(start, universe.tables) for start, universe in found]


def catanatron(seconds: float, players: int) -> Rate:
    from catanatron import Color, Game, RandomPlayer

    colours = [Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE][:players]

    def game(seed: int) -> tuple[int, int]:
        random.seed(seed)
        match = Game([RandomPlayer(colour) for colour in colours], seed=seed)
        match.play()
        return len(match.state.actions), 0

    return measured(seconds, game)


def chess(seconds: float) -> Rate:
    from chess import Board

    chooser = random.Random(1)

    def game(seed: int) -> tuple[int, int]:
        board = Board()
        moves = listed = 0
        while not board.is_game_over():
            actions = list(board.legal_moves)
            listed += len(actions)
            moves += 1
            board.push(actions[int(chooser.random() * len(actions))])
        return moves, listed

    return measured(seconds, game)


def gin_rummy(seconds: float) -> Rate:
    import pyspiel

    chooser, rules = random.Random(1), pyspiel.load_game("gin_rummy")

    def game(seed: int) -> tuple[int, int]:
        state = rules.new_initial_state()
        moves = listed = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                listed += len(actions)
                moves += 1
            state.apply_action(actions[int(chooser.random() * len(actions))])
        return moves, listed

    return measured(seconds, game)


def copy_share(states_wanted: int = 300) -> float:
    """
    What copying a state costs, as a share of listing its legal actions from nothing: a state keeps lists from
    one decision to the next, a copy of it none, so that copies are listed and their copying is taken off.
    """
    chooser = random.Random(2)
    states: list[State] = []
    for seed in count():
        state = setups()[seed % len(setups())].deal(seed)
        while not state.over and len(states) < states_wanted:
            actions = state.actions()
            states.append(state.copy())
            state.perform(chooser.choice(actions))
        if len(states) >= states_wanted:
            break

    def listed(state: State) -> object:
        return state.copy().actions()

    def best(work: Callable[[State], object]) -> float:
        times = []
        for _ in range(7):
            begin = time.perf_counter()
            for state in states:
                work(state)
            times.append(time.perf_counter() - begin)
        return min(times)

    copying = best(State.copy)
    return copying / (best(listed) - copying)
