"""POST matches/<id>/actions/ and GET matches/<id>/why/."""

import json
import uuid

import pytest
from django.urls import reverse

from games.matches.models import Match
from games.matches.services.positions import view_at
from tests.factories import client_of
from tests.matches.test_addresses import CLOSED

pytestmark = pytest.mark.once

NEIGHBOUR_OF_HOME = [0, 1]


def url(match, name="api-match-actions"):
    return reverse(name, kwargs={"match_id": getattr(match, "pk", match)})


def post(client, match, body, content_type="application/json", **headers):
    data = body if isinstance(body, (str, bytes)) else json.dumps(body)
    return client.post(url(match), data, content_type=content_type, **headers)


def order(action=None, version=0, key="one"):
    return {"action": action or {"do": "pass"}, "version": version, "key": key}


def unchanged(match):
    return Match.objects.values("version", "snapshot", "updated").get(pk=match.pk) == {
        "version": match.version,
        "snapshot": match.snapshot,
        "updated": match.updated,
    }


def test_it_plays(match, ada_client):
    response = post(ada_client, match, order())
    assert (response.status_code, response.json()) == (200, {"version": 1})


def test_the_same_again_gives_the_same(match, ada_client, ben_client):
    post(ada_client, match, order())
    post(ben_client, match, order(version=1))
    response = post(ada_client, match, order())
    assert (response.status_code, response.json()) == (200, {"version": 1})
    assert match.moves.count() == 2


def test_the_key_of_another_action_is_refused(match, ada_client):
    post(ada_client, match, order())
    response = post(ada_client, match, order({"do": "resign"}))
    assert (response.status_code, response.json()["code"]) == (422, "key-reused")
    assert match.moves.count() == 1


def test_a_stale_version_tells_the_current_one(match, ada_client):
    post(ada_client, match, order())
    response = post(ada_client, match, order(key="two"))
    assert (response.status_code, response["Content-Type"]) == (409, "application/problem+json")
    assert (response.json()["code"], response.json()["version"]) == ("stale", 1)


def test_the_turn_of_the_other_seat(match, ben_client):
    response = post(ben_client, match, order())
    assert (response.status_code, response.json()["code"]) == (422, "not-your-turn")
    assert unchanged(match)


def test_an_illegal_action_says_why(match, ada_client):
    (hand,) = [hand for hand in view_at(match, 0)["hands"] if isinstance(hand, list)]
    plant = next(key for key in hand if key in ("clover", "nettle"))
    response = post(ada_client, match, order({"do": "play", "card": plant, "at": [5, 5]}))
    body = response.json()
    assert (response.status_code, response["Content-Type"]) == (422, "application/problem+json")
    assert (body["code"], body["clause"], body["neighbour"]) == ("no-neighbour", "P15", None)
    assert body["detail"].endswith(".")
    assert unchanged(match)


@pytest.mark.parametrize(
    "body",
    [
        " ", "{", "[]", "null", "7", '"pass"', "[" * 10000, b"\xff\xfe", '{"action": {"do": "pass"}}',
        order() | {"extra": 1}, order() | {"seat": 1}, order({"do": "pass", "seat": 1}),
        order() | {"action": "pass"}, order() | {"action": [1]}, order() | {"version": "0"},
        order() | {"version": True}, order() | {"version": -1}, order() | {"version": 0.0},
        order() | {"version": 10**30}, order() | {"key": ""}, order() | {"key": 7},
        order() | {"key": "x" * 65},
        order() | {"key": "two words"}, order() | {"key": "nul\0"}, order({}) | {"action": {}},
        order({"do": 3}), order({"do": "play"}), order({"do": "pass", "card": "hare"}),
        order({"do": "play", "card": "hare", "at": "home"}),
        order({"do": "play", "card": "hare", "at": [0.5, 1]}),
        order({"do": "play", "card": ["hare"], "at": [0, 1]}), order({"do": "discard", "card": "nul\0"}),
        order({"do": "event", "card": "fire", "at": [0, 1], "choose": "hare"}),
    ],
)  # fmt: skip
def test_a_broken_body_is_refused_and_nothing_changes(match, ada_client, body):
    response = post(ada_client, match, body)
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert response.json()["detail"]
    assert unchanged(match)


