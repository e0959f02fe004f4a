"""
The scorer beside the reference on random boards:

`python -m tests.engine.drafting.agreement --boards 20000`
"""

import argparse
import random

from engine.drafting import CORAL_REEF, ECOSYSTEM, Board, score_table
from tests.engine.drafting import reference


def random_table(game, rng):
    """Boards of 20 cards each out of one deck, some cards of a reef turned over."""
    deck = [kind for kind, copies in game.deck.items() for _copy in range(copies)]
    rng.shuffle(deck)
    players = rng.randint(2, 6)
    tables = [[[deck.pop() for _c in range(5)] for _r in range(4)] for _player in range(players)]
    down = []
    for board in tables:
        turned = set()
        if game is CORAL_REEF:
            whales = sum(row.count("WHALE") for row in board)
            turned = set(rng.sample([(r, c) for r in range(4) for c in range(5)], whales))
        down.append(frozenset(turned))
    return tables, down


def compare(game, rng):
    """How many boards were compared; AssertionError where the two disagree."""
    tables, down = random_table(game, rng)
    boards = [
        Board({(r, c): board[r][c] for r in range(4) for c in range(5)}, turned)
        for board, turned in zip(tables, down, strict=True)
    ]
    seen = [
        [[None if (r, c) in turned else board[r][c] for c in range(5)] for r in range(4)]
        for board, turned in zip(tables, down, strict=True)
    ]
    if game is ECOSYSTEM:
        streams = [reference.largest_stream(board) for board in seen]
        wolves = [sum(row.count("WOLF") for row in board) for board in seen]
        expected = [reference.land(board, streams, wolves) for board in seen]
    else:
        plankton = [sum(row.count("PLANKTON") for row in board) for board in seen]
        expected = [reference.reef(board, plankton) for board in seen]
    for score, (scores, total) in zip(score_table(game, boards), expected, strict=True):
        assert (dict(score.scores), score.total) == (scores, total), seen
    return len(boards)


def compare_many(game, boards, seed):
    rng, done = random.Random(seed), 0
    while done < boards:
        done += compare(game, rng)
    return done


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for game in (ECOSYSTEM, CORAL_REEF):
        done = compare_many(game, arguments.boards, arguments.seed)
        print(f"{game.key}: {done} boards scored alike")


if __name__ == "__main__":
    main()
