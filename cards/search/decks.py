"""Decks that a search may name in `fits:`, and which of their cards may lie on the table."""

from dataclasses import dataclass

import engine
from cards.deck_contents import Contents
from cards.models import Builder, Card, Deck, Kind
from cards.search.predicate import Named
from cards.search.vocabulary import as_engine

THIS = "deck"
"""The value that means the deck which is being built."""


@dataclass(frozen=True, slots=True)
class Decks:
    """`this` is the deck being built, if one is. Without a `builder` only the ready decks are there."""

    this: Contents | None = None
    builder: Builder | None = None

    def contents(self, slug: str) -> Contents | None:
        """Those of the deck of that slug, letter by letter; of the one being built if it is empty."""
        if not slug:
            return self.this
        if not slug.isprintable():
            return None
        found = Deck.objects.ready() if self.builder is None else Deck.objects.open_to(self.builder)
        deck = found.filter(slug=slug).first()
        return None if deck is None else deck.contents


def in_play(contents: Contents) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
    """
    The cards that may be food, and those that may have a card beside them: species, the starter and, where
    the rules have them, habitats. A card that lives only under its host has none beside it (P24).
    """
    kinds = [Kind.SPECIES, Kind.HABITAT] if engine.RULES[contents.rules].habitats else [Kind.SPECIES]
    starter = contents.starter if engine.RULES[contents.rules].habitats else ""
    keys = {*contents.cards, starter or "home"}
    cards = [
        Named(as_engine(card), card.niche)
        for card in Card.objects.filter(key__in=keys).order_by("key")
        if card.key in (starter, "home") or card.kind in kinds
    ]
    lying = tuple(named for named in cards if not _lies_under(named.card))
    return tuple(named for named in lying if named.card.kind == Kind.SPECIES), lying


def _lies_under(card: engine.Card) -> bool:
    parasitic = card.abilities.parasitic
    return parasitic is not None and parasitic.needs_host
