from datetime import datetime

from celery import shared_task

from games.matches.sweeping import AT_MOST
from games.puzzles.services import making


@shared_task(name="games.tasks.look_for_puzzle")
def look_for_puzzle(made_id: int) -> None:
    """Look for the puzzle that a player makes of a moment of a match."""
    making.look_for(made_id=made_id)


def sweep(now: datetime) -> None:
    making.queue_lost(at_most=AT_MOST)
