"""
Lists of cards that a search may name: `in:` finds the cards of any, `fits:` what can be played with a deck.
The slices that keep such lists bring them, one object for each kind.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import QuerySet

from cards.models import Builder
from phylo.slices import Extension


class Contents(Protocol):
    """A deck: copies by key of card, the starter ("" for HOME), the set whose own cards may be among them."""

    @property
    def rules(self) -> str: ...
    @property
    def cards(self) -> Mapping[str, int]: ...
    @property
    def starter(self) -> str: ...
    @property
    def collection(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class CardList:
    """A list that everybody sees, with the primary keys of its cards."""

    slug: str
    name: str
    cards: frozenset[int]


class CardLists:
    """Lists of one kind, each known by its slug. A subclass says what it has; everybody may see them."""

    kind: str
    says: str
    """“in the deck %(words)s”, untranslated."""

    def known(self, slugs: Collection[str]) -> set[str]:
        """Which of these are slugs of such lists."""
        raise NotImplementedError

    def cards(self, slugs: Collection[str]) -> QuerySet[Any, Any]:
        """The primary keys of the cards in any of these lists."""
        raise NotImplementedError

    def version(self) -> object:
        """Changes whenever one of the lists is added, changed or removed."""
        raise NotImplementedError

    def suggested(self) -> Sequence[str]:
        """The slugs to which a word is completed or corrected."""
        return ()

    def offered(self, rules: str) -> Sequence[CardList]:
        """The lists that are ready to be played by these rules, by name."""
        return ()

    def contents(self, slug: str, builder: Builder | None) -> Contents | None:
        """The deck with exactly this slug, which the builder may see; without one, everybody."""
        return None


CARD_LISTS = Extension[CardLists]("card_lists")
