"""What the API refuses: each kind is a problem that says what is wrong."""

import base64
import json

import django.test
import pytest

from cards.search.services.search import CardSearch

pytestmark = [pytest.mark.django_db, pytest.mark.once]


class Client(django.test.Client):
    """A script on a page of another site."""

    def __init__(self, **options) -> None:
        super().__init__(headers={"Origin": "https://elsewhere.example"}, **options)


def problem(response, status: int, code: str) -> dict:
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    assert response["Access-Control-Allow-Origin"] == "*"
    body = response.json()
    assert (body["status"], body["code"]) == (status, code)
    assert body["title"]
    assert body["detail"]
    return body


def test_a_bad_query_says_where_and_what_would_be_right(cards):
    body = problem(Client().get("/api/v1/cards/?q=oak+terain:forest"), 400, "query")
    assert (body["column"], body["length"], body["suggestion"]) == (5, 6, "terrain")
    assert "terrain" in body["expected"]
    assert body["mended"] == "oak terrain:forest"
    problem(Client().get("/api/v1/search/explain?q=scale<"), 400, "query")


@pytest.mark.parametrize(
    "query",
    [
        "a" * 10_000, "(" * 900, "-" * 900, '"', "\0", "name:\0", "\ud83d", "points>" + "9" * 400, "or",
        "a or", "sort:x", "in:nowhere", "eats:nobody-at-all", "terrain:", "x:y", "is:nothing",
        "terrain:forest,", "'; DROP TABLE cards_card; --:", "%:%", "\u202e:\u202e", "rules:2",
    ],
)  # fmt: skip
@pytest.mark.parametrize("address", ["/api/v1/cards/", "/api/v1/search/explain"])
def test_hostile_queries_are_refused_quickly(cards, address, query):
    body = problem(Client().get(address, {"q": query.encode("utf-8", "surrogatepass")}), 400, "query")
    assert 1 <= body["column"] <= 1001


@pytest.mark.parametrize(
    "query", ["%", "_", "a%_b", "\\", "٣", "\U0001f40e", "ﬁ", "null", "' or 1=1", "a" * 1000]
)
def test_odd_queries_are_answered(cards, query):
    assert Client().get("/api/v1/cards/", {"q": query}).status_code in (200, 400)


def packed(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("query", "cursor"),
    [
        ("", "broken"), ("", "%00"), ("", "é"), ("", packed({})), ("", packed([])), ("", "W10" * 600),
        ("", packed(["points", True, 3, "x"])), ("", packed(["name", False, "\ud800"])),
        ("", packed(["name", False, None])), ("sort:-points", packed(["points", True, 10**300, "a"])),
        ("sort:new", packed(["new", False, "0001-01-01T00:00:00+23:59", "a"])),
        ("sort:new", packed(["new", False, "9999-12-31T23:59:59-23:59", "a"])),
        ("sort:new", packed(["new", False, "2026-01-01T00:00:00", "a"])),
    ],
)  # fmt: skip
def test_a_malformed_cursor(cards, query, cursor):
    body = problem(Client().get("/api/v1/cards/", {"q": query, "cursor": cursor}), 400, "cursor")
    assert body["parameter"] == "cursor"


def test_a_cursor_of_another_order(cards):
    cursor = CardSearch("sort:points").slice_after(None, 2).next
    problem(Client().get("/api/v1/cards/", {"cursor": cursor}), 400, "cursor")


@pytest.mark.parametrize("cursor", ["broken", "é", packed("x"), "Lg", "AA"])
def test_a_malformed_cursor_of_decks(cards, cursor):
    problem(Client().get("/api/v1/decks/", {"cursor": cursor}), 400, "cursor")


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("size=0", "size"), ("size=201", "size"), ("size=-1", "size"), ("size=x", "size"), ("size=", "size"),
        ("size=1.0", "size"), ("size=1_0", "size"), ("size=%D9%A3", "size"), ("size=" + "9" * 5000, "size"),
        ("rules=2", "rules"), ("rules=", "rules"), ("size=3&size=4", "size"), ("q=a&q=b", "q"),
        ("cursor=", "cursor"),
    ],
)  # fmt: skip
def test_a_parameter_that_cannot_be(cards, asked, name):
    body = problem(Client().get(f"/api/v1/cards/?{asked}"), 400, "parameter")
    assert body["parameter"] == name


def test_an_unknown_parameter_names_the_nearest(cards):
    body = problem(Client().get("/api/v1/cards/?siz=3"), 400, "unknown-parameter")
    assert (body["parameter"], body["suggestion"]) == ("siz", "size")
    assert body["expected"] == ["q", "rules", "cursor", "size"]
    problem(Client().get("/api/v1/cards/oak/?q=oak"), 400, "unknown-parameter")
    problem(Client().get("/api/v1/cards/?format=json"), 400, "unknown-parameter")
    problem(Client().get("/api/v1/bulk/?x"), 400, "unknown-parameter")


def test_an_unknown_card_names_those_that_come_near(cards):
    body = problem(Client().get("/api/v1/cards/hrose/"), 404, "not-found")
    assert body["suggestions"] == ["horse"]
    problem(Client().get("/api/v1/cards/hrose/eats/"), 404, "not-found")
    assert problem(Client().get("/api/v1/cards/-/"), 404, "not-found")["suggestions"] == []


@pytest.mark.parametrize(
    "address",
    [
        "/api/nothing", "/api/v2/cards/", "/api/v1/nothing/", "/api/v1/cards/oak/likes/",
        "/api/v1/cards/%00/", "/api/v1/cards/a b/", "/api/v1/decks/nothing/", "/api/v1/bulk/nothing",
        "/api/v1/openapi.xml",
        "/api/v1/cards/" + "x" * 5000 + "/",
    ],
)  # fmt: skip
@pytest.mark.parametrize("accept", ["*/*", "text/html,*/*;q=0.8"])
def test_an_unknown_address(cards, address, accept):
    problem(Client().get(address, HTTP_ACCEPT=accept), 404, "not-found")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "trace"])
@pytest.mark.parametrize("address", ["/api/v1/cards/", "/api/v1/cards/oak/", "/api/v1/bulk/", "/api/v1/"])
def test_any_method_that_would_write(cards, address, method):
    response = getattr(Client(enforce_csrf_checks=True), method)(address)
    problem(response, 405, "method")
    assert response["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*"])
def test_another_media_type(cards, accept):
    problem(Client().get("/api/v1/cards/", HTTP_ACCEPT=accept), 406, "not-acceptable")


def test_refusals_are_not_kept(cards):
    response = Client().get("/api/v1/cards/?q=x:y")
    assert response["Cache-Control"] == "no-store"
    assert "ETag" not in response


def test_our_own_fault_is_a_problem_too(cards, settings):
    settings.API_LIMITS = {}
    response = Client(raise_request_exception=False).get("/api/v1/cards/", HTTP_ACCEPT="text/html,*/*")
    problem(response, 500, "error")
