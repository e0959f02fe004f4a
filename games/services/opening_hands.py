"""The opening hands of a match in which they are preselected (P7)."""

import secrets
from collections.abc import Sequence

from games import engine


def hand_of(rules: engine.RuleSet, deck: Sequence[str], named: Sequence[str]) -> list[str]:
    """The cards that a deck names, or where it names none as many by chance, as if they were dealt."""
    return list(named) or secrets.SystemRandom().sample(list(deck), rules.hand)
