"""Programs that play: a package for each family of games, and one that plays them all."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

A = TypeVar("A")


def play_randomly(view: object, legal: Sequence[A], rng: Random, budget: float | None = None) -> A:
    """Any legal action, each equally likely: for tests, and for beginners to win against."""
    return rng.choice(legal)
