"""What a deck, its starter and its opening hand must be (P4, P6, P7), and what is wrong with them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.phylo.cards import HOME, Card
from engine.phylo.rules import Options, RuleSet


def _(template: str) -> str:
    return template


# The sentence for each code, a template over the fields of a fault, as the referee prints it.
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
    """Something wrong with a deck: `code` is a key of SENTENCES.

    `key` and `name` tell the card, where it is about one; `count` what there is, `allowed` what may be.
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
        fields = {"name": self.name, "count": self.count, "allowed": self.allowed, "quoted": repr(self.key)}
        return SENTENCES[self.code] % fields


def deck_faults(
    rules: RuleSet, options: Options, cards: Mapping[str, Card], deck: Sequence[str]
) -> list[DeckFault]:
    """What keeps a list of card keys from being a deck (P6); nothing when it is one."""
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
    """What keeps a card from being a starter (P4)."""
    card = cards.get(starter, HOME if starter == "home" else None)
    if card is not None and (card.kind == "home" or (card.kind == "habitat" and rules.habitats)):
        return None
    return DeckFault("no-starter", "P4", starter, starter if card is None else card.name)


def hand_fault(rules: RuleSet, deck: Sequence[str], hand: Sequence[str]) -> DeckFault | None:
    """What keeps cards from being chosen as the opening hand out of a deck (P7)."""
    if len(hand) == rules.hand and not Counter(hand) - Counter(deck):
        return None
    return DeckFault("opening-hand", "P7", count=len(hand), allowed=rules.hand)
