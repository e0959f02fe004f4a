from datetime import datetime

from celery import shared_task

from games.ladder.services import pairing


@shared_task(name="games.tasks.pair_programs")
def pair_programs() -> None:
    """Begin the games that can begin now that one is over."""
    pairing.pair()


def sweep(now: datetime) -> None:
    pairing.pair()
