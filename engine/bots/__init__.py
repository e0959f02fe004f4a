"""Bots: a package for each family of games, and a random player for all of them."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

A = TypeVar("A")


def play_randomly(view: object, legal: Sequence[A], rng: Random, budget: float | None = None) -> A:
    """A random legal action: for tests, and for beginners to win against."""
    return rng.choice(legal)
