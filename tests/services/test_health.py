"""The health checks for load balancers."""

import pytest
from celery.worker import state
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from phylo.celery import app
from phylo.http.storage import own_connection
from phylo.serving import health
from tests.services import processes


def asked(client):
    answer = client.get("/readyz")
    return answer.status_code, answer.json()


@pytest.mark.django_db(transaction=True)
def test_ready(client):
    assert asked(client) == (200, {"missing": []})


@pytest.mark.django_db(transaction=True)
def test_a_migration_that_is_not_applied_is_missing(client):
    row = MigrationRecorder(connection).migration_qs.get(app="kiosk", name="0001_initial")
    row.delete()
    try:
        assert asked(client) == (503, {"missing": ["migrations"]})
    finally:
        row.save(force_insert=True)


@pytest.mark.django_db(transaction=True)
def test_a_migration_of_the_next_version_is_no_matter(client):
    recorder = MigrationRecorder(connection)
    recorder.record_applied("games", "9999_of_the_next_version")
    try:
        assert asked(client) == (200, {"missing": []})
    finally:
        recorder.record_unapplied("games", "9999_of_the_next_version")


@pytest.mark.django_db(transaction=True)
def test_redis_that_is_away_is_missing(client, monkeypatch):
    monkeypatch.setattr(settings, "REDIS_URL", f"redis://127.0.0.1:{processes.free_port()}")
    assert asked(client) == (503, {"missing": ["redis"]})


def test_the_worker_of_this_process_is_missing_once_it_has_died(client, settings, embedded_worker):
    settings.EMBEDDED = True
    assert asked(client) == (200, {"missing": []})
    # Not by `stop`, which is not a failure.
    state.should_terminate = 1
    try:
        for _ in range(2):
            app.send_task("phylo.wake")
        embedded_worker.threads[0].join(processes.PATIENCE)
    finally:
        state.should_terminate = None
    assert asked(client) == (503, {"missing": ["worker"]})


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_away_is_told_quickly():
    lost = connection.copy()
    lost.settings_dict["PORT"] = str(processes.free_port())
    assert health.database_lacks(lost) == ["database"]
    options = own_connection(lost).settings_dict["OPTIONS"]
    # The pool would wait for half a minute.
    assert options["connect_timeout"] == health.QUICKLY
    assert "pool" not in options
