"""Wishes for another game: how long one stands, and that it lapses."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Match
from games.services.clock import LIVE, TURN
from games.services.play import note_beside

STANDS_AT_THE_TABLE = timedelta(minutes=5)
"""After a game whose clock runs down while one is away: the next one would begin without who has left."""
STANDS_OTHERWISE = timedelta(days=14)


def wish(match: Match, seat: int) -> None:
    """A seat would like another game; within a transaction, on a locked match."""
    at_the_table = match.pace in (LIVE, TURN)
    until = timezone.now() + (STANDS_AT_THE_TABLE if at_the_table else STANDS_OTHERWISE)
    note_beside(match.pk, rematch_by=seat, rematch_until=until)


def stands(match: Match, *, at: datetime) -> bool:
    """Whether somebody waits for another game."""
    return match.rematch_until is not None and match.rematch_until > at


def let_wishes_lapse(*, at_most: int) -> int:
    """Wishes that nobody has shared are over, and those at the tables are told; gives how many."""
    over = Match.objects.filter(rematch_until__lte=timezone.now())
    matches = list(over.values_list("pk", flat=True)[:at_most])
    for match_id in matches:
        with transaction.atomic():
            # Not one that was wished anew at this moment.
            if over.filter(pk=match_id).update(rematch_until=None):
                note_beside(match_id)
    return len(matches)
