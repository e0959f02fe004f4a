"""What waits for the visitor, for the head of every page."""

from functools import cache
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone

from games.access import player_id
from games.models import Challenge, Player, Seat


def waiting(request: HttpRequest) -> dict[str, Any]:
    """`waiting`: how many people wait for the visitor. Asked only by pages that show it."""
    return {"waiting": cache(lambda: waiting_for(request))}


def waiting_for(request: HttpRequest) -> int:
    """
    Matches against people in which it is the visitor's turn, and challenges directed to the visitor: one
    query, none for those who have never played. The computer does not mind waiting.
    """
    if request.user.is_authenticated:
        visitor = Player.objects.filter(user=request.user)
    elif known := player_id(request):
        visitor = Player.objects.filter(pk=known)
    else:
        return 0
    with_bot = Seat.objects.filter(match=OuterRef("match")).exclude(bot="")
    turns = Seat.objects.to_act().filter(~Exists(with_bot), player=OuterRef("pk")).values("player")
    asked = Challenge.objects.standing(at=timezone.now()).filter(to=OuterRef("pk")).values("to")
    both = visitor.annotate(waits=_count(turns) + _count(asked)).values_list("waits", flat=True)
    return both.first() or 0


def _count(rows: QuerySet[Any, Any]) -> Coalesce:
    """How many rows of a query that is grouped by the one outside."""
    return Coalesce(Subquery(rows.order_by().annotate(count=Count("pk")).values("count")), 0)
