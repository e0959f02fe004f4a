from django.core.management.base import BaseCommand, CommandParser

from cards.services.bulk import export_bulk, folder


class Command(BaseCommand):
    help = "Write all cards to files that anybody may take away (VAR_DIR/bulk, and /api/v1/bulk/)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--if-due", action="store_true", help="only when the newest are old or the cards have changed"
        )

    def handle(self, *args: object, if_due: bool = False, verbosity: int = 1, **options: object) -> None:
        files = export_bulk(if_due=if_due)
        if verbosity:
            for file in files:
                self.stdout.write(f"{folder() / file.name}  {file.cards} cards, {file.size} bytes")
