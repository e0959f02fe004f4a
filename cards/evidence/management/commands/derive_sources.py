import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from cards.evidence.loading.sourcing import shipped_cards, shipped_findings, sources_file
from cards.evidence.words import place_of
from cards.exchange.site_files import SOURCES
from cards.models.value_source import How
from cards.services.card_file import CardSetError
from engine.sets import CARDS_PATH


class Command(BaseCommand):
    help = "Write what evidence and rules tell of the card file's values into sources.csv."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--cards", type=Path, default=CARDS_PATH, help="CSV file, one row a card")
        parser.add_argument("--against", action="store_true", help="only list what they contradict")

    def handle(self, *args: object, cards: Path, against: bool, **options: object) -> None:
        try:
            known = shipped_cards(cards)
        except CardSetError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        if not against:
            text = sources_file(known, timezone.now().date())
            cards.with_name(SOURCES).write_text(text, encoding="utf-8")
            return
        for card, found in shipped_findings(known):
            for each in found.values():
                if not each.fits:
                    printed = "printed" if card.source_of(each.column).how == How.PRINTED else "ours"
                    value = getattr(card, each.column)
                    said = (
                        f"{place_of(each.source)}: {each.source.value}"
                        if each.source.data_set
                        else each.source.rule
                    )
                    self.stdout.write(
                        f"{card.key} {each.column} {value} ({printed}): {each.fitting_words}, {said}"
                    )
