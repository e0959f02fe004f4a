"""Card search: a text in the query language (docs/search.md), answered with pages, counts and words."""

import base64
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from cards.models import Builder, Card
from cards.search import choices, facets, order
from cards.search.compile import compiled
from cards.search.current import vocabulary
from cards.search.decks import Decks
from cards.search.errors import QueryError
from cards.search.facets import Counts, Facet, FacetValue
from cards.search.fields import FIELDS, RULES, Field
from cards.search.indexed import IndexedVocabulary
from cards.search.lists import Contents
from cards.search.local_names import OtherName, other_name
from cards.search.parse import Correction, parse
from cards.search.predicate import EVERYTHING, Predicate, Sort
from cards.search.sentence import Part, sentence
from cards.search.sets import Sets
from cards.services.known_cards import known_cards
from cards.texts import NONE, texts
from phylo.http.problems import CursorError

__all__ = [
    "FIELDS", "CardSearch", "Correction", "Facet", "FacetValue", "Field", "Neighbours",
    "Part", "QueryError", "Slice", "SortChoice", "Term", "completions",
]  # fmt: skip

MOST = 200
"""The most cards per page."""
BATCH = 2000
MOST_SORTED = 1000
"""The most cards that are sorted by names in another language; more keep the order of English ones."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Consecutive cards; `next` is the cursor of the following slice, None at the end."""

    cards: list[Card]
    next: str | None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The cards before and after one in the result, and its position, from 1; all None if it is not there."""

    previous: Card | None
    next: Card | None
    position: int | None


@dataclass(frozen=True, slots=True)
class SortChoice:
    """A possible order; `query` is the same search in that order."""

    name: str
    label: str
    chosen: bool
    reversed: bool
    query: str


@dataclass(frozen=True, slots=True)
class Term:
    """One condition of the top level as written, and the query without it."""

    text: str
    column: int
    query_without: str


def completions(field: Field, begun: str) -> list[str]:
    """What somebody may be about to write behind a field."""
    return vocabulary().values(field, begun)


class CardSearch:
    """One search. The text is parsed at once, raising QueryError; the database is queried when needed."""

    def __init__(
        self,
        query: str,
        *,
        rules: str = "phylo-1.4a",
        deck: Contents | None = None,
        builder: Builder | None = None,
    ) -> None:
        """`deck` is the one under construction; `builder` may see more than ready decks (`fits:`)."""
        if rules not in RULES.values():
            raise ValueError(f"unknown rules {rules!r}")
        self.text = query.strip()
        self._known = known = vocabulary()
        self._sets = Sets(known.index, lambda: known.niches) if isinstance(known, IndexedVocabulary) else None
        decks = Decks(known_cards, deck, builder)
        self._query = parse(self.text, self._known, rules=rules, decks=decks)
        self._again = partial(CardSearch, rules=rules, deck=deck, builder=builder)
        self.rules = self._query.rules
        self.sort = self._query.sort.name
        self.corrections = list(self._query.corrections)

    @property
    def state(self) -> str:
        """Of the stored cards and sets; what the search finds in them holds until it changes."""
        return repr((self._known.version, self._known.sets))

    @property
    def count(self) -> int:
        """The number of cards found."""
        return self._counts.total

    @property
    def total(self) -> int:
        """The number of all cards."""
        return self._counts_of(EVERYTHING).total

    def page(self, number: int = 1, size: int = 60) -> list[Card]:
        """The cards of a page, counted from 1; none beyond the end. Raises ValueError for an invalid page."""
        if number < 1 or not 1 <= size <= MOST:
            raise ValueError(f"page {number} of {size} cards")
        first = (number - 1) * size
        if first >= self.count:
            return []
        return self._loaded(self._shown(first, size))

    def pages(self, size: int = 60) -> int:
        """The number of pages, at least 1."""
        return max(1, -(-self.count // size))

    def slice_after(self, cursor: str | None = None, size: int = 60) -> Slice:
        """The cards after a cursor, or the first ones. Raises CursorError for a cursor of another search."""
        if not 1 <= size <= MOST:
            raise ValueError(f"{size} cards")
        values = self._read_cursor(cursor) if cursor is not None else None
        first = 0 if values is None else self._place_behind(values)
        if self._sets is not None and first is not None:
            keys = self._ordered(self._query.sort, first, size + 1)
        else:
            found = self._found.order_by(*(column.by() for column in self._order))
            if values is not None:
                found = found.filter(order.beyond(self._order, values))
            keys = list(found.values_list("pk", flat=True)[: size + 1])
        cards = self._loaded(keys)
        if len(cards) <= size:
            return Slice(cards, None)
        return Slice(cards[:size], self._cursor(cards[size - 1]))

    def card_keys(self) -> list[str]:
        """The keys of all cards found, in order."""
        found = self._found.order_by(*(column.by() for column in self._order))
        return list(found.values_list("key", flat=True))

    def cards(self) -> Iterator[Card]:
        """All cards found, as they are shown, loaded in batches."""
        if self._local is None:
            return _loaded_in_batches(self.card_keys())
        return iter(self._loaded(self._local))

    def neighbours(self, key: str) -> Neighbours:
        if self._local is not None:
            return self._neighbours_among(self._local, key)
        if self._sets is not None:
            return self._neighbours_in(self._sets, key)
        card = self._found.filter(key=key).first()
        if card is None:
            return Neighbours(None, None, None)
        values = order.values_of(self._order, card)
        before = self._found.filter(order.beyond(self._order, values, backwards=True))
        after = self._found.filter(order.beyond(self._order, values))
        return Neighbours(
            previous=before.order_by(*order.turned(self._order)).select_related("card_set").first(),
            next=after.order_by(*(column.by() for column in self._order)).select_related("card_set").first(),
            position=before.count() + 1,
        )

    def found_by(self, card: Card) -> OtherName | None:
        """The name in another language by which a card was found, if it is not the one that is shown."""
        return other_name(card, self._query.words.words)

    def surprise(self, seed: int | None = None) -> Card | None:
        """A random card of the result."""
        if not self.count:
            return None
        place = random.Random(seed).randrange(self.count)
        return self._loaded(self._ordered(Sort("name"), place, 1))[0]

    @cached_property
    def mended(self) -> str | None:
        """
        The text with whole words in place of those that cards have only inside others, if that finds more:
        “bald eagle” for “bald egle”, because of Neglecta.
        """
        text = self._query.mended
        return text if text is not None and self._again(text).count > self.count else None

    def facets(self) -> list[Facet]:
        """The values of each field with their counts, in display order."""
        others = {}
        for field in facets.ORDER:
            predicate = facets.without_own(self._query, field)
            if predicate is not None:
                others[field] = self._counts_of(predicate)
        return facets.facets(self._query, self._counts, others, self._known.sets, self._known.taxa["kingdom"])

    @cached_property
    def sentence(self) -> list[Part]:
        """The search in words, without a full stop."""
        return sentence(self._query)

    def sorts(self) -> list[SortChoice]:
        """The orders to choose from; choosing the current one reverses it."""
        labels = {
            "name": _("Name"),
            "latin": _("Latin name"),
            "points": _("Points"),
            "scale": _("Scale"),
            "food": _("Food chain"),
            "new": _("Newest"),
        }
        if self._query.words:
            labels = {"relevance": _("Best match"), **labels}
        current = self._query.sort
        found = []
        for name, label in labels.items():
            chosen = name == current.name
            term = f"sort:-{name}" if chosen and not current.reversed else f"sort:{name}"
            if term == ("sort:relevance" if self._query.words else "sort:name"):
                term = ""
            found.append(
                SortChoice(
                    name, label, chosen, chosen and current.reversed, choices.with_sort(self._query, term)
                )
            )
        return found

    @property
    def terms(self) -> list[Term]:
        """The conditions of the top level as written."""
        return [
            Term(
                self.text[each.start : each.end], each.start + 1, choices.without_condition(self._query, each)
            )
            for each in self._query.conditions
        ]

    # Internals.

    @cached_property
    def _local(self) -> list[int] | None:
        """
        The ids of all cards found, with the names of the reader's language where names are compared; None
        where the English ones are.
        """
        if texts() is NONE or self.count > MOST_SORTED:
            return None
        found = self._found
        if self._sets is not None:
            found = self._rows.filter(pk__in=self._ordered(self._query.sort, 0, self.count))
        return order.by_local_names(found, self._order)

    def _shown(self, first: int, size: int) -> list[int]:
        """The ids of the found cards from one place on, as people see them."""
        if self._local is not None:
            return self._local[first : first + size]
        return self._ordered(self._query.sort, first, size)

    def _neighbours_among(self, found: Sequence[int], key: str) -> Neighbours:
        pk = Card.objects.filter(key=key).values_list("pk", flat=True).first()
        if pk not in found:
            return Neighbours(None, None, None)
        place = found.index(pk)
        around = {card.pk: card for card in self._loaded(found[max(0, place - 1) : place + 2])}
        before = around.get(found[place - 1]) if place else None
        return Neighbours(before, next(map(around.get, found[place + 1 :]), None), place + 1)

    def _neighbours_in(self, sets: Sets, key: str) -> Neighbours:
        pk = Card.objects.filter(key=key).values_list("pk", flat=True).first()
        place = sets.place(self._query.predicate, self._query.sort, self._query.words, pk) if pk else None
        if place is None:
            return Neighbours(None, None, None)
        first = max(0, place - 1)
        around = self._loaded(self._ordered(self._query.sort, first, place - first + 2))
        return Neighbours(
            previous=around[0] if place else None,
            next=next(iter(around[place - first + 1 :]), None),
            position=place + 1,
        )

    def _place_behind(self, values: Sequence[order.Value]) -> int | None:
        """
        Of the first card behind a cursor, in the index; None where the card of the cursor does not lie there
        any more, so that only its values can be compared.
        """
        name = values[-1]
        if self._sets is None or not isinstance(name, bytes):
            return None
        card = self._rows.filter(key=name.rpartition(b"\0")[2].decode()).first()
        if card is None or list(order.values_of(self._order, card)) != list(values):
            return None
        place = self._sets.place(self._query.predicate, self._query.sort, self._query.words, card.pk)
        return None if place is None else place + 1

    @cached_property
    def _order(self) -> list[order.Column]:
        return order.columns(self._query.sort, searched=bool(self._query.words))

    @property
    def _rows(self) -> QuerySet[Card]:
        """The cards, with everything that the order compares."""
        if self.sort == "relevance" and self._query.words:
            return Card.objects.offered().annotate(relevance=order.relevance(self._query.words))
        return Card.objects.offered()

    @property
    def _found(self) -> QuerySet[Card]:
        return self._rows.filter(self._condition(self._query.predicate))

    def _condition(self, predicate: Predicate) -> Q:
        return compiled(predicate, lambda: self._known.niches)

    @cached_property
    def _counts(self) -> Counts:
        return self._counts_of(self._query.predicate)

    def _counts_of(self, predicate: Predicate) -> Counts:
        if self._sets is not None:
            return self._sets.counts(predicate)
        if predicate == EVERYTHING:
            return self._known.keep("counts", lambda: facets.counts(Q()))
        return facets.counts(self._condition(predicate))

    def _ordered(self, sort: Sort, first: int, size: int) -> list[int]:
        """The ids of the found cards from one place on: sorted without the rest of their rows."""
        words = self._query.words
        if self._sets is not None:
            return self._sets.ordered(self._query.predicate, sort, words, first, size)
        by = [column.by() for column in order.columns(sort, searched=bool(words))]
        return list(self._found.order_by(*by).values_list("pk", flat=True)[first : first + size])

    def _loaded(self, keys: Sequence[int]) -> list[Card]:
        rows = self._rows.select_related("card_set").in_bulk(keys)
        return [rows[key] for key in keys if key in rows]

    def _cursor(self, card: Card) -> str:
        values = map(order.packed, order.values_of(self._order, card))
        text = json.dumps([self.sort, self._query.sort.reversed, *values])
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    def _read_cursor(self, cursor: str) -> Sequence[order.Value]:
        try:
            text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
            name, turned, *values = json.loads(text)
            if [name, turned] != [self.sort, self._query.sort.reversed]:
                raise ValueError(name)
            return [order.unpacked(*each) for each in zip(self._order, values, strict=True)]
        except (ValueError, TypeError, RecursionError):
            raise CursorError(_("This cursor belongs to another list.")) from None


def _loaded_in_batches(keys: list[str]) -> Iterator[Card]:
    for first in range(0, len(keys), BATCH):
        batch = keys[first : first + BATCH]
        cards = Card.objects.in_bulk(batch, field_name="key")
        yield from (cards[key] for key in batch if key in cards)
