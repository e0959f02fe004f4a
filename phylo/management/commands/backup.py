import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from phylo import backup


class Command(BaseCommand):
    help = (
        "Write the whole site to a new file: database, uploaded pictures and the key. People may play "
        "meanwhile. Exits with 2 if there is such a file, or it cannot be written."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: object, file: Path, verbosity: int, **options: object) -> None:
        with Progress(self) as progress:
            try:
                backup.backup(path=file, say=progress.say)
            except (backup.Refused, OSError, DatabaseError) as error:
                progress.refuse(file, error)
        if verbosity:
            self.stdout.write(f"{file}: {file.stat().st_size:,} bytes")


class Progress:
    """A line on a terminal that says how far the work has come."""

    def __init__(self, command: BaseCommand) -> None:
        self._command = command
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *details: object) -> None:
        self.say("")

    def say(self, words: str) -> None:
        if self._shown:
            sys.stderr.write(f"\r\x1b[K{words[:100]}")
            sys.stderr.flush()

    def refuse(self, file: Path, error: Exception) -> None:
        self.say("")
        says = error.strerror if isinstance(error, OSError) and error.strerror else error
        self._command.stderr.write(f"{file}: {' '.join(str(says).split())}")
        sys.exit(2)
