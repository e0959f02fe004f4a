"""How many people wait for the visitor, and how a guest is called, for the header of every page."""

from functools import cache
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone

from games.access import own_player
from games.models import OpenTable, Participant, Seat


def waiting(request: HttpRequest) -> dict[str, Any]:
    """
    Context processor: `waiting` and `guest_name` are functions, so that only pages that show them query them.
    `guest_name` is "" for a guest who has chosen none.
    """
    known = cache(lambda: waiting_for(request))
    return {"waiting": lambda: known()[0], "guest_name": lambda: known()[1]}


def waiting_for(request: HttpRequest) -> tuple[int, str]:
    """
    The number of matches against people in which it is the visitor's turn, and of invitations to open tables;
    and the name that a guest has chosen. One query; none for those who have never played.
    """
    player = own_player(request)
    if player.query.is_empty():
        return 0, ""
    others = Seat.objects.filter(match=OuterRef("match"), bot="").exclude(player=OuterRef("player"))
    turns = Seat.objects.to_act().filter(Exists(others), stand_in="", player=OuterRef("pk")).values("player")
    standing = OpenTable.objects.standing(at=timezone.now()).values("pk")
    invited = Participant.objects.filter(
        open_table__in=standing, state=Participant.State.INVITED, player=OuterRef("pk")
    )
    waits = _count(turns) + _count(invited.values("player"))
    return player.annotate(waits=waits).values_list("waits", "name").first() or (0, "")


def _count(rows: QuerySet[Any, Any]) -> Coalesce:
    """The number of rows of a subquery for each row of the outer query."""
    return Coalesce(Subquery(rows.order_by().annotate(count=Count("pk")).values("count")), 0)
