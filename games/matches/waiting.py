"""
How many people wait for the visitor, how a guest is called, and who is a pupil of a class: for every page.
"""

import uuid
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Count, Exists, Field, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone

from games.classes.models import Pupil
from games.lobby.models import OpenTable, Participant
from games.matches.models import Player, Seat
from phylo.accounts.guests import guest_in

# What stands in a compiled query for a column's value and for the time.
SOMEBODY: dict[str, Any] = {"user": 2**31 - 1, "guest": uuid.UUID(int=2**128 - 1)}
NOBODY = (0, "", None)
SOME_TIME = datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)


def waiting(request: HttpRequest) -> dict[str, Any]:
    """
    Context processor: these are functions, so that only pages that show something query it. `guest_name` is
    "" for a guest who has chosen none; `pupil` is the visitor as pupil of a class, or None.
    """
    known = cache(lambda: waiting_for(request))

    @cache
    def pupil() -> Pupil | None:
        pk = None if request.user.is_authenticated else known()[2]
        return Pupil.objects.select_related("classroom__collection").get(pk=pk) if pk is not None else None

    return {"waiting": lambda: known()[0], "guest_name": lambda: known()[1], "pupil": pupil}


def waiting_for(request: HttpRequest) -> tuple[int, str, int | None]:
    """
    The number of matches against people in which it is the visitor's turn, and of invitations to open tables;
    the name that a guest has chosen, and the primary key of a pupil. One query; none for those who have never
    played.
    """
    if request.user.is_authenticated:
        return _asked("user", request.user.pk)
    guest = guest_in(request.session)
    return _asked("guest", guest) if guest else NOBODY


def _asked(column: str, who: object) -> tuple[int, str, int | None]:
    sql, params = _compiled(column, connection.vendor)
    values = {
        _stored(column, SOMEBODY[column]): _stored(column, who),
        _moment(SOME_TIME): _moment(timezone.now()),
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, [values.get(param, param) for param in params])
        return cursor.fetchone() or NOBODY


@cache
def _compiled(column: str, vendor: str) -> tuple[str, tuple[Any, ...]]:
    """Every page needs it, and compiling takes Django ten times as long as the database needs to answer."""
    found = _waits(Player.objects.filter(**{column: SOMEBODY[column]}), at=SOME_TIME)
    return found.query.sql_with_params()


def _waits(player: QuerySet[Player], *, at: datetime) -> QuerySet[Player, tuple[int, str, int | None]]:
    others = Seat.objects.filter(match=OuterRef("match"), bot="").exclude(player=OuterRef("player"))
    turns = Seat.objects.to_act().filter(Exists(others), stand_in="", player=OuterRef("pk")).values("player")
    invited = Participant.objects.filter(
        open_table__in=OpenTable.objects.standing(at=at).values("pk"),
        state=Participant.State.INVITED,
        player=OuterRef("pk"),
    )
    waits = _count(turns) + _count(invited.values("player"))
    return player.annotate(waits=waits).values_list("waits", "name", "guest__pupil")


def _stored(column: str, value: object) -> Any:
    field = Player._meta.get_field(column)
    assert isinstance(field, Field)
    return field.get_db_prep_value(value, connection)


def _moment(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)


def _count(rows: QuerySet[Any, Any]) -> Coalesce:
    """The number of rows of a subquery for each row of the outer query."""
    return Coalesce(Subquery(rows.order_by().annotate(count=Count("pk")).values("count")), 0)
