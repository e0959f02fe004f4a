"""Decks that `fits:` may name, and which of their cards may lie on the table."""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass

from cards.models import Builder, Card, Kind
from cards.search.lists import CARD_LISTS, Contents
from cards.search.predicate import Named
from cards.search.vocabulary import as_engine
from engine.phylo.rules import RULES

THIS = "deck"
"""The value for the deck under construction."""


@dataclass(frozen=True, slots=True)
class Decks:
    """
    `known` gives the cards of keys, also of the own cards of a set (its primary key). `this` is the deck
    under construction, if any. Without a `builder`, only ready decks are found.
    """

    known: Callable[[Set[str], int | None], Mapping[str, Card]]
    this: Contents | None = None
    builder: Builder | None = None

    def contents(self, slug: str) -> Contents | None:
        """The contents of the deck with exactly this slug; for "", those of the deck under construction."""
        if not slug:
            return self.this
        if not slug.isprintable():
            return None
        found = (lists.contents(slug, self.builder) for lists in CARD_LISTS)
        return next((contents for contents in found if contents is not None), None)

    def in_play(self, contents: Contents) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
        """
        The cards that may be food, and those that may have a neighbour: species, the starter and, if the
        rules have them, habitats.
        """
        kinds = [Kind.SPECIES, Kind.HABITAT] if RULES[contents.rules].habitats else [Kind.SPECIES]
        starter = contents.starter if RULES[contents.rules].habitats else ""
        cards = self.known({*contents.cards, starter or "home"}, contents.collection)
        lying = tuple(
            Named(as_engine(card), card.niche)
            for key, card in sorted(cards.items())
            if key in (starter, "home") or card.kind in kinds
        )
        return tuple(named for named in lying if named.card.kind == Kind.SPECIES), lying
