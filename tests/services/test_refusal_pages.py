"""Errors: pages in the site's style for people, problems for programs."""

import pytest
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from phylo import urls
from phylo.http import problems

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("our fault")


def unreadable(request: HttpRequest) -> HttpResponse:
    raise BadRequest("their fault")


urlpatterns = [path("broken/", broken), path("unreadable/", unreadable), *urls.urlpatterns]
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
