"""Celery's way to long work."""

from celery import shared_task

from phylo.jobs import runner

SWEEP_EVERY = 5
"""Seconds between two looks for jobs that stand still."""


@shared_task(name="jobs.work")
def work(kind: str, job_id: int, since: str) -> None:
    """One piece of a job of that kind, unless it has gone on after the time `since`."""
    runner.runner(kind).work_on(job_id=job_id, since=since)


@shared_task(name="jobs.sweep")
def sweep() -> int:
    """Queue again the jobs that stand still; gives how many."""
    # They expire with the next sweep, so that repeats do not pile up while no worker runs.
    return runner.sweep(expires=SWEEP_EVERY)
