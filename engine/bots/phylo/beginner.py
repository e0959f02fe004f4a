"""Beginner: sees what greedy sees, and errs (engine/bots/erring.py)."""

from collections.abc import Sequence
from random import Random

from engine.bots.erring import choose_erring
from engine.bots.phylo import greedy
from engine.record_format import Action, BotView

CARE = 0.2
MOST_LOST = 8.0


def choose(view: BotView, legal: Sequence[Action], rng: Random, budget: float | None = None) -> Action:
    """An action that is good more often than not, and never one that does great harm to oneself."""
    if legal[0]["do"] == "reveal":
        return rng.choice(legal)
    return choose_erring(legal, greedy.worths(view, legal), rng, care=CARE, most_lost=MOST_LOST)
