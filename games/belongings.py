"""What matches mean to an account: the player it gets from a guest, gives up, and downloads."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.urls import reverse

from games import services
from games.access import SESSION_KEY
from games.models import Match, Player, Seat
from phylo.accounts.belongings import Belongings
from phylo.accounts.models import User


class Matches(Belongings):
    def adopt(self, *, user: User, session: SessionBase) -> bool:
        try:
            guest = uuid.UUID(session.pop(SESSION_KEY, ""))
        except (ValueError, TypeError, AttributeError):
            return False
        return services.adopt_guest(guest_id=guest, user=user)

    def release(self, *, user: User) -> None:
        services.leave(user=user)

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, Any]:
        """`matches`, newest first. The record of one holds every move; it can be had from its end on."""
        player = Player.objects.filter(user=user).first()
        if player is None:
            return {"matches": []}
        seats = Seat.objects.of(player.pk).prefetch_related("match__seats__player__user")
        return {"matches": [_match(seat, absolute) for seat in seats.order_by("-match__created")]}


def _match(seat: Seat, absolute: Callable[[str], str]) -> dict[str, Any]:
    match: Match = seat.match
    other = next(each for each in match.seats.all() if each.number != seat.number)
    return {
        "match": str(match.pk),
        "rules": match.rules,
        "options": match.options,
        "begun": match.created.isoformat(),
        "last_move": match.updated.isoformat(),
        "status": match.status,
        "moves": match.version,
        "seat": seat.number,
        "deck": seat.deck_name,
        "opponent": other.player.public_name if other.player else f"bot {other.bot}",
        "opponent_deck": other.deck_name,
        "scores": match.scores,
        "winner": match.winner,
        "page": absolute(reverse("match", args=[match.pk])),
        "record": absolute(reverse("match-record", args=[match.pk])) if match.finished else None,
    }
