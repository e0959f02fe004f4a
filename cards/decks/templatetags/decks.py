"""Template tags of the deck builder."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def of(marks: Mapping[str, object], key: str) -> Any:
    """The value under a key: `{{ marks|of:face.key }}`."""
    return marks[key]
