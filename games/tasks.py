"""Celery's way into the services: ids in, one call, may run twice."""

import uuid
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from games import services
from games.models import Match

# A turn that has waited for so long was lost: queued to a worker that died, or never queued.
LOST_AFTER = timedelta(seconds=3)
SWEEP_EVERY = 5  # seconds
SWEEP_AT_MOST = 500


@shared_task(name="games.tasks.play_bot_turn")
def play_bot_turn(match_id: str, version: int) -> None:
    """One action of the bot; its move queues the next one. Does nothing when the match has moved on."""
    services.play_bot_turn(match_id=uuid.UUID(match_id), version=version)


@shared_task(name="games.tasks.sweep")
def sweep() -> int:
    """Queue again the bot turns that were lost, and let flags fall; gives how many turns."""
    lost = Match.objects.waiting_for_bot(since=timezone.now() - LOST_AFTER).values_list("pk", "version")
    count = 0
    for match_id, version in lost[:SWEEP_AT_MOST]:
        # It expires with the next sweep, so that repeats do not pile up while no worker runs.
        queue_bot_turn(match_id, version, expires=SWEEP_EVERY)
        count += 1
    for match_id in Match.objects.out_of_time(at=timezone.now()).values_list("pk", flat=True)[:SWEEP_AT_MOST]:
        services.let_flag_fall(match_id=match_id)
    return count


def queue_bot_turn(match_id: uuid.UUID, version: int, *, expires: float | None = None) -> None:
    # No retries: whoever made the move is not kept waiting for a broker that is away.
    play_bot_turn.apply_async((str(match_id), version), retry=False, expires=expires)
