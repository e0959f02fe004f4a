"""What seats and spectators may see, checked in every state of random games (P14).

python -m tests.engine.secrecy --games 1000
"""

import argparse
from itertools import product
from typing import Any

from engine.phylo.state import State, hide
from tests.engine.build import BOTH
from tests.engine.playouts import Playout

SEATS = (0, 1, None)  # None is a spectator


def check_views(state: State) -> None:
    """Every view has its own hand, of everything hidden only the number, and the table as it is."""
    position = state.position()
    for seat in SEATS:
        view = state.view_for(seat)
        for other in (0, 1):
            hidden = len(position["hands"][other])
            assert view["hands"][other] == (position["hands"][other] if other == seat else hidden)
            assert view["decks"][other] == len(position["decks"][other])
        assert not {"seed", "chance", "revealed"} & view.keys()
        assert view["spaces"] == position["spaces"]


def check_log(log: list[dict[str, Any]]) -> None:
    """The cards that somebody drew are named to that seat alone."""
    for seat, entry in product(SEATS, log):
        (shown,) = hide([entry], seat)
        assert ("cards" in shown) == (
            "cards" in entry and (entry["event"] != "drew" or entry["seat"] == seat)
        )


def play(rules: str, seed: int) -> int:
    """One random game; the number of states that were looked at."""
    game = Playout(rules, seed, {"reveal": "choose"})
    check_views(game.state)
    while not game.state.over:
        check_log(game.step())
        check_views(game.state)
    return len(game.actions) + 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="half of them of each rule set")
    arguments = parser.parse_args()
    states = sum(play(BOTH[seed % 2], seed) for seed in range(arguments.games))
    print(f"{arguments.games} games, {states} states, no view that shows too much")


if __name__ == "__main__":
    main()
