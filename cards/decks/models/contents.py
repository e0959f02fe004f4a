"""The contents of a deck: the value that is stored as a version, sent, printed, studied and dealt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self, TypedDict

from engine.phylo.cards import Card
from engine.phylo.deck import deck_faults, hand_fault, starter_fault
from engine.phylo.rules import Options, rule_set

DEFAULT_RULES = "phylo-1.4a"
MOST_COPIES = 99
"""Of a card in a deck."""
NO_STARTER = "home"
"""How the API calls the starter of a deck that starts from HOME."""

CardObject = Mapping[str, Any]
"""A card in the record format (docs/record-format.md)."""
Definitions = Mapping[str, CardObject]
"""Card objects by key."""


class StoredContents(TypedDict):
    """`Contents` as JSON."""

    rules: str
    cards: dict[str, int]
    starter: str
    opening_hand: list[str]


@dataclass(frozen=True)
class Contents:
    """
    `cards` maps card keys to copies, at least 1, ordered by key; `starter` is the key of the habitat that
    replaces HOME (P4), empty for HOME; `opening_hand` lists the keys of the preselected cards (P7), one per
    copy, and may be empty. `collection` is the primary key of the set whose own cards may be among them.
    """

    cards: Mapping[str, int] = field(default_factory=dict)
    rules: str = DEFAULT_RULES
    starter: str = ""
    opening_hand: tuple[str, ...] = ()
    collection: int | None = field(default=None, compare=False)

    @classmethod
    def of(
        cls,
        cards: Mapping[str, int],
        rules: str = DEFAULT_RULES,
        starter: str = "",
        opening_hand: Iterable[str] = (),
        collection: int | None = None,
    ) -> Self:
        """In normal form, so that equal decks compare equal: everything sorted, only cards with copies."""
        kept = {key: cards[key] for key in sorted(cards) if cards[key] > 0}
        hand = tuple(sorted(opening_hand))
        return cls(cards=kept, rules=rules, starter=starter, opening_hand=hand, collection=collection)

    @property
    def size(self) -> int:
        """The number of cards, copies counted."""
        return sum(self.cards.values())

    @property
    def named(self) -> set[str]:
        """The keys of all cards named: in the deck, the opening hand and as starter."""
        return {*self.cards, *self.opening_hand, self.starter} - {""}

    @property
    def keys(self) -> list[str]:
        """One key per copy, ordered by key: what a match shuffles."""
        return [key for key, copies in self.cards.items() for _copy in range(copies)]

    def with_copies(self, key: str, copies: int) -> "Contents":
        """With that many copies of the card; a preselected hand loses what the deck no longer has."""
        cards = {**self.cards, key: copies}
        hand = [each for each in self.opening_hand if each != key]
        hand += [key] * min(self.opening_hand.count(key), copies)
        return Contents.of(cards, self.rules, self.starter, hand, self.collection)

    def as_json(self) -> StoredContents:
        return {
            "rules": self.rules,
            "cards": dict(self.cards),
            "starter": self.starter,
            "opening_hand": list(self.opening_hand),
        }

    @classmethod
    def from_json(cls, stored: StoredContents, collection: int | None = None) -> Self:
        hand = stored["opening_hand"]
        return cls.of(stored["cards"], stored["rules"], stored["starter"], hand, collection)


def is_complete(contents: Contents, cards: Definitions) -> bool:
    """
    Whether the deck may be played: the engine accepts the list, the starter and, if there is one, the opening
    hand (P4, P6, P7). `cards` holds everything the contents name.
    """
    rules = rule_set(contents.rules)
    parsed = {key: Card.parse(key, card) for key, card in cards.items()}
    if contents.starter and starter_fault(rules, parsed, contents.starter):
        return False
    hand = contents.opening_hand
    if hand and not (rules.preselection and hand_fault(rules, contents.keys, hand) is None):
        return False
    return not deck_faults(rules, Options.parse(rules, {}), parsed, contents.keys)
