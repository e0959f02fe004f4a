import sys
import time
from collections.abc import Callable
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from cards.curation.services import Proposed, propose_from_evidence
from cards.evidence.loading.data_sets import Given, Imported, import_evidence, place_words
from cards.evidence.readers.opening import FORMS
from cards.taxonomy.archive import ArchiveRefused

EVERY = 2.0
"""Seconds between two lines about progress."""
SAID = ("title", "citation", "licence", "address")
SHOWN = 5
"""Mistakes that are printed; all are in a file."""


class Command(BaseCommand):
    help = (
        "Import published data sets as evidence: EltonTraits, PanTHERIA, amniote life histories, AVONET, "
        "GloBI's interactions.tsv, folders with a globi.json, registers of introduced species. Broken off "
        "and begun again, it goes on where it was. No card changes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("form", choices=FORMS, metavar="FORMAT", help=f"one of {', '.join(FORMS)}")
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--data-set", default="", help="a key for it, in place of the usual one")
        parser.add_argument("--no-proposals", action="store_true", help="open no corrections of cards")
        for name in SAID:
            parser.add_argument(f"--{name}", default="", help="of the data set, if the file does not say it")

    def handle(
        self, *args: object, form: str, files: list[Path], data_set: str, no_proposals: bool, verbosity: int,
        **options: str,
    ) -> None:  # fmt: skip
        given = Given(data_set, *(options[name] for name in SAID))
        for file in files:
            try:
                done = import_evidence(path=file, form=form, given=given, say=self._saying(verbosity))
            except (OSError, ArchiveRefused) as error:
                says = error.strerror or error if isinstance(error, OSError) else error
                self.stderr.write(f"{file}: {says}")
                sys.exit(2)
            if verbosity:
                self._tell(done)
        if not no_proposals:
            proposed = propose_from_evidence()
            if verbosity:
                self.stdout.write(proposed_words(proposed))

    def _saying(self, verbosity: int) -> Callable[[str], None]:
        said = float("-inf")

        def say(text: str) -> None:
            nonlocal said
            if verbosity and time.monotonic() - said >= EVERY:
                self.stdout.write(text)
                self.stdout.flush()
                said = time.monotonic()

        return say

    def _tell(self, done: Imported) -> None:
        self.stdout.write(
            f"{done.data_set} ({done.form}): {done.lines:,} lines, {done.stored:,} stored, "
            f"{done.rejected_count:,} left out"
        )
        for member, mistake in done.rejected[:SHOWN]:
            self.stderr.write(place_words(member, mistake))
        if done.rejected_file:
            self.stdout.write(f"all that was left out, and why: {done.rejected_file}")


def proposed_words(proposed: Proposed) -> str:
    lines = [
        f"proposed {each.summary.partition(chr(10))[0]} ({each.name})" for each in proposed.opened[:SHOWN]
    ]
    lines.append(
        f"{len(proposed.opened)} corrections proposed, {proposed.known} known, {proposed.renewed} renewed, "
        f"{proposed.withdrawn} withdrawn, {proposed.printed} printed values kept"
    )
    return "\n".join([*lines, *proposed.refused[:SHOWN]])
