"""Random but legal: for tests, and for beginners to win against."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any


def choose(
    view: Mapping[str, Any], legal: Sequence[Mapping[str, Any]], chance: Random, budget: float | None = None
) -> Mapping[str, Any]:
    """Any legal action, each equally likely."""
    return chance.choice(legal)
