"""Beginner: sees what greedy sees, and errs (engine/bots/erring.py)."""

from collections.abc import Sequence
from random import Random

from engine.bots.drafting import greedy
from engine.bots.drafting.seat import SeatView
from engine.bots.erring import choose_erring
from engine.record_format import DraftAction, DraftView

CARE = 0.25
MOST_LOST = 8.0


def choose(
    view: DraftView, legal: Sequence[DraftAction], rng: Random, budget: float | None = None
) -> DraftAction:
    """An action that is good more often than not."""
    worth = greedy.worths(SeatView.of(view), legal)
    return choose_erring(legal, worth, rng, care=CARE, most_lost=MOST_LOST)
