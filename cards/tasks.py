"""Celery tasks of the cards."""

from celery import shared_task

from cards.curation.services import notices
from cards.services import bulk


@shared_task(name="cards.tasks.export_bulk")
def export_bulk() -> None:
    """Export the bulk files if they are old or the cards have changed; may run twice."""
    bulk.export_bulk(if_due=True)


@shared_task(name="cards.tasks.mail_notice")
def mail_notice(notice_id: int) -> None:
    notices.send_mail(notice_id=notice_id)
