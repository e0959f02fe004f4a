"""How a person who begins does against the levels: `python -m tests.engine.strength --games 400`.

The person plays the card with most points that fits, anywhere it fits; else an event on a card of the
computer's; else throws away the card with fewest points. Losses and cascades are not thought of. With ready
decks drawn for each game and seats in turn; a draw counts half.
"""

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

import django

from engine.bots.levels import LEVELS, Level, level_of
from engine.bots.phylo.view import bot_view
from engine.phylo.rules import RULES
from engine.phylo.start import new_game
from engine.record_format import Action, BotView, CardData

Choose = Callable[[BotView, Sequence[Action], Random], Action]


def person(view: BotView, legal: Sequence[Action], rng: Random) -> Action:
    """The choice of somebody who has just read the rules."""

    def points(action: Action) -> int:
        card: CardData = view["cards"][action["card"]]
        return card.get("points", 0)

    legal = rng.sample(legal, len(legal))
    if plays := [action for action in legal if action["do"] == "play"]:
        return max(plays, key=points)
    seat = view["to_act"][0]
    theirs = [space["at"] for space in view["spaces"] if space["owner"] != seat]
    if events := [action for action in legal if action["do"] == "event" and action["at"] in theirs]:
        return events[0]
    if thrown := [action for action in legal if action["do"] == "discard"]:
        return min(thrown, key=points)
    return next((action for action in legal if action["do"] == "pass"), legal[0])


def choosing(level: Level) -> Choose:
    return lambda view, legal, rng: level.think(view, legal, rng).action


@dataclass
class Outcome:
    games: int
    won: float
    own: float
    other: float

    def __str__(self) -> str:
        share = self.won / self.games
        error = 1.96 * sqrt(share * (1 - share) / self.games)
        scores = f"mean scores {self.own:.1f} and {self.other:.1f}"
        return f"{share:.1%} ± {error:.1%} of {self.games} games, {scores}"


def matched(
    one: Choose,
    other: Choose,
    *,
    rules: str,
    cards: Mapping[str, CardData],
    decks: Sequence[Sequence[str]],
    games: int,
) -> Outcome:
    """How the first does against the other."""
    won, own, others = 0.0, 0, 0
    for seed in range(games):
        rng, seat = Random(seed), seed % 2
        state = new_game(rules, cards, [rng.choice(decks), rng.choice(decks)], seed)
        while not state.over:
            acting = state.to_act[0]
            legal, view = state.legal(acting), bot_view(state, acting, cards)
            state.apply({"seat": acting, **(one if acting == seat else other)(view, legal, rng)})
        won += 0.5 if state.winner == "draw" else state.winner == seat
        own, others = own + state.scores[seat], others + state.scores[1 - seat]
    return Outcome(games, won, own / games, others / games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--level", choices=LEVELS["phylo-1.4a"], action="append")
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
    django.setup()
    from tests.ready_decks import ready_decks

    for rules in RULES:
        cards, decks = ready_decks(rules)
        for level in arguments.level or LEVELS[rules]:
            outcome = matched(
                person,
                choosing(level_of(rules, level)),
                rules=rules,
                cards=cards,
                decks=[decks[slug] for slug in sorted(decks)],
                games=arguments.games,
            )
            print(f"{rules}: a person who begins wins against {level} {outcome}", flush=True)


if __name__ == "__main__":
    main()
