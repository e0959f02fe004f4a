"""`phylo-engine stats`: what many game records say together."""

import argparse
import json
from collections.abc import Iterator
from statistics import mean, median

from engine.bots.tally import Tally, interval95
from engine.commands.wrong import Wrong
from engine.contract import InvalidRecord
from engine.game_files import Record, records_in
from engine.record_stats import Stats, count, ordered

LEAST_GAMES = 5
"""Cards that were played in fewer are not told in words."""
MOST_CARDS = 10
"""At each end."""


class Arguments(argparse.Namespace):
    """Of the command line, as text."""

    files: list[str]
    json: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="game records, as JSON or JSON Lines, packed by gzip or not; - for standard input",
    )
    parser.add_argument("--json", action="store_true", help="print an object for each rule set, as JSON")


def run(arguments: argparse.Namespace) -> int:
    chosen = Arguments(**vars(arguments))
    found: dict[str, Stats] = {}
    for name in chosen.files:
        try:
            for number, record in enumerate(records_in(name), start=1):
                _count(found, number, record)
        except OSError as error:
            raise Wrong(f"cannot read {name}: {error.strerror}") from None
        except InvalidRecord as error:
            raise Wrong(f"{name}: {error}") from None
    if chosen.json:
        print(json.dumps([stats.as_json() for stats in found.values()], ensure_ascii=False))
    else:
        print("\n\n".join("\n".join(lines(stats)) for stats in found.values()))
    return 0


def lines(stats: Stats) -> Iterator[str]:
    """The statistics of a rule set in words."""
    finished = len(stats.turns)
    rest = f", and {stats.unfinished} not played to the end" if stats.unfinished else ""
    yield f"{stats.rules}: {_games(finished)}{rest}"
    if not finished:
        return
    yield (
        f"A game has {median(stats.turns):g} turns ({min(stats.turns)} to {max(stats.turns)}) and "
        f"{median(stats.actions):g} actions; a player has {mean(stats.scores):.0f} points."
    )
    if stats.begun.games:
        yield f"Who begins wins {_share(stats.begun)}."
    if stats.decks:
        yield "Decks:"
        yield from (f"  {key:<24}{_share(tally)}" for key, tally in ordered(stats.decks))
    told = [each for each in ordered(stats.cards) if each[1].games >= LEAST_GAMES]
    if told:
        yield "Cards, where they were played:"
        first, last = told[:MOST_CARDS], told[MOST_CARDS:][-MOST_CARDS:]
        yield from (f"  {stats.names.get(key, key):<32}{_share(tally)}" for key, tally in [*first, *last])
    if stats.never_played:
        yield "Never played: " + ", ".join(stats.names.get(key, key) for key in stats.never_played)


def _count(found: dict[str, Stats], number: int, record: Record) -> None:
    try:
        count(found, record)
    except InvalidRecord as error:
        raise InvalidRecord(f"record {number}: {error}") from None


def _share(tally: Tally) -> str:
    low, high = interval95(tally.share, tally.games)
    return f"{tally.share:.0%} of {_games(tally.games)}, probably {low:.0%} to {high:.0%}"


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"
