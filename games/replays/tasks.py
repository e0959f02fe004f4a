from celery import shared_task

from games.replays.services import imported_records


@shared_task(name="games.tasks.forget_records")
def forget_records() -> int:
    """Delete imported records that nobody watches any more; returns how many."""
    return imported_records.forget_records()
