import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from cards.search.services.search import CardSearch, QueryError
from cards.services.exporting import EXPORTS, exported


class Command(BaseCommand):
    help = "Write cards to a file that can be brought in again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="path; left out: standard output")
        parser.add_argument("--format", choices=EXPORTS, default="jsonl", dest="form")
        parser.add_argument("--query", default="", help="only what this search finds")

    def handle(self, *args: object, file: str, form: str, query: str, **options: object) -> None:
        try:
            cards = CardSearch(query).cards()
            if file == "-":
                self.stdout.writelines(exported(cards, form))
                return
            with Path(file).open("w", encoding="utf-8", newline="") as out:
                out.writelines(exported(cards, form))
        except (OSError, QueryError) as error:
            self.stderr.write(f"{file}: {error.strerror}" if isinstance(error, OSError) else str(error))
            sys.exit(2)
