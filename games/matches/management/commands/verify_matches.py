import sys
import uuid

from django.core.management.base import BaseCommand, CommandParser

from games.matches.models import Match
from games.matches.services.records import differences


class Command(BaseCommand):
    help = "Replay matches from their moves and compare with what is stored; exits with 1 when one differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("matches", nargs="*", type=uuid.UUID, help="left out: all")

    def handle(self, *args: object, matches: list[uuid.UUID], **options: object) -> None:
        chosen = Match.objects.filter(pk__in=matches) if matches else Match.objects.all()
        checked = wrong = 0
        for match in chosen.order_by("created").iterator(chunk_size=50):
            checked += 1
            for difference in differences(match):
                wrong += 1
                self.stdout.write(f"{match.pk}: {difference}")
        self.stdout.write(f"{checked} matches replayed, {wrong} differences")
        if wrong:
            sys.exit(1)
