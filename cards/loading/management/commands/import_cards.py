import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from cards.exchange import FORMATS, ExchangeError
from cards.loading.importing import ACTIONS, UNCHANGED, ImportRefused, Plan, apply_import, plan_import


class Command(BaseCommand):
    help = "Bring cards in from a file: all of them or, with exit status 2, none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="path, or - for standard input")
        parser.add_argument("--format", choices=FORMATS, default="auto", dest="form")
        parser.add_argument("--set", default="core", dest="card_set", help="of new cards that name none")
        parser.add_argument("--good-only", action="store_true", help="store the cards that are not refused")
        parser.add_argument("--dry-run", action="store_true", help="show what would change, store nothing")

    def handle(
        self,
        *args: object,
        file: str,
        form: str,
        card_set: str,
        good_only: bool,
        dry_run: bool,
        verbosity: int,
        **options: object,
    ) -> None:
        try:
            content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            if dry_run:
                plan = plan_import(content=content, form=form, card_set=card_set)
            else:
                plan = apply_import(content=content, form=form, card_set=card_set, good_only=good_only)
        except (OSError, ExchangeError, ImportRefused) as error:
            says = error.strerror if isinstance(error, OSError) else error
            self.stderr.write(f"{file}: {says}")
            sys.exit(2)
        self._show(plan, verbosity)
        if plan.refused and not good_only:
            sys.exit(2)

    def _show(self, plan: Plan, verbosity: int) -> None:
        if plan.note:
            self.stderr.write(plan.note)
        for change in plan.changes:
            if change.mistakes:
                self.stderr.write(change.complaint)
            elif verbosity and change.action != UNCHANGED:
                what = [f"{each.column}: {each.before!r} -> {each.after!r}" for each in change.differences]
                self.stdout.write(f"{change.action} {change.key}" + "".join(f"\n    {line}" for line in what))
            for note in change.notes if verbosity else ():
                self.stdout.write(f"note {change.key}: {note}")
        if verbosity:
            self.stdout.write(", ".join(f"{plan.counts[action]} {action}" for action in ACTIONS))
