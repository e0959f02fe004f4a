"""Celery tasks for long work."""

from celery import shared_task

from phylo.jobs import runner

SWEEP_EVERY = 5
"""Seconds between two searches for lost jobs."""


@shared_task(name="jobs.work")
def work(kind: str, job_id: int, since: str) -> None:
    """Do one piece of a job, unless it has made progress after the time `since`."""
    runner.runner(kind).work_on(job_id=job_id, since=since)


@shared_task(name="jobs.sweep")
def sweep() -> int:
    """Queue lost jobs again and return how many."""
    # The tasks expire by the next sweep, so they do not pile up while no worker runs.
    return runner.sweep(expires=SWEEP_EVERY)
