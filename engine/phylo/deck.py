"""Checks of a deck, its starter and its opening hand (P4, P6, P7)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.contract import gettext_noop as _
from engine.contract import shown
from engine.phylo.cards import HOME, Card
from engine.phylo.rules import Options, RuleSet

# The sentence for each code, as the referee prints it: a template over the fields of a fault.
SENTENCES = {
    "size": _("a deck has %(allowed)s cards, not %(count)s"),
    "no-card": _("there is no card %(quoted)s"),
    "starter-in-deck": _("%(name)s is a starter and no part of a deck"),
    "habitat": _("%(name)s: these rules know no habitat cards"),
    "copies": _("%(count)s copies of %(name)s, at most %(allowed)s are allowed"),
    "no-starter": _("%(quoted)s is no starter under these rules"),
    "opening-hand": _("must be %(allowed)s cards out of the deck"),
}


@dataclass(frozen=True, slots=True)
class DeckFault:
    """A fault of a deck; `code` is a key of SENTENCES.

    `key` and `name` are those of the card, if it is about one; `count` is the actual number, `allowed` the
    permitted one.
    """

    code: str
    clause: str
    key: str = ""
    name: str = ""
    count: int = 0
    allowed: int = 0

    @property
    def message(self) -> str:
        """The sentence in English."""
        fields = {"name": self.name, "count": self.count, "allowed": self.allowed, "quoted": shown(self.key)}
        return SENTENCES[self.code] % fields


def deck_faults(
    rules: RuleSet, options: Options, cards: Mapping[str, Card], deck: Sequence[str]
) -> list[DeckFault]:
    """The faults of a list of card keys as a deck (P6)."""
    faults = []
    if len(deck) != rules.deck_size:
        faults.append(DeckFault("size", "P6", count=len(deck), allowed=rules.deck_size))
    most = options.max_copies
    for key, count in sorted(Counter(deck).items()):
        card = cards.get(key, HOME if key == "home" else None)
        if card is None:
            faults.append(DeckFault("no-card", "P6", key, key, count))
        elif card.kind == "home":
            faults.append(DeckFault("starter-in-deck", "P6", key, card.name, count))
        elif card.kind == "habitat" and not rules.habitats:
            faults.append(DeckFault("habitat", "P6", key, card.name, count))
        elif most is not None and count > most:
            faults.append(DeckFault("copies", "P6", key, card.name, count, most))
    return faults


def deck_problems(
    rules: RuleSet, options: Options, cards: Mapping[str, Card], deck: Sequence[str]
) -> list[str]:
    """The same in words."""
    return [fault.message for fault in deck_faults(rules, options, cards, deck)]


def starter_fault(rules: RuleSet, cards: Mapping[str, Card], starter: str) -> DeckFault | None:
    """Why a card cannot be a starter (P4); None if it can."""
    card = cards.get(starter, HOME if starter == "home" else None)
    if card is not None and (card.kind == "home" or (card.kind == "habitat" and rules.habitats)):
        return None
    return DeckFault("no-starter", "P4", starter, starter if card is None else card.name)


def hand_fault(rules: RuleSet, deck: Sequence[str], hand: Sequence[str]) -> DeckFault | None:
    """Why cards cannot be chosen from a deck as the opening hand (P7); None if they can."""
    if len(hand) == rules.hand and not Counter(hand) - Counter(deck):
        return None
    return DeckFault("opening-hand", "P7", count=len(hand), allowed=rules.hand)
