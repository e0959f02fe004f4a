"""Celery tasks for long work."""

from celery import shared_task

from phylo.jobs import outbox, runner

SWEEP_EVERY = 5
"""Seconds between two searches for lost jobs."""


@shared_task(name="jobs.work")
def work(kind: str, job_id: int, since: str) -> None:
    """Do one piece of a job, unless it has made progress after the time `since`."""
    runner.runner(kind).work_on(job_id=job_id, since=since)


@shared_task(name="jobs.sweep")
def sweep() -> int:
    """Queue lost jobs and stored tasks again and return how many."""
    # The tasks expire by the next sweep, so they do not pile up while no worker runs.
    return runner.sweep(expires=SWEEP_EVERY) + outbox.sweep(expires=SWEEP_EVERY)


@shared_task(name="jobs.deliver")
def deliver(task_id: int) -> None:
    """Do a stored task."""
    outbox.deliver(task_id=task_id)
