"""The cards of decks, read from the database."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from django.utils.translation import gettext as _

from cards.decks.models import Deck
from cards.decks.models.contents import Contents, Definitions
from cards.models import Card, Kind
from cards.models.card import is_own
from cards.services.known_cards import known_cards, names
from cards.texts import local_name

BEHIND_THE_CHAIN = {Kind.EVENT: 100, Kind.HABITAT: 101}
"""Sort values of cards without a food-chain number."""


def place_of(card: Card) -> int:
    """The food-chain number, or the sort value of a card that has none."""
    return BEHIND_THE_CHAIN.get(Kind(card.kind), card.food_chain or 0)


def title_of(place: int) -> str:
    """The heading of the cards at this place."""
    if place == BEHIND_THE_CHAIN[Kind.EVENT]:
        return _("Events")
    if place == BEHIND_THE_CHAIN[Kind.HABITAT]:
        return _("Habitats")
    return _("Number 1, the base") if place == 1 else _("Number %(number)s") % {"number": place}


def in_order(card: Card) -> tuple[int, tuple[str, bytes]]:
    """Sort key: by the food chain, then events and habitats; within each by the name that is shown."""
    return place_of(card), card.by_name


@dataclass(frozen=True)
class DeckCards:
    """A deck's contents, and by key the rows of the cards that it names, where they exist."""

    contents: Contents
    rows: Mapping[str, Card]

    @classmethod
    def of(cls, contents: Contents) -> Self:
        """Takes one query."""
        return cls(contents, known_cards(contents.named, contents.collection))

    @classmethod
    def of_deck(cls, deck: Deck) -> Self:
        """The deck as it is now. Takes one query; more if own cards or another starter are named."""
        entries = list(deck.entries.select_related("card"))
        rows = {entry.card.key: entry.card for entry in entries}
        counts = {entry.card.key: entry.count for entry in entries}
        counts |= {key: entry["copies"] for key, entry in deck.own_cards.items()}
        hand = deck.opening_hand
        contents = Contents.of(counts, deck.rules, deck.starter, hand, deck.collection_id)
        if missing := contents.named - rows.keys():
            rows |= known_cards(missing, contents.collection)
        return cls(contents, rows)

    @cached_property
    def definitions(self) -> Definitions:
        return {key: card.as_record() for key, card in self.rows.items()}

    @property
    def missing(self) -> set[str]:
        """The keys that it names and that are no card now: own cards that the set does not show."""
        return self.contents.named - self.rows.keys()

    @property
    def counted(self) -> list[tuple[Card, int]]:
        """The deck's cards with their copies, ordered by key."""
        return [(self.rows[key], copies) for key, copies in self.contents.cards.items() if key in self.rows]

    @property
    def sequence(self) -> list[tuple[Card, int]]:
        """The deck's cards with their copies, `in_order`."""
        return sorted(self.counted, key=lambda each: in_order(each[0]))

    @property
    def mean_points(self) -> float | None:
        """Of a species; None without any."""
        species = [(card.points or 0, copies) for card, copies in self.counted if card.kind == Kind.SPECIES]
        number = sum(copies for _points, copies in species)
        return sum(points * copies for points, copies in species) / number if number else None

    @property
    def points(self) -> int:
        return sum((card.points or 0) * copies for card, copies in self.counted)


def cards_of(*decks: Contents, events: Iterable[str] = ()) -> dict[str, Card]:
    """
    By key the cards that exist of everything the decks name, and of the `events`. Takes one query, and one
    more for each deck with own cards.
    """
    found = known_cards({*events}.union(*(deck.named for deck in decks)))
    for deck in decks:
        if own := {key for key in deck.named if is_own(key)}:
            found |= known_cards(own, deck.collection)
    return found


def definitions_of(*decks: Contents, events: Iterable[str] = ()) -> Definitions:
    """The card objects of `cards_of`."""
    return {key: card.as_record() for key, card in cards_of(*decks, events=events).items()}


def names_of(keys: Iterable[str], deck: Deck | None = None) -> dict[str, str]:
    """
    Maps keys to names, in the reader's language, of the cards that exist; also of the own cards of the set in
    which the `deck` is made, with the names that it keeps of those that have left.
    """
    kept = {key: entry["name"] for key, entry in deck.own_cards.items()} if deck is not None else {}
    wanted = set(keys)
    found = names(wanted, deck.collection_id if deck is not None else None)
    shown = {key: name for key, name in kept.items() if key in wanted} | found
    return {key: local_name(name) for key, name in shown.items()}
