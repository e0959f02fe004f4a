"""Whole games between two searching bots with known decks, for measuring cards.

Both know which cards the decks hold, but neither their order nor the other hand. A game depends on its decks,
its seed and the number of playouts alone, on every machine.
"""

from dataclasses import dataclass
from importlib import import_module

from engine.phylo.cards import Card


@dataclass(frozen=True, slots=True)
class Contest:
    """A game to be played: two decks by sorted keys, which start from HOME, and its seed."""

    decks: tuple[tuple[str, ...], tuple[str, ...]]
    seed: int


@dataclass(frozen=True, slots=True)
class Contests:
    """Games of a rule set with its default options, and all cards of their decks, sorted by key."""

    rules: str
    cards: tuple[Card, ...]
    games: tuple[Contest, ...]
    playouts: int
    """For each action."""


def play(contests: Contests) -> list[list[int]]:
    """The scores of each game by seat. Loads compiled code, so call it where computers think."""
    scores: list[list[int]] = import_module("engine.bots.phylo.contest").play(contests)
    return scores
