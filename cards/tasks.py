"""Celery's way into the services of the cards."""

from celery import Task, shared_task

from cards.services import bulk, staff_imports


@shared_task(name="cards.tasks.export_bulk")
def export_bulk() -> None:
    """Write the bulk files anew when they are old or the cards have changed; may run twice."""
    bulk.export_bulk(if_due=True)


@shared_task(name="cards.tasks.check_import")
def check_import(import_id: int) -> None:
    staff_imports.check_import(import_id=import_id)


@shared_task(name="cards.tasks.apply_import")
def apply_import(import_id: int) -> None:
    staff_imports.finish_apply(import_id=import_id)


def queue(task: Task, import_id: int) -> None:
    # No retries: whoever asked is not kept waiting for a broker that is away.
    task.apply_async((import_id,), retry=False)
