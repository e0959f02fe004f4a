"""Rule sets, described by what differs between them; every value belongs to a clause of docs/rules.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.contract import InvalidSetup, shown

FoodStep = Literal["below", "same-or-below"]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A published rule set: its values, each with its clause."""

    key: str
    deck_size: int  # P6
    habitats: bool  # P4, P21: habitat cards and habitat starters
    preselection: bool  # P7: the five cards of the opening hand may be chosen
    reveal_compares: Literal["food_chain", "scale"]  # P8
    event_ends_turn: bool  # P11
    own_neighbour: bool  # P19: a played species needs support from its player's own cards
    food_step: FoodStep  # P18, the default of the match option
    omnivore_plant: Literal["photosynthetic", "Plantae"]  # P18
    invader_covers: bool  # P23: turned face down and released, instead of discarded
    spread_from: Literal["discards", "hand"]  # P26
    actions: int = 3  # P10
    draw: int = 2  # P9
    trade: int = 3  # P12: cards drawn for the one discarded
    hand: int = 5  # P7


V1_4A = RuleSet(
    key="phylo-1.4a",
    deck_size=24,
    habitats=False,
    preselection=True,
    reveal_compares="food_chain",
    event_ends_turn=True,
    own_neighbour=False,
    food_step="below",
    omnivore_plant="photosynthetic",
    invader_covers=False,
    spread_from="discards",
)

V1_3 = replace(
    V1_4A,
    key="phylo-1.3",
    deck_size=30,
    habitats=True,
    preselection=False,
    reveal_compares="scale",
    event_ends_turn=False,
    own_neighbour=True,
    food_step="same-or-below",
    omnivore_plant="Plantae",
    invader_covers=True,
    spread_from="hand",
)

RULES: Mapping[str, RuleSet] = {rules.key: rules for rules in (V1_4A, V1_3)}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match (P3, P6, P7, P8, P18). `max_copies` None: no limit."""

    home_gap: int = 0
    reveal: Literal["auto", "choose"] = "auto"
    opening_hand: Literal["random", "preselected"] = "random"
    food_step: FoodStep = "below"
    max_copies: int | None = field(default=None)

    @staticmethod
    def values(rules: RuleSet) -> dict[str, tuple[int | str, ...]]:
        """The allowed values of each option but `max_copies`, which takes any whole number from 1."""
        return {
            "home_gap": (0, 1),
            "reveal": ("auto", "choose"),
            "opening_hand": ("random", "preselected") if rules.preselection else ("random",),
            "food_step": ("below", "same-or-below"),
        }

    @classmethod
    def parse(cls, rules: RuleSet, options: Mapping[str, object]) -> "Options":
        """Check the options of a record or match; defaults are the rule set's. Raises `InvalidSetup`."""
        allowed = cls.values(rules)
        for name, value in options.items():
            if name == "max_copies":
                if value is not None and (type(value) is not int or value < 1):
                    raise InvalidSetup("option max_copies must be a whole number from 1, or null")
            elif name not in allowed:
                raise InvalidSetup(f"unknown option {shown(name)}")
            elif not isinstance(value, int | str) or isinstance(value, bool) or value not in allowed[name]:
                choices = ", ".join(map(str, allowed[name]))
                raise InvalidSetup(f"option {name} must be one of {choices}, not {shown(value)}")
        chosen: dict[str, Any] = {"food_step": rules.food_step, **options}
        return cls(**chosen)


def rule_set(key: object) -> RuleSet:
    """The rule set with that key. Raises `InvalidSetup`."""
    if not isinstance(key, str) or key not in RULES:
        raise InvalidSetup(f"unknown rules {shown(key)}; known are {', '.join(RULES)}")
    return RULES[key]
