"""Queues tasks by name, so that the code that queues one need not import the code that runs it."""

from collections.abc import Sized
from contextlib import suppress
from typing import Protocol

from celery import current_app

from phylo.beside import link
from phylo.http import logs
from phylo.http.redis import Unreachable, reaching_redis

USUAL = "celery"
THINKING = "thinking"
"""The queue of what takes a computer's whole attention for a moment: its turns, hints, analyses."""


class Here(Sized, Protocol):
    """Takes tasks where there is no worker (phylo/offline/tasks.py)."""

    def put(self, task: link.Queued) -> None: ...


here: Here | None = None


def length(name: str = USUAL) -> int:
    """How many tasks of a queue no worker has taken. Raises Unreachable."""
    if here is not None:
        return len(here)
    if link.main is not None:
        with reaching_redis():
            waiting: int = link.main.ask("length", name)
            return waiting
    with reaching_redis(), current_app.connection_or_acquire() as connection:
        channel = connection.default_channel
        try:
            return channel.queue_declare(name, passive=True).message_count
        except connection.channel_errors:
            # Redis has no list that is empty.
            return 0


def queue(name: str, *details: str | int, expires: float | None = None, to: str | None = None) -> None:
    """
    Send the task of that name to a queue, by default the usual one. It is dropped if it has
    not begun within `expires` seconds, or if the broker cannot be reached: a sweep finds what there is to do.
    """
    task = link.Queued(name, [*details], expires, to, logs.current_request())
    if here is not None:
        here.put(task)
    elif link.main is not None:
        link.main.tell(task)
    else:
        send(task)


def send(task: link.Queued) -> None:
    """To the broker."""
    # The worker's log lines carry the id of the request (phylo/celery.py).
    headers = {} if task.request is None else {"phylo_request": task.request}
    # No retries: requests do not wait for a broker that is down.
    with suppress(Unreachable), reaching_redis():
        current_app.signature(task.name, args=task.details).apply_async(
            retry=False, expires=task.expires, queue=task.to, headers=headers
        )
