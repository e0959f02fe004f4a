import sys
from argparse import SUPPRESS
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.loading.load import read_card_set
from cards.services.card_file import CardSetError
from engine.bots.duel import DuelDeck
from engine.phylo.rules import RULES
from engine.puzzles.files import InvalidPuzzles, read_file, write_file
from engine.puzzles.finding import Collected, Search, game
from engine.puzzles.themes import THEMES
from phylo.http.input import whole_number

MOST_GAMES, MOST_PROCESSES = 1_000_000, 64
AT_ONCE = 20
"""Games between two times that the file is written."""


class Refused(Exception):
    """An argument is wrong; the message is the line to print."""


class Command(BaseCommand):
    """Ready decks come from the files of the site, so no database is needed (docs/puzzles.md)."""

    help = "Look for puzzles in games between bots, and add them to a file."
    requires_system_checks = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: object) -> CommandParser:
        # What is wrong with the arguments is one line.
        return super().create_parser(prog_name, subcommand, usage=SUPPRESS, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rules", required=True, help=", ".join(RULES))
        parser.add_argument("--games", required=True, help="how many; those played before do not count")
        parser.add_argument("--seed", required=True, help="the same seed, the same games")
        parser.add_argument("--processes", default="1", help="games played at the same time")
        parser.add_argument("--themes", nargs="+", default=[], metavar="THEME", help="look for these alone")
        parser.add_argument("--save", required=True, metavar="FILE", help="is read first, if it is there")

    def handle(self, *args: object, **options: Any) -> None:
        path = Path(options["save"])
        try:
            games = _whole_number("games", options["games"], MOST_GAMES)
            processes = _whole_number("processes", options["processes"], MOST_PROCESSES)
            search = search_in(options["rules"], options["seed"], options["themes"])
            collected = Collected(read_file(path) if path.exists() else ())
            write_file(path, collected.puzzles, search.rules)
        except (Refused, CardSetError, InvalidPuzzles) as error:
            self._refuse(str(error))
        except OSError as error:
            self._refuse(f"cannot write {path}: {error.strerror}")
        seen = [int(each.origin.game) for each in collected.puzzles if each.origin.seed == search.seed]
        first = max(seen, default=-1) + 1
        done = first
        try:
            with _played(search, processes) as play:
                for done, found in enumerate(play(range(first, first + games)), first + 1):
                    for each in found:
                        collected.add(each)
                    if done % AT_ONCE == 0:
                        write_file(path, collected.puzzles, search.rules)
                        self.stderr.write(f"game {done}: {len(collected.puzzles)} puzzles")
        except KeyboardInterrupt:
            self.stderr.write(f"stopped after game {done}")
            sys.exit(130)
        finally:
            write_file(path, collected.puzzles, search.rules)
        self.stdout.write(f"{len(collected.puzzles)} puzzles after game {done}")

    def _refuse(self, message: str) -> None:
        self.stderr.write(message)
        sys.exit(2)


def search_in(rules: str, seed: str, themes: Sequence[str] = ()) -> Search:
    """A search in games between the ready decks. Raises Refused or CardSetError."""
    if rules not in RULES:
        raise Refused(f"there are no rules {rules!r}, but: {', '.join(RULES)}")
    if unknown := set(themes).difference(THEMES):
        raise Refused(f"there is no theme {min(unknown)!r}, but: {', '.join(THEMES)}")
    cards, sheets = read_card_set()
    decks = {
        sheet.deck.slug: DuelDeck(tuple(sheet.contents.keys), sheet.deck.starter or "home")
        for sheet in sheets
        if sheet.deck.rules == rules
    }
    held = {key for deck in decks.values() for key in (*deck.keys, deck.starter)}
    named = {card.key: card.as_record() for card in cards if card.key in held}
    return Search(rules, seed, named, decks, frozenset(themes))


@contextmanager
def _played(search: Search, processes: int) -> Iterator[Any]:
    """How to play games of given numbers; their puzzles come in order."""
    play = partial(game, search)
    if processes == 1:
        yield partial(map, play)
        return
    # Processes of their own, not copies of this one, which may hold locks; Ctrl-C is for this one alone.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), signal, (SIGINT, SIG_IGN))
    try:
        yield partial(pool.map, play)
    finally:
        pool.shutdown(cancel_futures=True)


def _whole_number(name: str, text: str, most: int) -> int:
    number = whole_number(text, digits=len(str(most)))
    if number is None or not 1 <= number <= most:
        raise Refused(f"--{name} is a whole number from 1 to {most}, not {text!r:.60}")
    return number
