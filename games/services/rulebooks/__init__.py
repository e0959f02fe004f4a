"""The games that a match can be, behind one contract."""

import engine
from engine import drafting
from games.services.rulebooks.contract import Rulebook, State, carry_out
from games.services.rulebooks.draft import DRAFT, STAND_IN
from games.services.rulebooks.phylo import PHYLO

__all__ = ["STAND_IN", "Rulebook", "State", "carry_out", "rulebook"]


def rulebook(rules: str) -> Rulebook:
    """Raises engine.InvalidSetup for rules that there are not."""
    if rules in drafting.GAMES:
        return DRAFT
    engine.rule_set(rules)
    return PHYLO
