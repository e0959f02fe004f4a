"""Errors: pages in the site's style for people, problems for programs."""

import asyncio
import errno
import json
import logging
import sqlite3
from contextlib import closing, nullcontext

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.core.exceptions import BadRequest
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from phylo import urls
from phylo.accounts.backends import SessionStore
from phylo.http import logs, problems
from phylo.http.storage import Fault, Kind, SpareCache, fault_of
from phylo.serving.handler import Handler

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("our fault")


def unreadable(request: HttpRequest) -> HttpResponse:
    raise BadRequest("their fault")


def full(request: HttpRequest) -> HttpResponse:
    """SQLite's own refusal, of a file that may not grow."""
    raise refused_by_sqlite("PRAGMA max_page_count=2", "CREATE TABLE species AS SELECT zeroblob(100000)")


def refused_by_sqlite(*statements: str) -> OperationalError:
    """As Django raises it, whatever database the tests use."""
    with closing(sqlite3.connect(":memory:")) as database:
        try:
            for statement in statements:
                database.execute(statement)
        except sqlite3.OperationalError as cause:
            error = OperationalError(*cause.args)
            error.__cause__ = cause
            return error
    raise AssertionError("nothing was refused")


urlpatterns = [
    path("broken/", broken),
    path("unreadable/", unreadable),
    path("full/", full),
    *urls.urlpatterns,
]
handler400, handler404, handler500 = urls.handler400, urls.handler404, urls.handler500


@pytest.fixture
def client():
    # Without a database, which may itself be the cause.
    with override_settings(ROOT_URLCONF=__name__):
        yield Client(raise_request_exception=False)


@pytest.mark.once
@pytest.mark.parametrize(
    ("address", "status", "words"),
    [("/broken/", 500, "Something went wrong on our side"), ("/unreadable/", 400, "This cannot be read")],
)
def test_a_person_gets_a_page_without_context_and_database(client, address, status, words):
    answer = client.get(address, headers=BROWSER)
    assert (answer.status_code, answer["Content-Type"]) == (status, "text/html; charset=utf-8")
    page = answer.content.decode()
    assert words in page
    assert '<link rel="stylesheet"' in page
    assert "<style" not in page
    assert "<script" not in page
    assert ">To the start</a>" in page


@pytest.mark.once
@pytest.mark.parametrize(
    ("address", "status", "code"), [("/broken/", 500, "error"), ("/unreadable/", 400, "malformed")]
)
def test_a_program_gets_a_problem(client, address, status, code):
    answer = client.get(address, headers={"Accept": "application/json"})
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["code"] == code


@pytest.mark.once
def test_a_form_that_could_not_be_read_is_not_read_again():
    request = RequestFactory().post(
        "/", b"--x\r\nbroken", content_type="multipart/form-data", headers=BROWSER
    )
    assert problems.bad_request(request, BadRequest("no boundary")).status_code == 400


@pytest.mark.once
def test_below_the_api_there_are_no_pages(client):
    answer = client.get("/api/v1/nothing", headers=BROWSER)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.once
def test_a_full_disk_is_told_once_and_without_a_traceback(client, caplog):
    route = logs.RouteForPath()
    caplog.handler.addFilter(route)
    page = client.post("/full/", headers=BROWSER)
    answer = client.post("/full/", headers={"Accept": "application/json"})
    caplog.handler.removeFilter(route)
    assert (page.status_code, page["Retry-After"]) == (503, "60")
    assert "What you sent was not stored." in page.content.decode()
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert said == ["Service Unavailable: /full/ (database or disk is full)"] * 2
    assert "Traceback" not in caplog.text


@pytest.mark.once
def test_who_meets_a_database_that_is_away_may_come_back_soon(rf):
    """A restart takes seconds: a page that waits for its move asks again when it is told to."""
    answer = problems.out_of_service(rf.post("/api/v1/"), Fault(Kind.AWAY, "terminated"))
    assert answer.status_code == 503
    assert 1 <= int(answer["Retry-After"]) <= 2


@pytest.mark.once
def test_a_body_for_which_there_is_no_room(monkeypatch):
    async def refuse(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    sent = []

    async def send(message):
        sent.append(message)

    monkeypatch.setattr(Handler, "read_body", refuse)
    scope = {"type": "http", "method": "POST", "path": "/sign-in/", "query_string": b"", "headers": []}
    asyncio.run(Handler()(scope, None, send))
    assert sent[0]["status"] == 503
    assert json.loads(sent[1]["body"])["code"] == "busy"


@pytest.mark.once
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES])
def test_a_picture_for_which_there_is_no_room_is_shown_all_the_same(tmp_path, monkeypatch, number):
    def refuse(**_named):
        raise OSError(number, "refused")

    cache = SpareCache(tmp_path / "cache", {})
    monkeypatch.setattr("tempfile.mkstemp", refuse)
    with pytest.raises(OSError, match="refused") if number == errno.EACCES else nullcontext():
        cache.set("face", b"wolf")
    assert cache.get("face") is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.services
@pytest.mark.parametrize(
    ("sqlstate", "kind"), [("53100", Kind.FULL), ("53300", Kind.AWAY), ("57P03", Kind.AWAY), ("40P01", None)]
)
def test_which_faults_of_postgresql_are_none_of_the_code(sqlstate, kind):
    with pytest.raises(OperationalError) as raised, connection.cursor() as cursor:
        cursor.execute(f"DO $$ BEGIN RAISE SQLSTATE '{sqlstate}'; END $$")
    fault = fault_of(raised.value)
    assert (fault and fault.kind) == kind


@pytest.mark.once
@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), Kind.FULL),
        (OSError(errno.ENOENT, "No such file"), None),
        (OperationalError("couldn't get a connection after 5.00 sec"), Kind.AWAY),
        (ValueError("full"), None),
        (None, None),
    ],
)
def test_which_other_faults_are_none_of_the_code(error, kind):
    fault = fault_of(error)
    assert (fault and fault.kind) == kind


@pytest.mark.once
def test_a_query_that_is_wrong_is_a_fault_of_the_code():
    assert fault_of(refused_by_sqlite("SELECT * FROM nowhere")) is None


@pytest.mark.once
@pytest.mark.parametrize("fault", [OperationalError("database or disk is full"), None])
def test_a_session_that_cannot_be_stored_is_not_taken_for_a_deleted_one(monkeypatch, fault):
    def refuse(*_arguments):
        try:
            if fault:
                raise fault
        except OperationalError:
            raise UpdateError from None
        raise UpdateError

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.save", refuse)
    with pytest.raises(OperationalError if fault else UpdateError):
        SessionStore().save()
