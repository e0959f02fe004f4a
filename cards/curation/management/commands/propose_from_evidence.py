from django.core.management.base import BaseCommand

from cards.curation.management.commands.import_evidence import proposed_words
from cards.curation.services import propose_from_evidence


class Command(BaseCommand):
    help = "Open a correction for each card that stored evidence speaks against, once for each finding."

    def handle(self, *args: object, verbosity: int, **options: object) -> None:
        proposed = propose_from_evidence()
        if verbosity:
            self.stdout.write(proposed_words(proposed))
