import json
import sys
from argparse import SUPPRESS
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from engine.bots.duel import Duel, Score
from engine.bots.levels import LEVELS
from engine.commands import HELP, duel
from engine.commands.arguments import LEVEL_WORDS
from engine.commands.wrong import WRONG, Wrong


class Command(BaseCommand):
    """`phylo-engine duel` (engine/commands/duel.py) on a site, where compiled code is kept with its data."""

    help = HELP["duel"]
    requires_system_checks = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: object) -> CommandParser:
        # What is wrong with the arguments is one line.
        return super().create_parser(prog_name, subcommand, usage=SUPPRESS, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rules", required=True, help=", ".join(LEVELS))
        parser.add_argument("--first", required=True, help=LEVEL_WORDS)
        parser.add_argument("--second", required=True, help="likewise")
        parser.add_argument(
            "--games", required=True, help="two that follow are one deal, with sides exchanged"
        )
        parser.add_argument("--seed", required=True, help="the same seed, the same games")
        duel.add_more_arguments(parser)

    def handle(self, *args: object, **options: Any) -> None:
        wanted = Duel(options["rules"], options["first"], options["second"], options["seed"])
        try:
            asked = duel.series(
                wanted, options["games"], options["processes"], options["seconds"], options["decks"]
            )
        except Wrong as error:
            self.stderr.write(str(error))
            sys.exit(WRONG)
        score = Score()
        try:
            duel.played(asked, score, self.stderr.write)
        except KeyboardInterrupt:
            self.stderr.write(f"stopped after {len(score.games)} of {asked.games} games")
            sys.exit(130)
        self.stdout.write(json.dumps(score.as_json()))
