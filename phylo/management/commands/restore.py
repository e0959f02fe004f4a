from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from phylo import backup
from phylo.management.commands.backup import Progress


class Command(BaseCommand):
    help = (
        "Put a backup in the place of what is there, bring it up to date and replay all matches. Exits with "
        "2 if it is refused: then nothing has changed; with 1 if it is restored and a match differs."
    )
    # The tables may not exist yet.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="delete the database that there is")

    def handle(self, *args: object, file: Path, replace: bool, verbosity: int, **options: object) -> None:
        with Progress(self) as progress:
            try:
                restored = backup.restore(path=file, replace=replace, say=progress.say)
            except (backup.Refused, OSError, DatabaseError) as error:
                progress.refuse(file, error)
        if verbosity:
            self.stdout.write(f"{file} of version {restored.version}, made {restored.made}, is restored")
        call_command("verify_matches", stdout=self.stdout)
