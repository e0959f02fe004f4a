"""The status page, which never fails itself."""

import pytest
from django.conf import settings
from django.db import connection

from phylo.http.storage import own_connection
from phylo.jobs.backlog import Backlog, backlogs
from phylo.jobs.models import StoredTask
from phylo.serving import condition as conditions
from phylo.serving import health
from phylo.serving.condition import Condition
from tests.factories import deal
from tests.services import processes

NOTHING_WAITS = {name: Backlog(0, 0.0) for name in settings.BACKLOGS}
WELL = "The site works"
NOT_WELL = "Something does not work"


@pytest.fixture(autouse=True)
def _not_looked_up_before(monkeypatch):
    monkeypatch.setattr(conditions, "_known", None)


def shown(client):
    answer = client.get("/status/")
    assert answer.status_code == 200
    return answer.content.decode()


def shown_of(client, monkeypatch, *missing, **waiting):
    found = NOTHING_WAITS | {name: Backlog(1, seconds) for name, seconds in waiting.items()}
    without = {"database", "migrations"} & {*missing}
    told = Condition(frozenset(missing), {} if without else found)
    monkeypatch.setattr(conditions, "look", lambda: told)
    return shown(client)


@pytest.mark.django_db(transaction=True)
def test_a_site_that_works(client):
    page = shown(client)
    assert WELL in page
    assert "No work is waiting." in page
    assert f"Version {settings.VERSION}" in page


@pytest.mark.parametrize(
    ("missing", "waiting", "words"),
    [
        (["database"], {}, ["Moves cannot be stored", "Whether the computer answers is not known"]),
        (["redis"], {}, ["Moves are taken", "The computer does not answer", "Mails are leaving"]),
        (["worker"], {}, ["The computer does not answer"]),
        ([], {"turns": 31.0}, ["The computer does not answer", "is 31 seconds old"]),
        ([], {"tasks": 121.0}, ["No match waits for the computer", "Mails are late", "is 2\xa0minutes old"]),
    ],
)
def test_what_does_not_work_is_said(client, monkeypatch, missing, waiting, words):
    page = shown_of(client, monkeypatch, *missing, **waiting)
    assert NOT_WELL in page
    assert [each for each in words if each not in page] == []


def test_a_turn_that_is_on_its_way_is_no_fault(client, monkeypatch):
    page = shown_of(client, monkeypatch, turns=1.0)
    assert WELL in page
    assert "The computer answers." in page
    assert "is 1 second old" in page


def test_many_visitors_cost_one_look(client, monkeypatch):
    looked = []
    monkeypatch.setattr(conditions, "look", lambda: looked.append(1) or Condition(frozenset(), NOTHING_WAITS))
    for _visitor in range(3):
        shown(client)
    assert len(looked) == 1


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_without_database_and_redis(client, monkeypatch, django_assert_num_queries):
    """Also for somebody with a session, which is in the database, and is not asked for."""
    client.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32
    lost = connection.copy()
    lost.settings_dict["PORT"] = str(processes.free_port())
    monkeypatch.setattr(health, "own_connection", lambda usual: own_connection(lost))
    monkeypatch.setattr(settings, "REDIS_URL", f"redis://127.0.0.1:{processes.free_port()}")
    with django_assert_num_queries(0):
        page = shown(client)
    assert "Moves cannot be stored" in page
    assert "Whether mails are leaving is not known" in page


@pytest.mark.django_db
def test_what_waits():
    StoredTask.objects.create(name="x", details=[])
    deal(None)
    found = backlogs()
    assert {name: each.waiting for name, each in found.items()} == {"turns": 1, "tasks": 1, "jobs": 0}
    assert 0 <= found["tasks"].oldest < 60
