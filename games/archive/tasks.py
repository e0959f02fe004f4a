from celery import shared_task

from games.archive.services import files
from phylo.jobs.queue import queue


@shared_task(name="games.tasks.write_archive")
def write_archive() -> None:
    """Write a piece of the first month that is missing, and queue itself for the next; may run twice."""
    if files.write_some():
        queue("games.tasks.write_archive")
