"""Paged lists, newest first, with cursors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from rest_framework import serializers

from phylo.api.parameters import Values
from phylo.api.resource import Address
from phylo.http.input import whole_number
from phylo.http.problems import CursorError

Row = TypeVar("Row")
Other = TypeVar("Other")
Stored = TypeVar("Stored", bound=Model)


@dataclass(frozen=True)
class Page(Generic[Row]):
    """`results` of this page; `read` has one row more if there is a next page; `count` is of all pages."""

    count: int
    next: str | None
    results: Sequence[Row]
    read: Sequence[Row]

    def of(self, results: Sequence[Other]) -> "Page[Other]":
        """The same page with its rows replaced by what was made of them."""
        return Page(self.count, self.next, results, ())


@dataclass(frozen=True)
class Listed(Generic[Row]):
    """A whole list, without pages."""

    results: Sequence[Row]

    @property
    def count(self) -> int:
        return len(self.results)


def by_number(rows: QuerySet[Stored], given: Values, at: Address, *, column: str = "pk") -> Page[Stored]:
    """A page of rows ordered by a unique integer column. Raises CursorError."""
    behind = Q()
    if "cursor" in given:
        cursor = whole_number(given["cursor"])
        if cursor is None:
            raise CursorError
        behind = Q(**{f"{column}__lt": cursor})
    ordered = rows.order_by(f"-{column}")
    return page(ordered, behind, given["size"], at, lambda row: str(getattr(row, column)))


def by_time(rows: QuerySet[Stored], given: Values, at: Address) -> Page[Stored]:
    """A page of rows ordered by `created`; the cursor is their `code`. Raises CursorError."""
    behind = Q()
    if "cursor" in given:
        last: Any = rows.model._default_manager.filter(code=given["cursor"]).first()
        if last is None:
            raise CursorError
        behind = Q(created__lt=last.created) | Q(created=last.created, pk__lt=last.pk)
    ordered = rows.order_by("-created", "-pk")
    return page(ordered, behind, given["size"], at, lambda row: str(getattr(row, "code", "")))


def page(
    rows: QuerySet[Stored], behind: Q, size: int, at: Address, cursor: Callable[[Stored], str]
) -> Page[Stored]:
    """The page of ordered rows `behind` a cursor; `cursor` gives the cursor of a row."""
    count = rows.count()
    read = list(rows.filter(behind)[: size + 1])
    following = at.after(cursor(read[size - 1])) if len(read) > size else None
    return Page(count, following, read[:size], read)


def page_of(
    results: type[serializers.Serializer], **more: type[serializers.Serializer]
) -> type[serializers.Serializer]:
    """The serializer of a Page of `results`, named after them, with `more` fields."""
    fields: dict[str, serializers.Field] = {
        "count": serializers.IntegerField(min_value=0, help_text="How many there are on all pages."),
        "next": serializers.URLField(
            allow_null=True, help_text="The page behind this one; null: it is the last."
        ),
        **{name: each() for name, each in more.items()},
    }
    return _of(results, "Page", fields)


def list_of(results: type[serializers.Serializer]) -> type[serializers.Serializer]:
    """The serializer of a Listed of `results`, named after them."""
    return _of(results, "List", {"count": serializers.IntegerField(min_value=0)})


def _of(
    results: type[serializers.Serializer], end: str, fields: dict[str, serializers.Field]
) -> type[serializers.Serializer]:
    name = results.__name__.removesuffix("Serializer") + end
    return type(name, (serializers.Serializer,), {**fields, "results": results(many=True)})
