"""A folder of lessons: one file each, and `course.json`, which has their order and the groups they are in."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.file_command import read_json
from engine.lessons.lesson import Lesson
from engine.lessons.reading import TITLE, read_lesson
from engine.lessons.strict import InvalidLesson, fields, key_of, listed, text

ORDER = "course.json"


@dataclass(frozen=True, slots=True)
class Group:
    """
    Lessons about one subject, in order; `first` is the number that the first of them has in the course, from
    1. `title` is English, to be translated where it is shown.
    """

    key: str
    title: str
    lessons: tuple[Lesson, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Course:
    groups: tuple[Group, ...]

    @property
    def lessons(self) -> Mapping[str, Lesson]:
        """All lessons by key, in order."""
        return {lesson.key: lesson for group in self.groups for lesson in group.lessons}


def read_course(folder: Path) -> Course:
    """The lessons of a folder. Raises `InvalidLesson`, whose message begins with the file's name."""
    order = fields(ORDER, _content(folder / ORDER), {"groups"})
    groups: list[Group] = []
    for number, each in enumerate(listed(f"{ORDER}: groups", order["groups"])):
        before = sum(len(group.lessons) for group in groups)
        groups.append(_group(folder, f"{ORDER}: groups[{number}]", each, first=before + 1))
    keys = [lesson.key for group in groups for lesson in group.lessons]
    if len({*keys}) < len(keys):
        raise InvalidLesson(f"{ORDER}: {max(keys, key=keys.count)} comes twice")
    if left_out := {path.stem for path in folder.glob("*.json")} - {*keys, Path(ORDER).stem}:
        raise InvalidLesson(f"{ORDER}: {min(left_out)} is in no group")
    return Course(tuple(groups))


def read_file(path: Path) -> Lesson:
    """The lesson of a file, whose name is its key. Raises `InvalidLesson`."""
    data = _content(path)
    try:
        return read_lesson(path.stem, data)
    except InvalidLesson as error:
        raise InvalidLesson(f"{path.name}: {error}") from None


def _content(path: Path) -> object:
    try:
        return read_json(str(path))
    except OSError as error:
        raise InvalidLesson(f"{path.name}: {error.strerror}") from None
    except ValueError as error:
        raise InvalidLesson(f"{path.name}: {error}") from None


def _group(folder: Path, where: str, data: object, first: int) -> Group:
    group = fields(where, data, {"key", "title", "lessons"})
    lessons = listed(f"{where}.lessons", group["lessons"])
    return Group(
        key=key_of(f"{where}.key", group["key"]),
        title=text(f"{where}.title", group["title"], TITLE),
        lessons=tuple(
            read_file(folder / f"{key_of(f'{where}.lessons[{number}]', key)}.json")
            for number, key in enumerate(lessons)
        ),
        first=first,
    )
