import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from cards.loading.pictures import TABLE, PicturesRefused, import_pictures
from phylo.accounts.models import User


class Command(BaseCommand):
    help = "Let cards show the pictures of a folder: all of them or, with exit status 2, none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--as", required=True, dest="name", help="the account of staff that answers for them"
        )
        parser.add_argument("--table", default=TABLE, help="CSV or TSV in the folder: file, artist, source …")
        parser.add_argument(
            "--good-only", action="store_true", help="store the pictures that are not refused"
        )
        parser.add_argument("--dry-run", action="store_true", help="show what would change, store nothing")

    def handle(
        self,
        *args: object,
        folder: Path,
        name: str,
        table: str,
        good_only: bool,
        dry_run: bool,
        verbosity: int,
        **options: object,
    ) -> None:
        user = User.objects.filter(username=name, is_staff=True).first()
        try:
            if user is None:
                raise PicturesRefused(f"there is no account of staff named {name!r:.80}")
            done = import_pictures(
                folder=folder, table=table, user=user, good_only=good_only, dry_run=dry_run
            )
        except (OSError, PicturesRefused) as error:
            self.stderr.write(f"{folder}: {error.strerror if isinstance(error, OSError) else error}")
            sys.exit(2)
        for row in done.refused:
            self.stderr.write(row.complaint)
        if verbosity:
            for row in done.shown:
                self.stdout.write(f"{row.card} shows {row.path.name}, {row.artist}, {row.licence}")
            self.stdout.write(
                f"{len(done.shown)} pictures, {done.unchanged} shown before, {len(done.refused)} refused"
            )
        if done.refused and not good_only:
            sys.exit(2)
