"""What waits for the visitor, for the head of every page."""

from functools import cache
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone

from games.access import own_player
from games.models import Challenge, Gathering, Place, Seat


def waiting(request: HttpRequest) -> dict[str, Any]:
    """`waiting`: how many people wait for the visitor. Asked only by pages that show it."""
    return {"waiting": cache(lambda: waiting_for(request))}


def waiting_for(request: HttpRequest) -> int:
    """
    Matches against people in which it is the visitor's turn, and challenges and invitations to the visitor:
    one query, none for those who have never played. The computer does not mind waiting.
    """
    now = timezone.now()
    others = Seat.objects.filter(match=OuterRef("match"), bot="").exclude(player=OuterRef("player"))
    turns = Seat.objects.to_act().filter(Exists(others), stand_in="", player=OuterRef("pk")).values("player")
    asked = Challenge.objects.standing(at=now).filter(to=OuterRef("pk")).values("to")
    standing = Gathering.objects.standing(at=now).values("pk")
    kept = Place.objects.filter(gathering__in=standing, state=Place.State.INVITED, player=OuterRef("pk"))
    waits = _count(turns) + _count(asked) + _count(kept.values("player"))
    return own_player(request).annotate(waits=waits).values_list("waits", flat=True).first() or 0


def _count(rows: QuerySet[Any, Any]) -> Coalesce:
    """How many rows of a query that is grouped by the one outside."""
    return Coalesce(Subquery(rows.order_by().annotate(count=Count("pk")).values("count")), 0)
