"""The rules as players read them: clauses, and example positions that the engine judges as they are drawn."""

from games.rules.clauses import EVERY, RULE_SETS, RuleSetPage, rules_in_short

__all__ = ["EVERY", "RULE_SETS", "RuleSetPage", "rules_in_short"]
