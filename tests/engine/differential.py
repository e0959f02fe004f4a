"""The engine and the plain reference play the same random games and are compared after every action.

python -m tests.engine.differential --rules phylo-1.4a --games 10000
"""

import argparse
from hashlib import sha256
from random import Random
from typing import Any

from engine.phylo.rules import RULES
from engine.phylo.start import new_game
from engine.phylo.state import State
from tests.engine.pools import pool
from tests.engine.reference import Game
from tests.engine.reference.shuffle import Shuffle


def lively(rng: Random, legal: list[dict[str, Any]]) -> dict[str, Any]:
    """A random action; rare kinds come up as often as common ones, passing and discarding seldom."""
    useful = [action for action in legal if action["do"] not in ("pass", "discard")]
    if not useful or rng.random() < 0.15:
        return rng.choice(legal)
    kind = rng.choice(sorted({action["do"] for action in useful}))
    return rng.choice([action for action in useful if action["do"] == kind])


def what_chance_chose(action: dict[str, Any], log: list[dict[str, Any]]) -> dict[str, Any]:
    """The action as a record holds it: with the cards that the other player lost."""
    lost = [key for entry in log if entry["event"] == "opponent-discards" for key in entry["cards"]]
    return {**action, "choose": action.get("choose", []) + lost} if lost else action


def compare(state: State, game: Game) -> None:
    assert state.position() == game.position()
    assert state.scores == game.scores()
    assert state.over == game.over
    assert state.winner == game.winner
    if not state.over:
        assert list(state.to_act) == game.to_act()
        assert state.legal(state.to_act[0]) == game.legal()


def compare_deal(state: State, log: list[dict[str, Any]], decks: list[list[str]], chance: Shuffle) -> None:
    """The hands and decks as dealt, and who begins where a coin decides, and the draw of the first turn."""
    hands, rest = chance.deal(decks)
    first = state.to_act[0]
    hands[first] += rest[first][:2]
    del rest[first][:2]
    position, (begins,) = state.position(), [entry for entry in log if entry["event"] == "begins"]
    assert (position["hands"], position["decks"]) == (hands, rest)
    assert not begins["coin"] or first == chance.below(2)


def play(rules: str, seed: int) -> int:
    """One random game; the number of actions in which both agreed."""
    rng = Random(seed)
    cards, decks = pool(rng, rules)
    options = {"food_step": rng.choice(["below", "same-or-below"])}
    start = seed if seed % 2 else sha256(str(seed).encode()).hexdigest()
    dealt: list[dict[str, Any]] = []
    state = new_game(rules, cards, decks, start, options=options, log=dealt)
    chance = Shuffle(start)
    compare_deal(state, dealt, decks, chance)
    game = Game.from_position(rules, cards, state.position(), options)
    actions = 0
    compare(state, game)
    while not state.over:
        seat = state.to_act[0]
        action = {"seat": seat, **lively(rng, state.legal(seat))}
        log = state.apply(action)
        known = what_chance_chose(action, log)
        lost = known.get("choose", [])[len(action.get("choose", [])) :]
        assert lost == chance.lost(game.hands[1 - seat], len(lost))
        game.apply(known)
        actions += 1
        compare(state, game)
    return actions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", choices=sorted(RULES), default="phylo-1.4a")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    arguments = parser.parse_args()
    actions = 0
    for seed in range(arguments.first, arguments.first + arguments.games):
        try:
            actions += play(arguments.rules, seed)
        except Exception:
            print(f"disagreement in {arguments.rules}, seed {seed}")
            raise
    print(f"{arguments.rules}: {arguments.games} games, {actions} actions, no disagreement")


if __name__ == "__main__":
    main()
