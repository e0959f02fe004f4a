"""A stored task is done after the commit, whatever the broker does, and is not given up at once."""

from datetime import timedelta

import pytest
from celery import shared_task
from django.db import transaction
from django.utils import timezone

from phylo.jobs import outbox
from phylo.jobs.models import StoredTask

pytestmark = pytest.mark.django_db

done: list[str] = []


@shared_task(name="tests.note")
def note(word: str) -> None:
    done.append(word)


@shared_task(name="tests.refuse")
def refuse() -> None:
    raise OSError("no mail server")


@shared_task(name="tests.kill")
def kill() -> None:
    raise SystemExit


@pytest.fixture(autouse=True)
def _nothing_done():
    done.clear()


@pytest.fixture
def queued(monkeypatch) -> list[tuple]:
    """What reaches the broker."""
    calls: list[tuple] = []
    monkeypatch.setattr(outbox, "queue", lambda *details, **options: calls.append(details))
    return calls


def later(monkeypatch, **passed: float) -> None:
    at = timezone.now() + timedelta(**passed)
    monkeypatch.setattr(outbox.timezone, "now", lambda: at)


def test_it_is_stored_with_what_asks_for_it(queued, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        outbox.queue_durably("tests.note", "hello")
    (stored,) = StoredTask.objects.all()
    assert queued == [("jobs.deliver", stored.pk)]
    outbox.deliver(task_id=stored.pk)
    outbox.deliver(task_id=stored.pk)
    assert (done, StoredTask.objects.count()) == (["hello"], 0)


def test_what_is_undone_is_not_done(queued, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        outbox.queue_durably("tests.note", "hello")
        transaction.set_rollback(True)
    assert (queued, StoredTask.objects.count()) == ([], 0)


def test_a_sweep_finds_what_the_broker_did_not_get(queued, monkeypatch, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks():
        outbox.queue_durably("tests.note", "hello")
    assert outbox.sweep(expires=5) == 0
    later(monkeypatch, seconds=6)
    assert outbox.sweep(expires=5) == 1
    assert queued == [("jobs.deliver", StoredTask.objects.get().pk)]


def test_two_workers_do_not_both_do_it(queued, monkeypatch):
    outbox.queue_durably("tests.note", "hello")
    stored = StoredTask.objects.get()
    monkeypatch.setattr(StoredTask, "delete", lambda self: outbox.deliver(task_id=self.pk))
    outbox.deliver(task_id=stored.pk)
    assert done == ["hello"]


def test_what_fails_is_tried_again_less_and_less_often_and_given_up(queued):
    outbox.queue_durably("tests.refuse")
    stored = StoredTask.objects.get()
    for wait in outbox.RETRIES:
        before = timezone.now()
        outbox.deliver(task_id=stored.pk)
        stored.refresh_from_db()
        assert stored.due_at >= before + wait
        StoredTask.objects.update(due_at=before)
    outbox.deliver(task_id=stored.pk)
    assert not StoredTask.objects.exists()


def test_a_task_whose_worker_was_killed_is_done_again(queued, monkeypatch):
    outbox.queue_durably("tests.kill")
    with pytest.raises(SystemExit):
        outbox.deliver(task_id=StoredTask.objects.get().pk)
    later(monkeypatch, seconds=60)
    assert outbox.sweep(expires=5) == 0
    later(monkeypatch, seconds=180)
    assert outbox.sweep(expires=5) == 1
