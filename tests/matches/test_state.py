"""GET matches/<id>/state/ and /record/."""

import json

import pytest
from django.urls import reverse

from games.matches.models import Match
from games.matches.services.records import export_record
from tests.matches.test_actions import order, post
from tests.matches.test_addresses import CLOSED


def state(client, match, **query):
    return client.get(reverse("api-match-view", kwargs={"match_id": match.pk}), query)


def test_it_shows_what_the_seat_sees_and_may_do(match, ada_client, ben_client):
    body = state(ada_client, match).json()
    assert (body["version"], body["current"], body["seat"]) == (0, 0, 0)
    assert isinstance(body["view"]["hands"][0], list)
    assert isinstance(body["view"]["hands"][1], int)
    assert {"do": "pass"} in body["legal"]
    assert set(body["view"]["hands"][0]) | {"home"} >= set(body["view"]["cards"]) - {"home"}
    drawn = {entry["seat"]: "cards" in entry for entry in body["log"] if entry["event"] == "drew"}
    assert drawn == {0: True, 1: False}
    assert "begins" in [entry["event"] for entry in body["log"]]
    assert state(ben_client, match).json()["legal"] == []


def test_an_earlier_version_has_no_legal_actions(match, ada_client):
    post(ada_client, match, order())
    body = state(ada_client, match, version=0).json()
    assert (body["version"], body["current"], body["legal"]) == (0, 1, [])
    assert state(ada_client, match, version=1).json()["log"][0]["event"] == "passed"


@pytest.mark.parametrize(
    ("version", "status"), [("1", 404), ("x", 400), ("-1", 400), ("9" * 30, 400), ("²", 400)]
)
def test_a_wrong_version(match, ada_client, version, status):
    assert state(ada_client, match, version=version).status_code == status


def test_it_is_kept_by_nobody_else(match, ada_client):
    assert state(ada_client, match)["Cache-Control"] == "private, no-cache"


def test_outsiders_find_no_match(match, outsiders):
    for name, client in outsiders.items():
        for view in ("api-match-view", "api-match-record", "api-match-stream"):
            answer = client.get(reverse(view, kwargs={"match_id": match.pk}))
            assert answer.status_code in CLOSED, (name, view)
        assert client.post(reverse("match-rematch", kwargs={"match_id": match.pk})).status_code == 404, name
    assert Match.objects.filter(rematch_of=match).count() == 0


def test_no_record_while_it_is_played(match, ada_client):
    response = ada_client.get(reverse("api-match-record", kwargs={"match_id": match.pk}))
    assert (response.status_code, response.json()["code"]) == (409, "match-playing")


def test_the_record_of_a_finished_match(match, ada_client, ben_client):
    post(ada_client, match, order())
    post(ben_client, match, order({"do": "resign"}, version=1))
    response = ada_client.get(reverse("api-match-record", kwargs={"match_id": match.pk}))
    match.refresh_from_db()
    assert json.loads(response.content) == export_record(match)
