import sys
from argparse import SUPPRESS
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandParser

from cards.loading.load import read_card_set
from cards.services.card_file import CardSetError
from engine.file_command import read_json
from engine.lessons import InvalidLesson, Lesson, check, read_course, read_file
from engine.record_format import CardData
from games.lessons.shipped import LESSONS, refreshed, strange_cards, written

FAULTY, UNREADABLE = 1, 2


class Command(BaseCommand):
    """Cards come from the card file of the site, so no database is needed (docs/lessons.md)."""

    help = (
        "Check lessons: that they can be solved, that their nudges are true, and that their cards are those "
        "of the card set. 0 when all is well, 1 when not, 2 when a file is no lesson."
    )
    requires_system_checks = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: object) -> CommandParser:
        # What is wrong with the arguments is one line.
        return super().create_parser(prog_name, subcommand, usage=SUPPRESS, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", metavar="LESSON.json", help="those of the site if left out")
        parser.add_argument(
            "--refresh", action="store_true", help="first write the cards into the files as they are now"
        )

    def handle(self, *args: object, files: list[str], refresh: bool, **options: object) -> None:
        paths = [Path(name) for name in files]
        try:
            catalogue = {card.key: card.as_record() for card in read_card_set()[0]}
            lessons = _read(paths)
            if refresh:
                for path in paths or [LESSONS / f"{lesson.key}.json" for lesson in lessons]:
                    _refresh(path, catalogue)
                lessons = _read(paths)
        except (InvalidLesson, CardSetError) as error:
            self.stderr.write(str(error))
            sys.exit(UNREADABLE)
        faults = [line for lesson in lessons for line in self._faults(lesson, catalogue)]
        for line in faults:
            self.stderr.write(line)
        if faults:
            sys.exit(FAULTY)

    def _faults(self, lesson: Lesson, catalogue: Mapping[str, CardData]) -> Iterator[str]:
        trial = check(lesson)
        for fault in (*(each.message for each in trial.faults), *strange_cards(lesson, catalogue)):
            yield f"{lesson.key}: {fault}"
        if not trial.faults:
            self.stdout.write(f"{lesson.key}: solved in {trial.ways}, missed in {trial.misses} positions")


def _read(paths: list[Path]) -> list[Lesson]:
    return [read_file(path) for path in paths] if paths else [*read_course(LESSONS).lessons.values()]


def _refresh(path: Path, catalogue: Mapping[str, CardData]) -> None:
    data = cast(dict[str, Any], read_json(str(path)))
    path.write_text(written(refreshed(data, catalogue)), encoding="utf-8")
