"""Whether a deck may be played by its rules, asked of the engine."""

from collections.abc import Mapping
from typing import Any

from cards.decks.contents import Contents
from games import engine


def is_complete(contents: Contents, cards: Mapping[str, Mapping[str, Any]]) -> bool:
    """
    Whether its rules take the list, the starter and, if there is one, the opening hand (P4, P6, P7).

    `cards` holds record-format card objects by key, of all that the contents name.
    """
    rules = engine.rule_set(contents.rules)
    parsed = {key: engine.Card.parse(key, dict(card)) for key, card in cards.items()}
    if contents.starter and engine.starter_fault(rules, parsed, contents.starter):
        return False
    hand = contents.opening_hand
    if hand and not (rules.preselection and engine.hand_fault(rules, contents.keys, hand) is None):
        return False
    return not engine.deck_faults(rules, engine.Options.parse(rules, {}), parsed, contents.keys)
