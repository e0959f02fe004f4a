"""Django's command, which sees the texts of lessons and Jinja templates too: `makemessages` knows neither."""

import json
import re
from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

from engine.lessons import read_file
from games.lessons.shipped import LESSONS, course

EXTENSIONS = ["html", "jinja", "txt", "py", "json"]
MARKED = re.compile(r'\b_\("(?:[^"\\]|\\.)*"\)')


class TextFile(makemessages.BuildFile):
    """The texts of a Jinja template or a lesson, or the titles of the groups, as calls for xgettext."""

    def preprocess(self) -> None:
        if self.path.endswith(".jinja"):
            # Line by line, so that the numbers of lines stay.
            drawn = Path(self.path).read_text(encoding="utf-8").splitlines()
            lines = [" ".join(f"{call};" for call in MARKED.findall(line)) + "\n" for line in drawn]
            Path(self.work_path).write_text("".join(lines), encoding="utf-8")
            return
        if not self.path.endswith(".json"):
            super().preprocess()
            return
        path = Path(self.path)
        is_lesson = path.stem in course().lessons
        texts = read_file(path).texts if is_lesson else [group.title for group in course().groups]
        lines = [f"gettext({json.dumps(text, ensure_ascii=False)})\n" for text in texts]
        Path(self.work_path).write_text("".join(lines), encoding="utf-8")


class Command(makemessages.Command):
    build_file_class = TextFile

    def handle(self, *args: Any, **options: Any) -> None:
        if options["domain"] == "django" and not options["extensions"]:
            options["extensions"] = EXTENSIONS
        super().handle(*args, **options)

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """Of all JSON only the lessons."""
        return [
            file
            for file in super().find_files(root)
            if not file.path.endswith(".json") or Path(file.path).resolve().parent == LESSONS
        ]
