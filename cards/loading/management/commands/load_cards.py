import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from cards.auditor.shipped import load_audits
from cards.loading.load import load_card_set
from cards.services.card_file import CardSetError
from engine.sets import CARDS_PATH, DECKS_PATH


class Command(BaseCommand):
    help = "Load cards, ready decks and point audits; exits with 2 and stores nothing when a row is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--cards", type=Path, default=CARDS_PATH, help="CSV file, one row a card")
        parser.add_argument("--decks", type=Path, default=DECKS_PATH, help="directory of TOML files")

    def handle(self, *args: object, cards: Path, decks: Path, verbosity: int = 1, **options: object) -> None:
        try:
            result = load_card_set(cards_path=cards, decks_path=decks)
        except CardSetError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        load_audits()
        if verbosity:
            self.stdout.write(f"cards: {result.cards}")
            self.stdout.write(f"decks: {result.decks}")
