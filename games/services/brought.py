"""What players bring to a match: their decks, and with them starters (P4) and opening hands (P7)."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import engine
from cards.models import Deck


@dataclass(frozen=True)
class Brought:
    """A deck for a match: `keys` one a copy, `starter` empty for HOME, `hand` the cards that it names."""

    name: str
    keys: list[str]
    starter: str = ""
    hand: Sequence[str] = ()

    @classmethod
    def of(cls, deck: Deck) -> Self:
        return cls(deck.name, deck.card_keys(), deck.starter, deck.opening_hand)


def setup_of(
    rules: str, options: dict[str, Any], brought: Sequence[Brought], *, habitats: bool = True
) -> dict[str, Any]:
    """
    The `starters` and `opening_hands` of a match. Without `habitats` all start from HOME. Where hands are
    preselected a deck that names none has one drawn by the site's chance, as if it were dealt.
    """
    starters = [each.starter if habitats else "" for each in brought]
    preselected = options.get("opening_hand") == "preselected"
    hands = [_hand(engine.rule_set(rules), each) for each in brought] if preselected else None
    return {
        "starters": [key or "home" for key in starters] if any(starters) else None,
        "opening_hands": hands,
    }


def names_hand(deck: Deck) -> bool:
    """Whether the deck names as many cards as its rules let one choose for the opening hand (P7)."""
    return _whole(engine.rule_set(deck.rules), deck.opening_hand)


def _hand(rules: engine.RuleSet, brought: Brought) -> list[str]:
    if _whole(rules, brought.hand):
        return list(brought.hand)
    return secrets.SystemRandom().sample(brought.keys, rules.hand)


def _whole(rules: engine.RuleSet, hand: Sequence[str]) -> bool:
    return rules.preselection and len(hand) == rules.hand
