"""Celery tasks: each takes ids, calls one service and may run twice."""

import uuid
from datetime import timedelta

import structlog
from celery import shared_task
from django.db import transaction
from django.utils import timezone

from games.matches import mails, thinking
from games.matches.models import Match
from games.matches.services import play
from games.matches.services.play import let_flag_fall, queue_bot_turn
from games.matches.services.rematches import let_requests_lapse
from games.matches.services.site_clock import site_time
from games.matches.services.turn_mails import claim_turn_mails
from games.matches.sweeping import AT_MOST, SWEEPS
from phylo.http import logs
from phylo.jobs.outbox import queue_durably

logger = structlog.stdlib.get_logger(__name__)

# A bot turn that has waited for so long may be lost: its worker died, or it was never queued.
LOST_AFTER = timedelta(seconds=3)


@shared_task(name="games.tasks.play_bot_turn")
def play_bot_turn(match_id: str, version: int) -> None:
    """Make one action of the bot; the move queues the next one. Does nothing if the match has moved on."""
    logs.note(match=match_id)
    play.play_bot_turn(match_id=uuid.UUID(match_id), version=version)


@shared_task(name="games.tasks.sweep")
def sweep() -> int:
    """
    Note that the site is running, queue lost bot turns again, let flags fall and rematch requests lapse, and
    do what slices have to do; returns the number of turns.
    """
    now = site_time.note()
    waiting = Match.objects.waiting_for_bot(since=timezone.now() - LOST_AFTER).values_list("pk", "version")
    lost = thinking.to_queue_again(waiting[:AT_MOST])
    for match_id, version in lost:
        # It expires before it is queued another time, so that repeats do not pile up while no worker runs.
        queue_bot_turn(match_id, version, expires=thinking.QUEUED_AGAIN)
    for match_id in Match.objects.out_of_time(at=now).values_list("pk", flat=True)[:AT_MOST]:
        try:
            let_flag_fall(match_id=match_id)
        except Exception:
            # One match that cannot end must not keep the others from ending.
            logger.exception("flag", match=str(match_id))
    let_requests_lapse(at_most=AT_MOST)
    for each in reversed(SWEEPS):
        each(now)
    return len(lost)


@shared_task(name="games.tasks.mail_turns")
def mail_turns() -> int:
    """Queue the turn mails that are due; returns their number."""
    with transaction.atomic():
        due = claim_turn_mails()
        for seat_id, kind in due:
            queue_durably("games.tasks.mail_turn", seat_id, kind)
    return len(due)


@shared_task(name="games.tasks.mail_turn")
def mail_turn(seat_id: int, kind: str) -> None:
    mails.send_turn_mail(seat_id=seat_id, kind=kind)
