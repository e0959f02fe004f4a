"""
When players look at a table: then a clock that has waited for them starts, no mail tells them of the turn,
and a finished match does not bring them to its rematch any more.
"""

from dataclasses import replace

from django.db import transaction

from games.matches.models import Seat
from games.matches.services.clock import DAYS, Turn
from games.matches.services.play import clock_of, clock_start, locked, note_beside
from games.matches.services.site_clock import site_time


def is_unseen(seat: Seat) -> bool:
    """Whether the player has yet to look at a running match; with days for each turn, since the last move."""
    match = seat.match
    if match.finished or seat.looked is None:
        return not match.finished
    return match.pace == DAYS and match.clock_since is not None and seat.looked < match.clock_since


def note_look(seat: Seat) -> bool:
    """Note that the player looks at the table, if it `is_unseen`; returns whether anything was stored."""
    if not is_unseen(seat):
        return False
    with transaction.atomic():
        match, now = locked(seat.match_id), site_time.now()
        match.seats.filter(player=seat.player_id).update(looked=now)
        clock = clock_of(match)
        if clock is None or match.finished or clock.still or clock.since <= now:
            return True
        clock = replace(clock, since=clock_start(match, match.acting, now))
        if clock.since <= now:
            flag_at = clock.flag_at(Turn(match.acting, 0))
            note_beside(match.pk, clock_since=clock.since, flag_at=flag_at)
    return True
