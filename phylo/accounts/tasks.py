"""Celery's way to the mails: who asked for one does not wait for it, nor learn from the time it takes."""

from celery import shared_task
from django.core.management import call_command

from phylo.accounts import mails
from phylo.queue import RETRY_MAIL


@shared_task(name="accounts.mail_confirmation", **RETRY_MAIL)
def mail_confirmation(user_id: int, site: str) -> None:
    mails.send_confirmation(user_id=user_id, site=site)


@shared_task(name="accounts.mail_reset", **RETRY_MAIL)
def mail_reset(address: str, site: str) -> None:
    mails.send_reset(address=address, site=site)


@shared_task(name="accounts.forget_sessions")
def forget_sessions() -> None:
    """Those that have expired."""
    call_command("clearsessions")
