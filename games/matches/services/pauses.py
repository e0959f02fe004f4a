"""
Clocks of matches that stand still while somebody else decides, such as a teacher whose class is to listen.
Moves that are made meanwhile, by the computer for instance, cost no time.
"""

import uuid
from dataclasses import replace

from django.db import transaction

from games.matches.services.clock import Turn
from games.matches.services.play import clock_of, clock_start, let_flag_fall, locked, note_beside
from games.matches.services.site_clock import site_time


def stand_still(*, match_id: uuid.UUID) -> None:
    """
    Let the match's clocks stand still with the time that is left now; time that was up before stays up.
    Nothing happens without a clock, after the end, or if they do already. Raises Match.DoesNotExist.
    """
    now = site_time.now()
    let_flag_fall(match_id=match_id, now=now)
    with transaction.atomic():
        match = locked(match_id)
        clock = clock_of(match)
        if clock is None or match.finished or clock.still:
            return
        left = list(clock.at(now, Turn(match.acting, 0)))
        note_beside(match_id, time_left=left, clock_since=now, flag_at=None)


def go_on(*, match_id: uuid.UUID) -> None:
    """Let clocks that stand still run again, for those to act. Raises Match.DoesNotExist."""
    now = site_time.now()
    with transaction.atomic():
        match = locked(match_id)
        clock = clock_of(match)
        if clock is None or not clock.still:
            return
        clock = replace(clock, since=clock_start(match, match.acting, now), still=False)
        flag_at = clock.flag_at(Turn(match.acting, 0))
        note_beside(match_id, clock_since=clock.since, flag_at=flag_at)
