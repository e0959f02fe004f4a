"""A PostgreSQL that does not answer, or one process of it: nobody who asks for a page waits long for it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import OperationalError, connection, connections

from phylo.http import storage
from phylo.http.storage import Kind, answered_soon, fault_of, patience

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(storage, "LONGEST", 0.1)


def asked(statement: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()


def test_an_answer_that_takes_too_long_is_no_fault_of_the_code(short):
    with answered_soon(), pytest.raises(OperationalError, match=r"no answer within 0\.1 seconds") as refused:
        asked("SELECT pg_sleep(600)")
    fault = fault_of(refused.value)
    assert fault is not None
    assert fault.kind is Kind.AWAY
    # As at the end of a request.
    connection.close_if_unusable_or_obsolete()
    assert asked("SELECT 1") == (1,)


def test_commands_and_workers_wait_as_long_as_it_takes(short):
    with answered_soon():
        pass
    assert patience.get() is None
    assert asked("SELECT 1 FROM pg_sleep(0.2)") == (1,)


def test_a_process_of_the_server_that_is_stopped_costs_one_connection():
    """Every connection that the pool has is of a stopped process; others are made."""
    (stopped,) = asked("SELECT pg_backend_pid()")
    connection.close()
    with standing_still(stopped), answered_soon():
        (other,) = asked("SELECT pg_backend_pid()")
        assert other != stopped
        connection.close()


@contextmanager
def standing_still(pid: int) -> Iterator[None]:
    if not Path(f"/proc/{pid}/comm").exists() or "postgres" not in Path(f"/proc/{pid}/comm").read_text():
        pytest.skip("PostgreSQL runs on another machine")
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_requests_are_impatient(client):
    from phylo.serving.handler import Handler

    seen = []
    handler = Handler()
    handler.get_response = lambda request: seen.append(patience.get())
    handler._answer(None)
    assert seen == [storage.LONGEST]
    assert patience.get() is None


def test_the_pool_gives_up_as_soon():
    pool = connections["default"].settings_dict["OPTIONS"]["pool"]
    assert pool["timeout"] == storage.LONGEST
    assert issubclass(pool["connection_class"], psycopg.Connection)
