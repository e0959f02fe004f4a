"""How the levels of the computer do: `python -m tests.engine.drafting.strength --games 1000`.

Three players with seats in turn: greedy against two at random, strong against two greedy ones. A victory that
is shared counts as its share. In twos: a person who begins, who looks at a few of the possible actions and
takes the best of these, against the first level. Alone: the share of games in which the strong bot wins by
the points of each kind of victory; `--solo` is the number of those games.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from statistics import mean

from engine.bots.drafting import greedy
from engine.bots.levels import LEVELS
from engine.drafting import GAMES
from engine.drafting.state import State, new_game
from engine.record_format import DraftAction, DraftView

LOOKED_AT = 6
PERSON = "person"


def person(
    view: DraftView, legal: Sequence[DraftAction], rng: Random, budget: float | None = None
) -> DraftAction:
    """The choice of somebody who has just read the rules."""
    return greedy.choose(view, rng.sample(legal, min(LOOKED_AT, len(legal))), rng)


def choice(
    level: str, view: DraftView, legal: Sequence[DraftAction], rng: Random, playouts: int | None = None
) -> DraftAction:
    """What a level chooses without a ceiling in time; `playouts` are the most that it may make."""
    if level == PERSON:
        return person(view, legal, rng)
    bot = LEVELS[view["rules"]][level].within(None)
    if playouts is not None:
        bot = replace(bot, playouts=min(playouts, bot.playouts or 0))
    return bot.think(view, legal, rng).action


def play(
    rules: str,
    levels: Sequence[str],
    seed: int,
    seconds: list[float] | None = None,
    playouts: int | None = None,
) -> State:
    """A whole game between bots, one level for each seat; `seconds` takes what each strong choice costs."""
    state, chance = new_game(rules, len(levels), seed), Random(seed)
    while not state.over:
        seat = state.to_act[0]
        legal, view = state.legal(seat), state.view_for(seat)
        begin = time.process_time()
        chosen = choice(levels[seat], view, legal, chance, playouts)
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


def three(
    rules: str,
    level: str,
    against: str,
    games: int,
    first: int = 0,
    players: int = 3,
    playouts: int | None = None,
) -> Outcome:
    """So many games of one level against two others (`players` less one), from every seat as often."""
    outcome = Outcome()
    for seed in range(first, first + games):
        levels = [against] * players
        levels[seed % players] = level
        state = play(rules, levels, seed, outcome.seconds, playouts)
        winners = state.winner or []
        outcome.games += 1
        outcome.won += (seed % players in winners) / len(winners)
        for seat, score in enumerate(state.scores):
            (outcome.own if seat == seed % players else outcome.others).append(score)
    return outcome


def alone(
    rules: str, level: str, games: int, first: int = 0, playouts: int | None = None
) -> tuple[Counter[str], float]:
    """How often a lone bot wins each kind of victory, and its mean lead."""
    won: Counter[str] = Counter()
    leads = []
    for seed in range(first, first + games):
        own, other = play(rules, [level], seed, playouts=playouts).scores
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
        if arguments.games:
            outcome = three(rules, PERSON, "beginner", arguments.games, arguments.first, players=2)
            print(f"{rules}: a person who begins against beginner: {outcome}", flush=True)
        if arguments.solo:
            won, lead = alone(rules, "strong", arguments.solo, arguments.first)
            shares = ", ".join(f"{kind} {won[kind] / arguments.solo:.1%}" for kind in GAMES[rules].victories)
            print(
                f"{rules}: strong alone, {arguments.solo} games: {shares}, mean lead {lead:.1f}", flush=True
            )


if __name__ == "__main__":
    main()
