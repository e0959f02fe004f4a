"""Random full games of the drafting games at a table of four, every decision's legal actions listed."""

import random

from engine.drafting import GAMES
from engine.drafting.draft import Draft
from tests.bench.peers import Rate, measured

PLAYERS = 4


def play(rules: str, seconds: float) -> Rate:
    chooser = random.Random(1)

    def game(seed: int) -> tuple[int, int]:
        draft = Draft.deal(GAMES[rules], PLAYERS, seed)
        moves = listed = 0
        while not draft.over:
            seat = draft.to_act[0]
            actions = draft.actions(seat)
            listed += len(actions)
            moves += 1
            draft.perform(seat, actions[int(chooser.random() * len(actions))])
        return moves, listed

    return measured(seconds, game)
