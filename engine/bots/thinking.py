"""Thinking by the name of a level: data in, data out, so that another process can do it."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.bots.levels import level_of
from engine.bots.thought import Thought

Action = Mapping[str, Any]


def think(
    rules: str,
    level: str,
    view: Mapping[str, Any],
    legal: Sequence[Action],
    seed: bytes,
    seconds: float | None,
) -> Thought[Action]:
    """
    What the level of these rules thinks of what its seat sees, in `seconds` at most. Raises KeyError for an
    unknown level.
    """
    return level_of(rules, level).think(view, legal, Random(seed), seconds)
