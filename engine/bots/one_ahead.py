"""What a bot thinks that looks one action ahead and only estimates the lead."""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import TypeVar

from engine.bots.thought import Candidate, Thought

A = TypeVar("A")
CLEAR_LEAD = 8.0
"""The points of an expected lead with which a game is won about three times of four."""


def of_worths(actions: Sequence[A], worths: Sequence[float], rng: Random) -> Thought[A]:
    """The actions by the lead that is expected after each; of the best ones, one by chance is chosen."""
    found = [
        Candidate(action, 1 / (1 + exp(-lead / CLEAR_LEAD)), lead, tries=0)
        for action, lead in zip(actions, worths, strict=True)
    ]
    found.sort(key=lambda each: -each.lead)
    best = [each for each in found if each.lead > found[0].lead - 1e-9]
    return Thought(tuple(found), rng.choice(best).action)
