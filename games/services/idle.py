"""Guests who left nothing behind are forgotten."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.models import Challenge, Gathering, Place, Player, Seat


def forget_idle_guests(*, before: datetime, at_most: int) -> int:
    """
    Delete guests from before that moment who sit in no match, and for whom nothing waits; gives how many.
    """
    mine = OuterRef("pk")
    now = timezone.now()
    standing, gatherings = Challenge.objects.standing(at=now), Gathering.objects.standing(at=now)
    idle = Player.objects.filter(
        ~Exists(Seat.objects.filter(player=mine)),
        ~Exists(standing.filter(maker=mine)),
        ~Exists(standing.filter(to=mine)),
        ~Exists(gatherings.filter(maker=mine)),
        ~Exists(Place.objects.filter(player=mine, gathering__in=gatherings.values("pk"))),
        user=None,
        former=False,
        created__lt=before,
    )
    forgotten = 0
    for pk in list(idle.values_list("pk", flat=True)[:at_most]):
        with transaction.atomic():
            # Locked as for whatever a player begins, and looked at again: nobody begins meanwhile.
            if Player.objects.select_for_update(no_key=True).filter(pk=pk).exists():
                forgotten += bool(idle.filter(pk=pk).delete()[0])
    return forgotten
