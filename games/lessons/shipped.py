"""The site's lessons: files in data/lessons, whose cards are those of the card set (docs/lessons.md)."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.lessons import Course, Lesson, read_course
from engine.record_format import CardData

LESSONS = Path(__file__).parent / "data"
SHORT = 100
"""The most characters of a list or an object that is written in one line."""


@cache
def course() -> Course:
    """The site's lessons, read once. Raises `InvalidLesson`."""
    return read_course(LESSONS)


def strange_cards(lesson: Lesson, catalogue: Mapping[str, CardData]) -> Iterator[str]:
    """What is wrong with a lesson's cards: they are those of the catalogue, except its `own_cards`."""
    cards = lesson.record.get("cards", {})
    assert isinstance(cards, Mapping)
    for key, card in cards.items():
        own = key in lesson.own_cards
        if key not in catalogue and not own:
            yield f"there is no card {key}"
        elif own == (catalogue.get(key) == card):
            says = "is that of the card set" if own else "differs from that of the card set"
            yield f"the card {key} {says}"


def refreshed(data: Mapping[str, Any], catalogue: Mapping[str, CardData]) -> dict[str, Any]:
    """The content of a lesson's file with the cards as they are in the catalogue now, but for its own."""
    record, own = data["record"], data.get("own_cards", [])
    if "cards" not in record:
        return dict(data)
    cards = {key: card if key in own else catalogue.get(key, card) for key, card in record["cards"].items()}
    return {**data, "record": {**record, "cards": cards}}


def written(data: object, indent: str = "") -> str:
    """JSON as people like to edit it: what fits is in one line."""
    line = json.dumps(data, ensure_ascii=False)
    inner = f"{indent}  "
    if not isinstance(data, dict | list) or (indent and len(indent) + len(line) <= SHORT):
        return line
    if isinstance(data, list):
        items = [written(item, inner) for item in data]
        opening, closing = "[]"
    else:
        items = [f"{json.dumps(name)}: {written(value, inner)}" for name, value in data.items()]
        opening, closing = "{}"
    return (
        f"{opening}\n{inner}" + f",\n{inner}".join(items) + f"\n{indent}{closing}" + ("" if indent else "\n")
    )
