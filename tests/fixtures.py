"""What tests need of Django and the database alone: also those that run within Pyodide."""

import time
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from cards import texts
from cards.loading.load import load_card_set
from games.matches.services.site_clock import site_time
from phylo.accounts.models import User
from tests.members import person, signed_in


def pytest_sessionstart() -> None:
    # Tests compare the machine's time with the site's, so here these are one: the database's, noted a moment
    # before it is used, may be behind (tests/matches/test_site_clock.py has it as it is).
    site_time.wall = timezone.now
    site_time.read = lambda: site_time.wall()


@pytest.fixture(scope="module")
def real_set(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The cards and ready decks that come with the site; taken away again after the module."""
    with django_db_blocker.unblock(), transaction.atomic():
        load_card_set()
        # Else each test would do it for these rows, since what it has looked at is taken back with it.
        connection.check_constraints()
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _texts_read_anew() -> None:
    """What another test has stored is taken back without a word."""
    texts.forget()


@pytest.fixture
def ada(db: None) -> User:
    """She and Ben have accounts, unless a folder says otherwise."""
    return person("Ada")


@pytest.fixture
def ben(db: None) -> User:
    return person("Ben")


@pytest.fixture
def ada_client(ada: User) -> Client:
    return signed_in(ada)


@pytest.fixture
def ben_client(ben: User) -> Client:
    return signed_in(ben)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> type:
    """`time.time`: stands at the beginning of a window of rate limits, until its `now` is moved."""
    cache.clear()

    class Clock:
        now = 1_800_000_000.0

    monkeypatch.setattr(time, "time", lambda: Clock.now)
    return Clock
