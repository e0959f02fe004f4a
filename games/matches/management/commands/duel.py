import json
import sys
import time
from argparse import SUPPRESS
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.decks.services.deck_files import read_deck_files
from cards.loading.load import read_card_set
from cards.services.card_file import CardSetError
from engine.bots.duel import Duel, DuelDeck, Game, Score, games
from engine.bots.levels import LEVELS
from engine.bots.thinking import warm_up
from engine.drafting import GAMES
from phylo.http.input import whole_number

MOST_GAMES, MOST_PROCESSES, LONGEST = 1_000_000, 64, 3600.0
SECONDS_BETWEEN = 1.0
"""Between two lines of progress."""


class Refused(Exception):
    """An argument is wrong; the message is the line to print."""


class Command(BaseCommand):
    """Ready decks come from the files of the site, so no database is needed (docs/strength.md)."""

    help = "Let two levels of the computer play each other and print the result as JSON."
    requires_system_checks = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: object) -> CommandParser:
        # What is wrong with the arguments is one line.
        return super().create_parser(prog_name, subcommand, usage=SUPPRESS, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rules", required=True, help=", ".join(LEVELS))
        parser.add_argument(
            "--first", required=True, help="a level: mouse, hedgehog, fox, owl, orca, greedy …"
        )
        parser.add_argument("--second", required=True, help="likewise; `strongest` is understood too")
        parser.add_argument(
            "--games", required=True, help="two that follow are one deal, with sides exchanged"
        )
        parser.add_argument("--seed", required=True, help="the same seed, the same games")
        parser.add_argument("--seconds", help="for a turn of the first level, without a limit of playouts")
        parser.add_argument(
            "--decks", nargs="+", metavar="FILE", help="draw from these instead of the ready ones"
        )
        parser.add_argument("--processes", default="1", help="games played at the same time")

    def handle(self, *args: object, **options: Any) -> None:
        try:
            duel = _duel(options)
            number = _whole_number("games", options["games"], MOST_GAMES)
            processes = _whole_number("processes", options["processes"], MOST_PROCESSES)
        except (Refused, CardSetError) as error:
            self.stderr.write(str(error))
            sys.exit(2)
        score = Score()
        try:
            # Before the first choice, and before other processes would all compile the same.
            if any(level.playouts != 0 for level in duel.levels):
                warm_up([duel.rules])
            for game in self._with_progress(games(duel, number, processes), number, score):
                score.games.append(game)
        except KeyboardInterrupt:
            self.stderr.write(f"stopped after {len(score.games)} of {number} games")
            sys.exit(130)
        if score.hurried:
            self.stderr.write(f"{score.hurried} choices hit their ceiling in time")
        self.stdout.write(json.dumps(score.as_json()))

    def _with_progress(self, played: Iterable[Game], number: int, score: Score) -> Iterable[Game]:
        """The games, with a line of progress every now and then."""
        reported = time.monotonic()
        for game in played:
            yield game
            if (now := time.monotonic()) - reported >= SECONDS_BETWEEN and len(score.games) < number:
                reported = now
                self.stderr.write(f"{len(score.games)} of {number} games, {score.share:.1%} for the first")


def _duel(options: dict[str, Any]) -> Duel:
    rules = options["rules"]
    if rules not in LEVELS:
        raise Refused(f"there are no rules {rules!r}, but: {', '.join(LEVELS)}")
    seconds = None if options["seconds"] is None else _seconds(options["seconds"])
    duel = Duel(rules, options["first"], options["second"], options["seed"], seconds)
    try:
        assert duel.levels
    except KeyError as error:
        raise Refused(
            f"there is no level {error.args[0]!r}, but: {', '.join(LEVELS[rules])}, strongest"
        ) from None
    if rules in GAMES:
        if options["decks"]:
            raise Refused(f"{rules} is played without decks")
        return duel
    return with_decks(duel, options["decks"])


def with_decks(duel: Duel, files: Sequence[str] | None = None) -> Duel:
    """A duel of Phylo with these files' decks, by default the ready decks. Raises Refused or CardSetError."""
    cards, ready = read_card_set()
    ready = sheets = [sheet for sheet in ready if sheet.deck.rules == duel.rules]
    if files is not None:
        sheets = read_deck_files(map(Path, files), cards)
        for name, sheet in zip(files, sheets, strict=True):
            if sheet.deck.rules != duel.rules:
                raise Refused(f"{name}: a deck for {sheet.deck.rules}, not for {duel.rules}")
    decks = [DuelDeck(tuple(sheet.contents.keys), sheet.deck.starter or "home") for sheet in sheets]
    known = [sheet.contents.keys for sheet in ready]
    held = {key for deck in decks for key in (*deck.keys, deck.starter)}.union(*known)
    found = {each.key: each.as_record() for each in cards if each.key in held}
    return replace(duel, cards=found, decks=decks, known_decks=known)


def _whole_number(name: str, text: str, most: int) -> int:
    number = whole_number(text, digits=len(str(most)))
    if number is None or not 1 <= number <= most:
        raise Refused(f"--{name} is a whole number from 1 to {most}, not {text!r:.60}")
    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not isfinite(seconds) or not 0 < seconds <= LONGEST:
        raise Refused(f"--seconds is a number above 0 and at most {LONGEST:.0f}, not {text!r:.60}")
    return seconds
