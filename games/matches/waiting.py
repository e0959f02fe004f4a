"""
How many people wait for the visitor, how a guest is called, and what slices know of one: for every page.
"""

import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Count, Exists, Field, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone

from games.matches.models import Player, Seat
from phylo.accounts.guests import guest_in
from phylo.slices import Extension

# What stands in a compiled query for a column's value and for the time.
SOMEBODY: dict[str, Any] = {"user": 2**31 - 1, "guest": uuid.UUID(int=2**128 - 1)}
SOME_TIME = datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)

Waits = Callable[[datetime], QuerySet[Model]]
"""Rows of a slice with a `player`, each of somebody who waits for that player at that time."""

WAITS = Extension[Waits]("waits")


class KnownGuest:
    """
    What a slice knows of some guests, such as the pupils of a class. All pages ask for the `column`, a path
    from a player to a number, with how many wait; only those that show something `read` more.
    """

    name: str
    """In templates, where it is None for everybody else."""
    column: str

    def read(self, number: int) -> object:
        raise NotImplementedError


KNOWN_GUESTS = Extension[type[KnownGuest]]("known_guests")


class Known(NamedTuple):
    """
    `waits` counts the matches against people in which it is the visitor's turn, and what else WAITS; `name`
    is that which a guest has chosen; `numbers` are those of KNOWN_GUESTS.
    """

    waits: int = 0
    name: str = ""
    numbers: Sequence[int | None] = ()


def waiting(request: HttpRequest) -> dict[str, Callable[[], object]]:
    """Context processor: these are functions, so that only pages that show something query it."""
    known = cache(lambda: waiting_for(request))

    def reader(each: KnownGuest, place: int) -> Callable[[], object]:
        @cache
        def read() -> object:
            number = None if request.user.is_authenticated else next(iter(known().numbers[place:]), None)
            return None if number is None else each.read(number)

        return read

    guests = (each() for each in KNOWN_GUESTS)
    readers = {each.name: reader(each, place) for place, each in enumerate(guests)}
    return {"waiting": lambda: known().waits, "guest_name": lambda: known().name, **readers}


def waiting_for(request: HttpRequest) -> Known:
    """One query; none for those who have never played."""
    if request.user.is_authenticated:
        return _asked("user", request.user.pk)
    guest = guest_in(request.session)
    return _asked("guest", guest) if guest else Known()


def _asked(column: str, who: object) -> Known:
    sql, params = _compiled(column, connection.vendor)
    values = {
        _stored(column, SOMEBODY[column]): _stored(column, who),
        _moment(SOME_TIME): _moment(timezone.now()),
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, [values.get(param, param) for param in params])
        waits, name, *numbers = cursor.fetchone() or Known()[:2]
        return Known(waits, name, numbers)


@cache
def _compiled(column: str, vendor: str) -> tuple[str, tuple[Any, ...]]:
    """Every page needs it, and compiling takes Django ten times as long as the database needs to answer."""
    found = _waits(Player.objects.filter(**{column: SOMEBODY[column]}), at=SOME_TIME)
    return found.query.sql_with_params()


def _waits(player: QuerySet[Player], *, at: datetime) -> QuerySet[Player, tuple[object, ...]]:
    others = Seat.objects.filter(match=OuterRef("match"), bot="").exclude(player=OuterRef("player"))
    turns = Seat.objects.to_act().filter(Exists(others), stand_in="")
    waits = [_count(rows.filter(player=OuterRef("pk"))) for rows in (turns, *(each(at) for each in WAITS))]
    columns = [each.column for each in KNOWN_GUESTS]
    return player.annotate(waits=sum(waits[1:], waits[0])).values_list("waits", "name", *columns)


def _stored(column: str, value: object) -> Any:
    field = Player._meta.get_field(column)
    assert isinstance(field, Field)
    return field.get_db_prep_value(value, connection)


def _moment(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)


def _count(rows: QuerySet[Model]) -> Coalesce:
    """The number of a player's rows for each row of the outer query."""
    return Coalesce(Subquery(rows.order_by().values("player").annotate(count=Count("pk")).values("count")), 0)
