"""Sort orders of results, total and the same on every database; "after a card" is a condition."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import itemgetter

from django.db import models
from django.db.models import Case, F, IntegerField, OrderBy, Q, QuerySet, When

from cards.models import Card
from cards.search.compile import ALL, NONE, Among, like
from cards.search.predicate import Searched, Sort
from cards.texts import local_name, sorted_as

Value = int | str | bytes | datetime | None


@dataclass(frozen=True, slots=True)
class Column:
    """Null values, if allowed, come last in either direction."""

    name: str
    descending: bool
    nullable: bool = False
    holds: type = int

    def by(self) -> OrderBy:
        nulls_last = True if self.nullable else None
        return OrderBy(F(self.name), descending=self.descending, nulls_last=nulls_last)

    def equal(self, value: Value) -> Q:
        return Q(**{f"{self.name}__isnull": True}) if value is None else Q(**{self.name: value})

    def after(self, value: Value) -> Q:
        if value is None:
            return NONE
        after = Q(**{f"{self.name}__{'lt' if self.descending else 'gt'}": value})
        return after | Q(**{f"{self.name}__isnull": True}) if self.nullable else after

    def before(self, value: Value) -> Q:
        if value is None:
            return Q(**{f"{self.name}__isnull": False})
        return Q(**{f"{self.name}__{'gt' if self.descending else 'lt'}": value})


NAME = Column("name_order", False, holds=bytes)
# The usual direction of each order.
USUAL = {
    "name": NAME,
    "points": Column("points", True, nullable=True),
    "scale": Column("scale", False, nullable=True),
    "food": Column("food_chain", False, nullable=True),
    "new": Column("added_at", True, holds=datetime),
    "latin": Column("latin_order", False, nullable=True, holds=bytes),
    "relevance": Column("relevance", False),
}


def columns(sort: Sort, *, searched: bool) -> list[Column]:
    """
    The columns to compare, in turn; the last one tells all cards apart.

    Unless words are `searched`, all cards are equally relevant.
    """
    if sort.name == "relevance" and not searched:
        return [NAME]
    usual = USUAL[sort.name]
    first = replace(usual, descending=usual.descending != sort.reversed)
    return [first] if usual == NAME else [first, NAME]


def turned(order: Sequence[Column]) -> list[OrderBy]:
    """The same order in reverse."""
    return [
        OrderBy(
            F(column.name), descending=not column.descending, nulls_first=True if column.nullable else None
        )
        for column in order
    ]


def beyond(order: Sequence[Column], values: Sequence[Value], *, backwards: bool = False) -> Q:
    """The cards after the one with these values, or before it with `backwards`."""
    condition, alike = NONE, ALL
    for column, value in zip(order, values, strict=True):
        condition |= alike & (column.before(value) if backwards else column.after(value))
        alike &= column.equal(value)
    return condition


def by_local_names(found: QuerySet[Card], order: Sequence[Column]) -> list[int]:
    """The ids of these cards in that order, by their names in the reader's language, not the English ones."""
    *before, names = order
    columns = [column.name for column in before]
    rows = list(found.order_by().values_list("pk", "name", "name_order", *columns))
    rows.sort(key=lambda row: (sorted_as(local_name(row[1])), bytes(row[2])), reverse=names.descending)
    for place, column in enumerate(before, start=3):  # sorting leaves those that are equal in their order
        known = [row for row in rows if row[place] is not None]
        known.sort(key=itemgetter(place), reverse=column.descending)
        rows = [*known, *(row for row in rows if row[place] is None)]
    return [row[0] for row in rows]


def values_of(order: Sequence[Column], card: Card) -> list[Value]:
    values = [getattr(card, column.name) for column in order]
    return [bytes(value) if isinstance(value, memoryview) else value for value in values]


def packed(value: Value) -> int | str | None:
    """The value as JSON."""
    if isinstance(value, datetime):
        return value.isoformat()
    return value.decode() if isinstance(value, bytes) else value


def unpacked(column: Column, value: object) -> Value:
    """The value of the column from JSON; raises ValueError for an impossible one."""
    if value is None and column.nullable:
        return None
    if column.holds is int and type(value) is int and abs(value) < 2**15:
        return value
    if column.holds is not int and isinstance(value, str):
        if column.holds is bytes:
            return value.encode()
        moment = datetime.fromisoformat(value)
        # In the first and the last year, conversion to another time zone may be out of range.
        if moment.tzinfo is not None and 1 < moment.year < 9999:
            return moment
    raise ValueError(value)


def relevance(searched: Searched) -> Case:
    """
    How well a card's name matches the words: 0, it equals them; 1, it begins with them, or each begins a word
    of it in the reader's language; 2, each begins a word of it; 3, each is inside it; 4 for the rest, found
    by Latin name, key or a name in another language.
    """
    words = searched.words
    whole = " ".join(choices[0] for choices in words)
    begins, inside = ALL, ALL
    for choices in words:
        begun, held = NONE, NONE
        for word in choices:
            begun |= like("search_text", f"|{word}%|%|%|") | like("search_text", f"|% {word}%|%|%|")
            held |= like("search_text", f"%{word}%|%|%|")
        begins &= begun
        inside &= held
    return Case(
        When(like("search_text", f"|{whole}|%"), then=models.Value(0)),
        When(like("search_text", f"|{whole}%"), then=models.Value(1)),
        *([When(Among(searched.called), then=models.Value(1))] if searched.called else []),
        When(begins, then=models.Value(2)),
        When(inside, then=models.Value(3)),
        default=models.Value(4),
        output_field=IntegerField(),
    )
