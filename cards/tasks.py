"""Celery tasks of the cards."""

from celery import shared_task

from cards.services import bulk


@shared_task(name="cards.tasks.export_bulk")
def export_bulk() -> None:
    """Export the bulk files if they are old or the cards have changed; may run twice."""
    bulk.export_bulk(if_due=True)
