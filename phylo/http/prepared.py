"""
Queries that Django compiles once in a process, not each time: of a short query that is asked with every
request, compiling takes most of the time.

    seats_of = Prepared(lambda match: Seat.objects.filter(match_id=match), UUIDField())
    seats_of(match.pk)
"""

from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property
from itertools import islice
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connections
from django.db.models import Field, Model, QuerySet, Value
from django.db.transaction import TransactionManagementError

TOGETHER = 16  # values of a PreparedAmong that one query asks for

Row = TypeVar("Row", bound=Model)


class _Place(Value):
    """Where a value goes in the compiled query."""

    def __init__(self, number: int, field: "Field[Any, Any]") -> None:
        super().__init__(None, output_field=field)
        self.number = number

    def as_sql(self, compiler: object, connection: object) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]


class _Compiled(NamedTuple):
    compiler: Any
    sql: str
    params: tuple[object, ...]
    converters: dict[int, Any]
    """What each of Django's backends makes of a column's value; none of them asks its connection."""


class Prepared(Generic[Row]):
    """
    `query` gets an expression for each of `fields`, which say the types of the values, and may use it only in
    lookups. What it returns must depend on nothing else, such as the time, and may not prefetch. Raises
    TransactionManagementError if rows are to be locked outside a transaction.
    """

    def __init__(self, query: "Callable[..., QuerySet[Row]]", *fields: "Field[Any, Any]") -> None:
        self._query, self._fields = query, fields
        self._compiled: dict[str, _Compiled] = {}
        self._compiling = Lock()

    def __call__(self, *values: object) -> list[Row]:
        queryset = self._queryset
        using = queryset.db
        connection = connections[using]
        if queryset.query.select_for_update and not connection.in_atomic_block:
            # Django asks this when it compiles.
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        known = self._compiled.get(using) or self._compiled_once(using)
        params = tuple(
            each.output_field.get_db_prep_value(values[each.number], connection)
            if isinstance(each, _Place)
            else each
            for each in known.params
        )
        # What Django makes of rows, it makes here too; only compiling is left out.
        compiler: Any = copy(known.compiler)
        compiler.connection, compiler.as_sql = connection, lambda: (known.sql, params)
        compiler.get_converters = lambda _columns: known.converters
        query: Any = copy(queryset.query)
        query.get_compiler = lambda *_using, **_more: compiler
        return list(QuerySet(queryset.model, query, using))

    def _compiled_once(self, using: str) -> _Compiled:
        # Compiling counts the query's tables up and down again: in two threads at the same time, one of them
        # would leave tables out, and be kept.
        with self._compiling:
            return self._compiled.get(using) or self._compile(using)

    def _compile(self, using: str) -> _Compiled:
        compiler = self._queryset.query.get_compiler(using)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters([column[0] for column in compiler.select])
        # Kept without the connection, which belongs to this thread.
        compiler.connection = None
        self._compiled[using] = _Compiled(compiler, sql, tuple(params), converters)
        return self._compiled[using]

    @cached_property
    def _queryset(self) -> "QuerySet[Row]":
        # Not when the module is imported: its models may not be there yet.
        return self._query(*(_Place(number, field) for number, field in enumerate(self._fields)))


class PreparedAmong(Generic[Row]):
    """
    Like Prepared, for rows whose field of the type `among` has one of many values: `query` gets these first,
    for `__in`.

        players_of = PreparedAmong(lambda keys: Player.objects.filter(pk__in=keys), UUIDField())
        players_of(keys)
    """

    def __init__(
        self, query: "Callable[..., QuerySet[Row]]", among: "Field[Any, Any]", *fields: "Field[Any, Any]"
    ) -> None:
        self._prepared: Prepared[Row] = Prepared(
            lambda *places: query(places[:TOGETHER], *places[TOGETHER:]), *[among] * TOGETHER, *fields
        )

    def __call__(self, among: Iterable[object], *values: object) -> list[Row]:
        found: list[Row] = []
        left = iter(frozenset(among))
        while some := list(islice(left, TOGETHER)):
            # A query with fewer values is filled up with the last.
            found += self._prepared(*some, *some[-1:] * (TOGETHER - len(some)), *values)
        return found
