import uuid
from datetime import datetime

from celery import shared_task

from games.tournaments.services import rounds


@shared_task(name="games.tasks.go_on_with_tournament")
def go_on_with_tournament(tournament_id: str) -> None:
    """Do what is due in a tournament after a result or a change of its entries."""
    rounds.go_on(tournament_id=uuid.UUID(tournament_id))


def sweep(now: datetime) -> None:
    rounds.sweep(now=now)
