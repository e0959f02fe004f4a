"""The rules as players read them: clauses, and small positions that the engine judges as they are drawn."""

from games.rules.clauses import RULE_SETS, Chapter, RuleSetPage, chapters_of
from games.rules.drawing import Drawing, draw
from games.rules.examples import Example, examples
from games.rules.names import EVERY, rules_in_short

__all__ = [
    "EVERY",
    "RULE_SETS",
    "Chapter",
    "Drawing",
    "Example",
    "RuleSetPage",
    "chapters_of",
    "draw",
    "examples",
    "rules_in_short",
]
