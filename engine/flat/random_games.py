"""Random whole games, for measuring and for tests."""

from engine.flat.chance import below
from engine.flat.compiled import Numbers, compiled, copy_into
from engine.flat.layout import OVER, State
from engine.flat.listing import legal
from engine.flat.tables import Tables
from engine.flat.turn import act, deal


@compiled
def random_game(s: State, t: Tables, out: Numbers) -> int:
    """Play a game to its end with actions drawn from all legal ones; how many they were."""
    actions = 0
    while s[OVER] == 0:
        act(s, t, out[below(s, legal(s, t, out))])
        actions += 1
    return actions


@compiled
def random_games(start: State, s: State, t: Tables, out: Numbers, games: int) -> int:
    """Deal and play so many games from a state with full decks; how many actions they had."""
    actions = 0
    for _ in range(games):
        word = s[7]
        copy_into(s, start)
        s[7] = word
        deal(s, t)
        actions += random_game(s, t, out)
    return actions
