"""Choosing as somebody does who errs: mostly well, seldom badly, and with blind spots."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, inf
from random import Random
from typing import TypeVar

from engine.bots.thought import Candidate

A = TypeVar("A", bound=Mapping[str, object])
T = TypeVar("T")

AtOnce = Callable[[Sequence[A]], Sequence[float]]
"""The points by which a seat leads directly after each action, whatever the other player may do then."""


@dataclass(frozen=True, slots=True)
class Erring:
    """
    How a weak level errs. Of the candidates each is as likely as exp(-`care` × the points that it loses
    against the best); none that loses more than `most_lost`, so that no game is handed over.

    `forgets` is the chance, by kind of action, that it does not come to mind at all. With the chance
    `short_sighted` a choice is made by the points that it gains at once, so threats of the other player and
    what will fall with a card are overlooked; `most_lost` holds then too.
    """

    care: float
    most_lost: float
    short_sighted: float = 0.0
    forgets: Mapping[str, float] = field(default_factory=dict)

    def choose(
        self, candidates: Sequence[Candidate[A]], rng: Random, at_once: AtOnce[A] | None = None
    ) -> Candidate[A]:
        """One of the candidates, of which there is at least one."""
        forgotten = {kind for kind, chance in self.forgets.items() if rng.random() < chance}
        short_sighted = rng.random() < self.short_sighted
        known = [each for each in candidates if _kind(each.action) not in forgotten] or candidates
        best = max(each.lead for each in known)
        known = [each for each in known if best - each.lead <= self.most_lost]
        if short_sighted and at_once is not None:
            worth = at_once([each.action for each in known])
        else:
            worth = [each.lead for each in known]
        return choose_erring(known, worth, rng, care=self.care, most_lost=inf)


def choose_erring(
    actions: Sequence[T], worth: Sequence[float], rng: Random, *, care: float, most_lost: float
) -> T:
    """
    One of the actions, each as likely as exp(-`care` × the points that it loses against the best one); none
    that loses more than `most_lost` points.
    """
    best = max(worth)
    lost = {number: best - each for number, each in enumerate(worth) if best - each <= most_lost}
    chosen = rng.choices(list(lost), [exp(-care * each) for each in lost.values()])[0]
    return actions[chosen]


def _kind(action: Mapping[str, object]) -> str:
    """The kind of an action as `Erring.forgets` names it: its "do", or "rearrange" for a drafted mover's."""
    return "rearrange" if "swap" in action or "shift" in action else str(action["do"])
