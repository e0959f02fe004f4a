"""How a guest's matches become an account's, and what becomes of them when the account is deleted."""

import uuid

from django.db import transaction

from games.models import Match, Player, Seat
from games.services.errors import IllegalAction, StaleVersion
from games.services.play import play
from phylo.accounts.models import User


def adopt_guest(*, guest_id: uuid.UUID, user: User) -> bool:
    """
    Give the account the guest's matches; False when there is no such guest (any more). A match in which both
    sit keeps its two players: nobody holds both seats.
    """
    with transaction.atomic():
        guest = Player.objects.select_for_update().filter(pk=guest_id, user=None, former=False).first()
        if guest is None:
            return False
        player = Player.objects.filter(user=user).first()
        if player is None:
            guest.user = user
            guest.save(update_fields=["user"])
            return True
        shared = Match.objects.of(player.pk).values("pk")
        guest.seats.exclude(match__in=shared).update(player=player)
        if not guest.seats.exists():
            guest.delete()
    return True


def leave(*, user: User) -> None:
    """
    The account's player resigns every running match, so that nobody waits for them, and becomes a former
    one: the matches stay, the name does not.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().filter(user=user).first()
        if player is None:
            return
        for seat in Seat.objects.of(player.pk).filter(match__status=Match.Status.PLAYING):
            resign(match_id=seat.match_id, seat=seat.number, key="account-deleted")
        player.user, player.former, player.name = None, True, ""
        player.save(update_fields=["user", "former", "name"])


def resign(*, match_id: uuid.UUID, seat: int, key: str) -> None:
    """Resign whatever else happens meanwhile; does nothing when the match is over."""
    while True:
        version = Match.objects.values_list("version", flat=True).get(pk=match_id)
        try:
            play(match_id=match_id, seat=seat, action={"do": "resign"}, version=version, key=key)
        except StaleVersion:
            continue
        except IllegalAction:
            return
        return
