"""Queries that are compiled once answer like those that are compiled each time."""

import threading
import time
import uuid
from contextlib import suppress
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, models, transaction
from django.db.models import Model
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from games.matches.access import at_one_table
from games.matches.models import Match, Seat
from games.matches.models.match import BULKY
from phylo.accounts.backends import open_session
from phylo.http.prepared import Prepared

pytestmark = pytest.mark.django_db


def columns(rows: list[Model]) -> list[dict[str, object]]:
    """What was read, with the accounts and matches that came with it."""
    return [
        {
            name: columns([value])
            for name, value in (*row.__dict__.items(), *row._state.fields_cache.items())
            if isinstance(value, Model)
        }
        | {name: value for name, value in row.__dict__.items() if name != "_state"}
        for row in rows
    ]


def test_rows_are_those_of_the_same_query(match):
    fresh = list(Seat.objects.at_one_table(match.pk))
    for _again in range(2):
        assert columns(at_one_table(match.pk)) == columns(fresh)


def test_each_call_has_its_own_values_and_reads_anew(match, ada):
    assert at_one_table(uuid.uuid4()) == []
    Match.objects.filter(pk=match.pk).update(talk=7)
    assert [seat.match.talk for seat in at_one_table(match.pk)] == [7, 7]


def test_a_session_is_open_until_it_expires():
    now = timezone.now()
    Session.objects.create(session_key="k" * 32, session_data="", expire_date=now)
    assert [each.pk for each in open_session("k" * 32, now - timedelta(seconds=1))] == ["k" * 32]
    assert open_session("k" * 32, now) == open_session("x" * 32, now) == []


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_only_in_a_transaction(match):
    locked = Prepared(lambda pk: Match.objects.filter(pk=pk).select_for_update(), models.UUIDField())
    with transaction.atomic():
        assert locked(match.pk) == [match]
    with pytest.raises(TransactionManagementError):
        locked(match.pk)


def test_what_is_asked_for_is_not_loaded_besides(match, django_assert_num_queries):
    with django_assert_num_queries(1):
        first, second = at_one_table(match.pk)
        assert [first.player.name, second.player.name] == ["Ada", "Ben"]
    assert first.match.get_deferred_fields() == set(BULKY)


@pytest.mark.django_db(transaction=True)
def test_every_thread_asks_over_its_own_connection(match):
    at_one_table(match.pk)
    found = []

    def ask():
        found.append((connection.connection, at_one_table(match.pk), connection.connection))
        connection.close()

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    ((before, seats, own),) = found
    assert (before, len(seats)) == (None, 2)
    assert own is not connection.connection


@pytest.mark.django_db(transaction=True)
def test_threads_that_ask_first_at_the_same_time_do_not_spoil_the_query(match, monkeypatch):
    seats_of = Prepared(
        lambda pk: Seat.objects.filter(match__pk=pk).select_related("match"), models.UUIDField()
    )
    usual, compiling = SQLCompiler.get_from_clause, threading.Barrier(2)

    def together(compiler):
        # Where two compile at the same time, the first to finish uncounts the tables of the other.
        with suppress(threading.BrokenBarrierError):
            if compiling.wait(0.5):
                time.sleep(0.2)
        return usual(compiler)

    monkeypatch.setattr(SQLCompiler, "get_from_clause", together)
    found = []

    def ask():
        found.append(len(seats_of(match.pk)))
        connection.close()

    threads = [threading.Thread(target=ask) for _thread in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [2, 2]
