"""Celery tasks of curation."""

from celery import shared_task

from cards.curation.services import notices


# Mails that wait in the outbox of a site have this name.
@shared_task(name=notices.MAIL)
def mail_notice(notice_id: int) -> None:
    notices.send_mail(notice_id=notice_id)
