import sys
import time
from argparse import SUPPRESS
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from engine.puzzles.checking import faults
from engine.puzzles.files import InvalidPuzzles, read_file

FOLDER = Path(__file__).resolve().parents[2] / "data"

SECONDS_BETWEEN = 2.0
"""Between two lines of progress."""


class Command(BaseCommand):
    """The plain engine alone searches, so nothing of how they were found is trusted (docs/puzzles.md)."""

    help = "Prove puzzles again and print what is wrong with them; exits with 1 if anything is."
    requires_system_checks = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: object) -> CommandParser:
        return super().create_parser(prog_name, subcommand, usage=SUPPRESS, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="left out: those of the site")

    def handle(self, *args: object, files: list[str], **options: object) -> None:
        checked = wrong = 0
        reported = time.monotonic()
        try:
            for path in [Path(file) for file in files] or sorted(FOLDER.glob("*.jsonl")):
                for puzzle in read_file(path):
                    found = list(faults(puzzle))
                    checked, wrong = checked + 1, wrong + bool(found)
                    for fault in found:
                        self.stdout.write(f"{path.name}: {puzzle.key}: {fault}")
                    if (now := time.monotonic()) - reported >= SECONDS_BETWEEN:
                        reported = now
                        self.stderr.write(f"{checked} puzzles checked")
        except InvalidPuzzles as error:
            self.stderr.write(str(error))
            sys.exit(2)
        except KeyboardInterrupt:
            self.stderr.write(f"stopped after {checked} puzzles")
            sys.exit(130)
        self.stdout.write(f"{checked} puzzles proved again, {wrong} wrong")
        sys.exit(1 if wrong else 0)
