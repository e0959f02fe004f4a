"""Reading a lesson's file strictly: each function checks one form, and says where it is not met."""

import re
from collections.abc import Mapping, Sequence, Set

from engine.contract import shown
from engine.lessons.table import Cell

KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_KEY = 40
SENTENCE = re.compile(r"[.!?](?:\s|$)")


class InvalidLesson(ValueError):
    """A file that is no lesson, or a lesson that is wrong; the message says where and why, in one line."""


def fields(
    where: str, data: object, needed: Set[str], optional: Set[str] = frozenset()
) -> Mapping[str, object]:
    """An object with all needed fields and no others than these and the optional ones."""
    if not isinstance(data, Mapping):
        raise InvalidLesson(f"{where} must be an object")
    if missing := needed - data.keys():
        raise InvalidLesson(f"{where}: {min(missing)} is missing")
    if unknown := data.keys() - needed - optional:
        raise InvalidLesson(f"{where} has no field {shown(min(unknown))}")
    return data


def listed(where: str, data: object) -> Sequence[object]:
    if not isinstance(data, list):
        raise InvalidLesson(f"{where} must be a list")
    return data


def whole_number(where: str, data: object, low: int, high: int) -> int:
    if type(data) is not int or not low <= data <= high:
        raise InvalidLesson(f"{where} must be a whole number from {low} to {high}")
    return data


def one_of(where: str, data: object, values: Sequence[str]) -> str:
    if not isinstance(data, str) or data not in values:
        raise InvalidLesson(f"{where}: {shown(data)} is none of {', '.join(values)}")
    return data


def text(where: str, data: object, longest: int, sentences: Sequence[int] = ()) -> str:
    """A text for people, of so many sentences if that is given."""
    if not isinstance(data, str) or not data or data != " ".join(data.split()):
        raise InvalidLesson(f"{where} must be a text in one line")
    if len(data) > longest:
        raise InvalidLesson(f"{where} has {len(data)} characters; {longest} are allowed")
    count = sentences_in(data)
    if sentences and count not in sentences:
        allowed = " or ".join(map(str, sentences))
        raise InvalidLesson(f"{where} has {count} sentences; it is {allowed}")
    return data


def sentences_in(data: str) -> int:
    return len(SENTENCE.findall(data))


def cell(where: str, data: object) -> Cell:
    if not isinstance(data, list) or len(data) != 2 or not all(type(number) is int for number in data):
        raise InvalidLesson(f"{where} must be two whole numbers")
    return data[0], data[1]


def key_of(where: str, data: object) -> str:
    if not isinstance(data, str) or not KEY.fullmatch(data) or len(data) > LONGEST_KEY:
        raise InvalidLesson(f"{where} must be at most {LONGEST_KEY} small letters, digits and hyphens")
    return data
