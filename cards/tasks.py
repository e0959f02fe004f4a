"""Celery's way into the services of the cards."""

from celery import Task, shared_task

from cards.decks import studies
from cards.services import bulk, staff_imports

STUDIES_SWEPT_EVERY = 5
"""Seconds between two looks for studies that stand still."""


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


@shared_task(name="cards.tasks.work_on_study")
def work_on_study(study_id: int, since: str) -> None:
    """One piece of a study, unless it has gone on after that time."""
    studies.work_on(study_id=study_id, since=since)


@shared_task(name="cards.tasks.sweep_studies")
def sweep_studies() -> int:
    """Queue again the studies that stand still; gives how many."""
    lost = studies.lost_studies()
    for study_id, since in lost:
        # It expires with the next sweep, so that repeats do not pile up while no worker runs.
        queue_study(study_id, since, expires=STUDIES_SWEPT_EVERY)
    return len(lost)


def queue_study(study_id: int, since: str, *, expires: float | None = None) -> None:
    work_on_study.apply_async((study_id, since), retry=False, expires=expires)


def queue(task: Task, import_id: int) -> None:
    # No retries: whoever asked is not kept waiting for a broker that is away.
    task.apply_async((import_id,), retry=False)
