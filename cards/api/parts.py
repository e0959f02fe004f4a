"""What other apps add to the API besides addresses: words, objects and refusals of their own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string

from cards.api.shape_parts import Schema

Words = str | Promise


@dataclass(frozen=True)
class Part:
    """
    Named in the setting API_PARTS by its dotted path. Its resources have the tags of the part.

    `tags`: name -> title and description. `shapes`: components of the document. `problem_fields`: what its
    refusals say besides. `given`: name of a parameter -> an example. `words`: status -> what it means here.
    """

    tags: Mapping[str, tuple[Words, Words]]
    shapes: Mapping[str, Schema]
    problem_fields: Mapping[str, Schema] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    words: Mapping[int, Words] = field(default_factory=dict)


@cache
def parts() -> tuple[Part, ...]:
    return tuple(import_string(path) for path in settings.API_PARTS)


def part_of(tag: str) -> Part | None:
    """None: of the card database itself."""
    return next((part for part in parts() if tag in part.tags), None)
