"""How the levels of the computer do: `python -m tests.drafting.strength --games 1000`.

Three players with seats in turn: greedy against two at random, strong against two greedy ones. A victory that
is shared counts as its share. Alone: the share of games in which the strong bot wins by the points of each
kind of victory; `--solo` is the number of those games.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean

from engine.bots.drafting import LEVELS
from engine.drafting import GAMES
from engine.drafting.state import State, new_game


def play(rules: str, levels: Sequence[str], seed: int, seconds: list[float] | None = None) -> State:
    """A whole game between bots, one level for each seat; `seconds` takes what each strong choice costs."""
    state, chance = new_game(rules, len(levels), seed), Random(seed)
    while not state.over:
        seat = state.to_act[0]
        legal, view = state.legal(seat), state.view_for(seat)
        begin = time.process_time()
        chosen = LEVELS[levels[seat]](view, legal, chance, None)
        if seconds is not None and levels[seat] == "strong":
            seconds.append(time.process_time() - begin)
        state.apply({"seat": seat, **chosen})
    return state


@dataclass
class Outcome:
    """Of one level against two of another."""

    games: int = 0
    won: float = 0.0
    own: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        line = f"{self.won / self.games:.1%} of {self.games} games won, "
        line += f"mean scores {mean(self.own):.1f} and {mean(self.others):.1f}"
        if self.seconds:
            line += f", a choice {mean(self.seconds):.2f} s, at most {max(self.seconds):.2f} s"
        return line


def three(rules: str, level: str, against: str, games: int, first: int = 0) -> Outcome:
    """So many games of one level against two of another, from every seat as often."""
    outcome = Outcome()
    for seed in range(first, first + games):
        levels = [against] * 3
        levels[seed % 3] = level
        state = play(rules, levels, seed, outcome.seconds)
        winners = state.winner or []
        outcome.games += 1
        outcome.won += (seed % 3 in winners) / len(winners)
        for seat, score in enumerate(state.scores):
            (outcome.own if seat == seed % 3 else outcome.others).append(score)
    return outcome


def alone(rules: str, level: str, games: int, first: int = 0) -> tuple[Counter[str], float]:
    """How often a lone bot wins each kind of victory, and its mean lead."""
    won: Counter[str] = Counter()
    leads = []
    for seed in range(first, first + games):
        own, other = play(rules, [level], seed).scores
        leads.append(own - other)
        won.update(kind for kind, lead in GAMES[rules].victories.items() if own - other >= lead)
    return won, mean(leads)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--solo", type=int, default=500)
    parser.add_argument("--rules", choices=GAMES, action="append")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    arguments = parser.parse_args()
    for rules in arguments.rules or GAMES:
        for level, against in (("greedy", "random"), ("strong", "greedy")):
            if arguments.games:
                outcome = three(rules, level, against, arguments.games, arguments.first)
                print(f"{rules}: {level} against two {against}: {outcome}", flush=True)
        if arguments.solo:
            won, lead = alone(rules, "strong", arguments.solo, arguments.first)
            shares = ", ".join(f"{kind} {won[kind] / arguments.solo:.1%}" for kind in GAMES[rules].victories)
            print(
                f"{rules}: strong alone, {arguments.solo} games: {shares}, mean lead {lead:.1f}", flush=True
            )


if __name__ == "__main__":
    main()
