"""Celery's way to the mails: who asked for one does not wait for it, nor learn from the time it takes."""

from smtplib import SMTPException
from typing import Any

from celery import Task, shared_task
from django.core.management import call_command

RETRY: dict[str, Any] = {
    "autoretry_for": (OSError, SMTPException),
    "retry_backoff": 10,  # seconds, then twice as long each time
    "max_retries": 5,
}


@shared_task(name="accounts.mail_confirmation", **RETRY)
def mail_confirmation(user_id: int, site: str) -> None:
    # Imported late: the services queue these tasks.
    from phylo.accounts import mails

    mails.send_confirmation(user_id=user_id, site=site)


@shared_task(name="accounts.mail_reset", **RETRY)
def mail_reset(address: str, site: str) -> None:
    from phylo.accounts import mails

    mails.send_reset(address=address, site=site)


@shared_task(name="accounts.forget_sessions")
def forget_sessions() -> None:
    """Those that have expired."""
    call_command("clearsessions")


def queue(task: Task, *details: Any) -> None:
    # No retries: whoever asked is not kept waiting for a broker that is away.
    task.apply_async(details, retry=False)
