"""Celery's way into the services of the cards."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from cards import auditor
from cards.curation.services import notices
from cards.decks import studies
from cards.decks.services import forget_empty_decks as forget_decks
from cards.loading import staff_imports
from cards.services import bulk
from phylo.queue import RETRY_MAIL

FORGOTTEN_AT_MOST = 1000
"""Empty decks of one night."""
STUDIES_SWEPT_EVERY = 5
"""Seconds between two looks for studies that stand still."""


@shared_task(name="cards.tasks.export_bulk")
def export_bulk() -> None:
    """Write the bulk files anew when they are old or the cards have changed; may run twice."""
    bulk.export_bulk(if_due=True)


@shared_task(name="cards.tasks.forget_empty_decks")
def forget_empty_decks() -> int:
    """Of guests; gives how many."""
    return forget_decks(before=timezone.now() - settings.GUESTS_KEPT, at_most=FORGOTTEN_AT_MOST)


@shared_task(name="cards.tasks.check_import")
def check_import(import_id: int) -> None:
    staff_imports.check_import(import_id=import_id)


@shared_task(name="cards.tasks.apply_import")
def apply_import(import_id: int) -> None:
    staff_imports.finish_apply(import_id=import_id)


@shared_task(name="cards.tasks.mail_notice", **RETRY_MAIL)
def mail_notice(notice_id: int) -> None:
    notices.send_mail(notice_id=notice_id)


@shared_task(name="cards.tasks.work_on_study")
def work_on_study(study_id: int, since: str) -> None:
    """One piece of a study, unless it has gone on after that time."""
    studies.work_on(study_id=study_id, since=since)


@shared_task(name="cards.tasks.work_on_audit")
def work_on_audit(audit_id: int, since: str) -> None:
    """One piece of an audit of points, unless it has gone on after that time."""
    auditor.work_on(audit_id=audit_id, since=since)


@shared_task(name="cards.tasks.sweep_studies")
def sweep_studies() -> int:
    """Queue again the studies and audits that stand still; gives how many."""
    lost, audits = studies.lost_studies(), auditor.lost_audits()
    # They expire with the next sweep, so that repeats do not pile up while no worker runs.
    for study_id, since in lost:
        queue_study(study_id, since, expires=STUDIES_SWEPT_EVERY)
    for audit_id, since in audits:
        queue_audit(audit_id, since, expires=STUDIES_SWEPT_EVERY)
    return len(lost) + len(audits)


def queue_study(study_id: int, since: str, *, expires: float | None = None) -> None:
    work_on_study.apply_async((study_id, since), retry=False, expires=expires)


def queue_audit(audit_id: int, since: str, *, expires: float | None = None) -> None:
    work_on_audit.apply_async((audit_id, since), retry=False, expires=expires)
