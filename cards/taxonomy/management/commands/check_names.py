from django.core.management.base import BaseCommand, CommandParser

from cards.models import Card, Kind
from cards.taxonomy.lookup import Standing, checked_names


class Command(BaseCommand):
    help = "List cards whose Latin name is out of date: a synonym in the imported lists of names."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--unknown", action="store_true", help="also those that no list knows")

    def handle(self, *args: object, unknown: bool, **options: object) -> None:
        cards = Card.objects.offered().filter(kind=Kind.SPECIES).exclude(latin_name="").order_by("key")
        checked = checked_names((card.latin_name, card.kingdom) for card in cards)
        counts = dict.fromkeys(Standing, 0)
        for card in cards:
            found = checked[card.latin_name, card.kingdom]
            counts[found.standing] += 1
            if found.standing == Standing.SYNONYM:
                names = " or ".join(found.names)
                self.stdout.write(f"{card.key}: {card.latin_name} is now {names} ({found.source})")
            elif found.standing == Standing.UNKNOWN and unknown:
                self.stdout.write(f"{card.key}: {card.latin_name} is in no list")
        self.stdout.write(", ".join(f"{number} {standing}" for standing, number in counts.items()))
