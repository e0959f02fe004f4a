import sys

from django.core.management.base import BaseCommand

from engine.puzzles.files import InvalidPuzzles
from games.puzzles.services.loading import load_puzzles


class Command(BaseCommand):
    help = "Load the puzzles that ship with the project; exits with 2 and stores nothing when one is wrong."

    def handle(self, *args: object, verbosity: int = 1, **options: object) -> None:
        try:
            loaded = load_puzzles()
        except InvalidPuzzles as error:
            self.stderr.write(str(error))
            sys.exit(2)
        if verbosity:
            self.stdout.write(
                f"puzzles: {loaded.new} new, {loaded.changed} changed, {loaded.withdrawn} no longer offered"
            )
