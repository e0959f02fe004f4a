"""In what the two rule sets differ."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RuleSet:
    """The clauses that say "1.4a" or "1.3"."""

    key: str
    food_step: str
    """P18: `below` (n - 1) or `same-or-below` (n or n - 1)."""
    omnivores_eat_plantae: bool
    """P18: an omnivore's plant is of kingdom Plantae (1.3), or photosynthetic (1.4a)."""
    plays_beside_own_cards_only: bool
    """P19: 1.3, for species that are played."""
    one_event_a_turn: bool
    """P11: 1.4a, and it ends the turn."""
    spreads_from_hand: bool
    """P26: hand (1.3) or own discard pile (1.4a)."""
    invaders_cover: bool
    """P23: what is invaded is turned face down (1.3) or discarded (1.4a)."""
    habitats: bool
    """P6, P10, P21: 1.3 only."""


FOOD_STEPS = ("below", "same-or-below")

RULE_SETS = {
    "phylo-1.4a": RuleSet(
        key="phylo-1.4a",
        food_step="below",
        omnivores_eat_plantae=False,
        plays_beside_own_cards_only=False,
        one_event_a_turn=True,
        spreads_from_hand=False,
        invaders_cover=False,
        habitats=False,
    ),
    "phylo-1.3": RuleSet(
        key="phylo-1.3",
        food_step="same-or-below",
        omnivores_eat_plantae=True,
        plays_beside_own_cards_only=True,
        one_event_a_turn=False,
        spreads_from_hand=True,
        invaders_cover=True,
        habitats=True,
    ),
}
