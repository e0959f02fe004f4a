"""Choosing as somebody does who errs: mostly well, seldom badly."""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import TypeVar

A = TypeVar("A")


def choose_erring(
    actions: Sequence[A], worth: Sequence[float], rng: Random, *, care: float, most_lost: float
) -> A:
    """
    One of the actions, each as likely as exp(-`care` × the points that it loses against the best one); none
    that loses more than `most_lost` points.
    """
    best = max(worth)
    lost = {number: best - each for number, each in enumerate(worth) if best - each <= most_lost}
    chosen = rng.choices(list(lost), [exp(-care * each) for each in lost.values()])[0]
    return actions[chosen]
