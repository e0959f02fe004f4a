"""
Celery's way to the mails, so that who asks for one neither waits for it nor learns from the time it takes;
and what is tidied up at night.
"""

from celery import shared_task
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from phylo.accounts import mails
from phylo.accounts.guests import forget_idle_guests
from phylo.jobs.queue import RETRY_MAIL

FORGOTTEN_AT_MOST = 1000
"""Guests of one night."""


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


@shared_task(name="accounts.forget_guests")
def forget_guests() -> int:
    """Those who have left nothing behind; gives how many."""
    return forget_idle_guests(before=timezone.now() - settings.GUESTS_KEPT, at_most=FORGOTTEN_AT_MOST)