@pytest.mark.parametrize("size", [65 * 1024, 3 * 1024 * 1024])
def test_a_large_body_is_refused(match, ada_client, size):
    response = post(ada_client, match, json.dumps(order({"do": "x" * size})))
    assert (response.status_code, response.json()["code"]) == (413, "too-large")
    assert unchanged(match)


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_another_content_type_is_refused(match, ada_client, content_type):
    response = post(ada_client, match, json.dumps(order()), content_type=content_type)
    assert (response.status_code, response.json()["code"]) == (415, "media-type")
    assert unchanged(match)


def test_numbers_far_away_are_just_illegal(match, ada_client):
    (hand,) = [hand for hand in view_at(match, 0)["hands"] if isinstance(hand, list)]
    plant = next(key for key in hand if key in ("clover", "nettle"))
    response = post(ada_client, match, order({"do": "play", "card": plant, "at": [10**40, -(10**40)]}))
    assert response.status_code == 422


def test_outsiders_find_no_match(match, outsiders):
    for name, client in outsiders.items():
        assert post(client, match, order()).status_code in CLOSED, name
        asked = client.get(url(match, "api-match-why"), {"action": '{"do": "pass"}'})
        assert asked.status_code in CLOSED, name
    assert unchanged(match)


def test_a_wrong_id_is_no_match(match, ada_client):
    assert post(ada_client, uuid.uuid4(), order()).status_code == 404
    assert ada_client.post("/matches/1/actions/", "{}", content_type="application/json").status_code == 404


def test_another_sites_form_is_refused(match, ada):
    client = client_of(ada, enforce_csrf_checks=True)
    assert post(client, match, order()).status_code == 403
    assert unchanged(match)


def test_asking_why_is_only_reading(match, ada_client):
    assert ada_client.post(url(match, "api-match-why")).status_code == 405


def why(client, match, action):
    text = action if isinstance(action, str) else json.dumps(action)
    return client.get(url(match, "api-match-why"), {"action": text})


def test_why_of_a_legal_action(match, ada_client):
    assert why(ada_client, match, {"do": "pass"}).json() == {"legal": True}
    assert unchanged(match)


def test_why_of_an_illegal_action(match, ada_client, ben_client):
    body = why(ben_client, match, {"do": "pass"}).json()
    assert (body["legal"], body["code"], body["clause"], body["neighbour"]) == (
        False,
        "not-your-turn",
        "P10",
        None,
    )
    assert body["message"]


@pytest.mark.parametrize("action", ["", "x", "[]", {"do": "play"}, {"do": "pass", "seat": 0}])
def test_why_of_something_else(match, ada_client, action):
    assert why(ada_client, match, action).status_code == 400


def test_every_refusal_of_a_program_is_a_problem(match, ada, ada_client, outsiders):
    strict, dora = client_of(ada, enforce_csrf_checks=True), outsiders["dora"]
    without_token = post(strict, match, order())
    strict.cookies["csrftoken"] = "a" * 32
    for answer, status, code in (
        (ada_client.put(url(match)), 405, "method"),
        (ada_client.put(url(match, "api-match-view")), 405, "method"),
        (without_token, 403, "csrf"),
        (dora.get(url(match, "api-match-view")), 401, "token"),
        (dora.get("/matches/1/why/"), 404, "not-found"),
        # The CSRF check reads a form before any view does.
        (post(strict, match, b"a", "multipart/form-data"), 400, "malformed"),
        (post(strict, match, b"a=b", "application/x-www-form-urlencoded; charset=utf-7"), 400, "malformed"),
    ):
        assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
        assert (answer.json()["status"], answer.json()["code"]) == (status, code)
    assert ada_client.put(url(match))["Allow"] == "GET, HEAD, OPTIONS, POST"


def test_a_person_is_refused_with_a_page(match, ada):
    client = client_of(ada, enforce_csrf_checks=True)
    accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    rematch = reverse("match-rematch", args=[match.pk])
    for answer in (client.get("/matches/1/", headers={"accept": accept}),
                   client.post(rematch, headers={"accept": accept})):  # fmt: skip
        assert answer.status_code in (403, 404)
        assert answer["Content-Type"].startswith("text/html")
