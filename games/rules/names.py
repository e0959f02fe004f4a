"""What the rules of a match are called, in a word, for lists of matches of all games."""

from engine.drafting import GAMES
from games.rules.clauses import RULE_SETS

EVERY = (*RULE_SETS, *GAMES)
"""The keys of all rules by which matches are played, in the order in which they are offered."""


def rules_in_short(key: str) -> str:
    """ "V1.4a" of Phylo, "Ecosystem"."""
    return GAMES[key].name if key in GAMES else f"V{RULE_SETS[key].version}"
