import json
import sys
import uuid

from django.core.management.base import BaseCommand, CommandParser

from games.matches.models import Match
from games.matches.services.records import export_record


class Command(BaseCommand):
    help = "Print a match as a game record, with its seed and decks, also while it is played."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", type=uuid.UUID)

    def handle(self, *args: object, match: uuid.UUID, **options: object) -> None:
        try:
            found = Match.objects.get(pk=match)
        except Match.DoesNotExist:
            self.stderr.write(f"no match {match}")
            sys.exit(2)
        self.stdout.write(json.dumps(export_record(found, even_playing=True), ensure_ascii=False, indent=1))
