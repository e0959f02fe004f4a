"""Random whole games, for measuring and for tests."""

from engine.flat.chance import below
from engine.flat.compiled import Numbers, compiled, copy_into
from engine.flat.layout import OVER, RANDOM, State
from engine.flat.listing import legal
from engine.flat.tables import Tables
from engine.flat.turn import act, deal


@compiled
def random_game(s: State, t: Tables, out: Numbers) -> tuple[int, int]:
    """Play a game to its end with actions drawn from all legal ones: how many were taken, and listed."""
    taken, listed = 0, 0
    while s[OVER] == 0:
        count = legal(s, t, out)
        act(s, t, out[below(s, count)])
        taken += 1
        listed += count
    return taken, listed


@compiled
def random_games(start: State, s: State, t: Tables, out: Numbers, games: int) -> tuple[int, int]:
    """Deal and play so many games in `s`, from a state with full decks; their actions, taken and listed."""
    taken, listed = 0, 0
    for _ in range(games):
        copy_into(s, start)
        deal(s, t)
        start[RANDOM] = s[RANDOM]
        more_taken, more_listed = random_game(s, t, out)
        taken += more_taken
        listed += more_listed
    return taken, listed
