"""Queues tasks by name, so that the code that queues one need not import the code that runs it."""

from contextlib import suppress

from celery import current_app

from phylo.http.redis import Unreachable, reaching_redis

USUAL = "celery"
THINKING = "thinking"
"""The queue of what takes a computer's whole attention for a moment: its turns, hints, analyses."""


def length(name: str = USUAL) -> int:
    """How many tasks of a queue no worker has taken. Raises Unreachable."""
    with reaching_redis(), current_app.connection_or_acquire() as connection:
        channel = connection.default_channel
        try:
            return channel.queue_declare(name, passive=True).message_count
        except connection.channel_errors:
            # Redis has no list that is empty.
            return 0


def queue(name: str, *details: object, expires: float | None = None, to: str | None = None) -> None:
    """
    Send the task of that name to a queue, by default the usual one. It is dropped if it has
    not begun within `expires` seconds, or if the broker cannot be reached: a sweep finds what there is to do.
    """
    # No retries: requests do not wait for a broker that is down.
    with suppress(Unreachable), reaching_redis():
        current_app.signature(name, args=details).apply_async(retry=False, expires=expires, queue=to)
