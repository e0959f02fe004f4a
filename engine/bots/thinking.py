"""Thinking by the name of a level: data in, data out, so that another process can do it."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine import drafting
from engine.bots import drafting as draft_bots
from engine.bots import phylo as phylo_bots
from engine.bots.thought import Thought
from engine.contract import Bot

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
    bots: Mapping[str, Bot[Any, Any]] = draft_bots.LEVELS if rules in drafting.GAMES else phylo_bots.LEVELS
    return Thought((), bots[level](view, legal, Random(seed), seconds))
