"""Queues tasks by name, so that the code that queues one need not import the code that runs it."""

from smtplib import SMTPException
from typing import Any

from celery import current_app
from django.db import transaction

RETRY_MAIL: dict[str, Any] = {
    "autoretry_for": (OSError, SMTPException),
    "retry_backoff": 10,  # seconds, then twice as long each time
    "max_retries": 5,
}
"""Options of a task that sends a mail."""


def queue(name: str, *details: object, expires: float | None = None) -> None:
    """Send the task of that name. It is dropped if it has not begun within `expires` seconds."""
    # No retries: requests do not wait for a broker that is down.
    current_app.signature(name, args=details).apply_async(retry=False, expires=expires)


def queue_on_commit(name: str, *details: object) -> None:
    """Queue a task when the transaction is committed. A broker that is down does not undo the commit."""
    transaction.on_commit(lambda: queue(name, *details), robust=True)
