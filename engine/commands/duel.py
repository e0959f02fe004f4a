"""`phylo-engine duel`: games between two levels of the computer, and how many each has won."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine import sets
from engine.bots.duel import Duel, DuelDeck, Game, Score, games
from engine.bots.levels import LEVELS
from engine.bots.thinking import warm_up
from engine.commands.arguments import LEVEL_WORDS, level_named, rules_named, seconds, whole_number
from engine.commands.wrong import Wrong
from engine.drafting import GAMES

MOST_GAMES, MOST_PROCESSES, LONGEST = 1_000_000, 64, 3600.0
SECONDS_BETWEEN = 1.0
"""Between two lines of progress."""

Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Series:
    """So many games of a duel, and how many of them at the same time."""

    duel: Duel
    games: int
    processes: int


class Arguments(argparse.Namespace):
    """Of the command line, as text."""

    rules: str
    first: str
    second: str
    games: str
    seed: str
    seconds: str | None
    decks: list[str] | None
    processes: str
    json: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", metavar="LEVEL", help=LEVEL_WORDS)
    parser.add_argument("second", metavar="LEVEL", help="likewise")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--rules", default="phylo-1.4a", help=", ".join(LEVELS))
    parser.add_argument("--games", default="20", help="two that follow are one deal, with sides exchanged")
    add_more_arguments(parser)
    parser.add_argument("--seed", default="1", help="the same seed, the same games")


def add_more_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that a site's command has as well."""
    parser.add_argument("--seconds", help="for a turn of the first level, without a limit of playouts")
    parser.add_argument("--decks", nargs="+", metavar="FILE", help="draw from these, not from the ready ones")
    parser.add_argument("--processes", default="1", help="games played at the same time")


def run(arguments: argparse.Namespace) -> int:
    chosen = Arguments(**vars(arguments))
    asked = series(
        Duel(chosen.rules, chosen.first, chosen.second, chosen.seed),
        chosen.games,
        chosen.processes,
        chosen.seconds,
        chosen.decks,
    )
    score = Score()
    played(asked, score, lambda line: print(line, file=sys.stderr))
    print(json.dumps(score.as_json()) if chosen.json else "\n".join(told(asked, score)))
    return 0


def series(
    duel: Duel,
    number: str,
    processes: str = "1",
    time_of_first: str | None = None,
    files: Sequence[str] | None = None,
) -> Series:
    """What these words ask for, with decks where the rules have any. Raises Wrong."""
    rules_named(duel.rules)
    if time_of_first is not None:
        duel = replace(duel, seconds=seconds("seconds", time_of_first, LONGEST))
    for level in (duel.first, duel.second):
        level_named(duel.rules, level)
    if duel.rules not in GAMES:
        duel = with_decks(duel, files)
    elif files:
        raise Wrong(f"{duel.rules} is played without decks")
    return Series(
        duel,
        whole_number("games", number, MOST_GAMES),
        whole_number("processes", processes, MOST_PROCESSES),
    )


def with_decks(duel: Duel, files: Sequence[str] | None = None) -> Duel:
    """A duel of Phylo with the decks of these files, by default with the ready decks. Raises Wrong."""
    cards = sets.cards()
    ready = list(sets.decks(duel.rules).values())
    try:
        chosen = ready if files is None else [sets.read_deck(Path(file), cards) for file in files]
    except sets.InvalidDeck as error:
        raise Wrong(str(error)) from None
    for deck in chosen:
        if deck.rules != duel.rules:
            raise Wrong(f"{deck.key}: a deck for {deck.rules}, not for {duel.rules}")
    decks = [DuelDeck(deck.keys, deck.starter) for deck in chosen]
    known = [deck.keys for deck in ready]
    held = {key for deck in decks for key in (*deck.keys, deck.starter)}.union(*known)
    return replace(
        duel, cards={key: cards[key] for key in cards if key in held}, decks=decks, known_decks=known
    )


def played(asked: Series, score: Score, say: Say) -> None:
    """Play the games into `score`, and say every now and then how far they are."""
    # Before the first choice, and before other processes would all compile the same.
    if any(level.playouts != 0 for level in asked.duel.levels):
        warm_up([asked.duel.rules])
    for game in _with_progress(games(asked.duel, asked.games, asked.processes), asked.games, score, say):
        score.games.append(game)
    if score.hurried:
        say(f"{score.hurried} choices hit their ceiling in time")


def told(asked: Series, score: Score) -> list[str]:
    """The result in words."""
    said, duel = score.as_json(), asked.duel
    low, high = score.interval
    return [
        f"{duel.rules}: {duel.first} won {said['first_won']} of {said['games']} games against {duel.second}, "
        f"{said['drawn']} were drawn.",
        f"That is a share of {score.share:.1%}; of many more games, probably {low:.1%} to {high:.1%}.",
    ]


def _with_progress(played_: Iterable[Game], number: int, score: Score, say: Say) -> Iterable[Game]:
    reported = time.monotonic()
    for game in played_:
        yield game
        if (now := time.monotonic()) - reported >= SECONDS_BETWEEN and len(score.games) < number:
            reported = now
            say(f"{len(score.games)} of {number} games, {score.share:.1%} for the first")
