"""Celery's way into the services of the cards."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from cards.curation.services import notices
from cards.decks.services import forget_empty_decks as forget_decks
from cards.services import bulk
from phylo.queue import RETRY_MAIL

FORGOTTEN_AT_MOST = 1000
"""Empty decks of one night."""


@shared_task(name="cards.tasks.export_bulk")
def export_bulk() -> None:
    """Write the bulk files anew when they are old or the cards have changed; may run twice."""
    bulk.export_bulk(if_due=True)


@shared_task(name="cards.tasks.forget_empty_decks")
def forget_empty_decks() -> int:
    """Of guests; gives how many."""
    return forget_decks(before=timezone.now() - settings.GUESTS_KEPT, at_most=FORGOTTEN_AT_MOST)


@shared_task(name="cards.tasks.mail_notice", **RETRY_MAIL)
def mail_notice(notice_id: int) -> None:
    notices.send_mail(notice_id=notice_id)
