import sys
import time
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from cards.taxonomy.archive import ArchiveRefused
from cards.taxonomy.importing import import_names

EVERY = 2.0
"""Seconds between two lines about progress."""


class Command(BaseCommand):
    help = (
        "Import a list of names: a ColDP archive (Catalogue of Life) or a Darwin Core archive (GBIF, "
        "iNaturalist, WCVP). Broken off and begun again, it goes on where it was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the ZIP file, or a folder with its files")
        parser.add_argument(
            "--data-set", default="", help="the list, if its title does not tell: gbif, wcvp …"
        )

    def handle(self, *args: object, file: Path, data_set: str, verbosity: int, **options: object) -> None:
        said = time.monotonic()

        def say(text: str) -> None:
            nonlocal said
            if verbosity and time.monotonic() - said >= EVERY:
                self.stdout.write(text)
                self.stdout.flush()
                said = time.monotonic()

        try:
            done = import_names(path=file, data_set=data_set, say=say)
        except (OSError, ArchiveRefused) as error:
            says = error.strerror or error if isinstance(error, OSError) else error
            self.stderr.write(f"{file}: {says}")
            sys.exit(2)
        if not verbosity:
            return
        edition = done.edition
        if done.known:
            self.stdout.write(f"{edition} is published already")
            return
        self.stdout.write(
            f"{edition}: {edition.accepted:,} accepted names, {edition.common_names:,} common names, "
            f"{edition.rejected:,} lines left out"
        )
        if done.rejected:
            self.stdout.write(f"which, and why: {done.rejected}")
