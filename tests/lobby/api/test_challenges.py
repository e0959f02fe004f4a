"""Challenges below /api/v1/challenges/."""

import pytest

from games.lobby.models import OpenTable
from games.matches.models import Match
from tests.factories import DeckFactory


@pytest.fixture(autouse=True)
def _decks(db):
    DeckFactory(slug="meadow")
    DeckFactory(slug="heath")


def made(who, **terms):
    answer = who.post("/challenges/", {"deck": "meadow", "key": "one", **terms})
    assert answer.status_code == 201, answer.content
    assert answer["Location"] == answer.json()["api"]
    return answer.json()


def listed(who, which="lobby"):
    return [each["challenge"] for each in who.get(f"/challenges/?which={which}").json()["results"]]


def test_one_in_the_lobby_is_accepted(ada, ben):
    code = made(ada)["challenge"]
    assert (listed(ada), listed(ada, "mine"), listed(ben), listed(ben, "to-me")) == ([], [code], [code], [])
    for _time in range(2):
        begun = ben.post(f"/challenges/{code}/accept/", {"deck": "heath"})
        assert begun.status_code == 200
        assert {each["name"] for each in begun.json()["seats"]} == {"Ada", "Ben"}
        assert begun.json()["seats"][begun.json()["seat"]]["name"] == "Ben"
    match = Match.objects.get()
    assert ada.get(f"/challenges/{code}/").json()["match"] == str(match.pk)
    assert listed(ben) == listed(ada, "mine") == []


def test_the_same_key_makes_one(ada):
    assert made(ada)["challenge"] == made(ada)["challenge"]
    assert OpenTable.objects.count() == 1


def test_one_for_ben_alone(ada, ben, carl, dora):
    code = made(ada, to="Ben", clock="days-86400")["challenge"]
    path = f"/challenges/{code}/"
    assert [who.get(path).status_code for who in (ada, ben, carl, dora)] == [200, 200, 404, 404]
    assert (listed(ben), listed(ben, "to-me"), listed(carl)) == ([], [code], [])
    assert carl.post(f"{path}accept/", {"deck": "heath"}).status_code == 404
    assert dora.post(f"{path}accept/", {"deck": "heath"}).status_code == 401
    assert carl.delete(path).status_code == 404
    assert ben.delete(path).json()["status"] == "declined"
    refused = ben.post(f"{path}accept/", {"deck": "heath"})
    assert (refused.status_code, refused.json()["code"]) == (422, "not-allowed")


def test_withdrawing(ada, ben):
    code = made(ada)["challenge"]
    assert ben.delete(f"/challenges/{code}/").status_code == 404
    for _time in range(2):
        assert ada.delete(f"/challenges/{code}/").json()["status"] == "withdrawn"
    assert listed(ben) == []


def test_the_same_deck_needs_none(ada, ben):
    code = made(ada, same_deck=True)["challenge"]
    assert ben.post(f"/challenges/{code}/accept/").status_code == 200


def test_accepting_needs_a_deck_that_may_be_played(ada, ben):
    code = made(ada)["challenge"]
    DeckFactory(slug="old", rules="phylo-1.3")
    for body in ({}, {"deck": "none"}, {"deck": "old"}, {"deck": 7}, {"deck": "heath", "seat": 0}):
        assert ben.post(f"/challenges/{code}/accept/", body).status_code == 400, body
    own = ada.post(f"/challenges/{code}/accept/", {"deck": "heath"})
    assert own.status_code == 422
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "terms",
    [{"deck": "none"}, {"deck": None}, {"clock": "live-1"}, {"to": "Nobody"}, {"options": {"x": 1}},
     {"rated": "yes"}, {"seat": 0}, {"key": "a b"}, {"more": 1}, {"options": []}],
)  # fmt: skip
def test_challenges_that_cannot_be(ada, terms):
    answer = ada.post("/challenges/", {"deck": "meadow", "key": "one", **terms})
    assert answer.status_code == 400, answer.content
    assert not OpenTable.objects.exists()


def test_oneself(ada):
    answer = ada.post("/challenges/", {"deck": "meadow", "key": "one", "to": "Ada"})
    assert (answer.status_code, answer.json()["code"]) == (422, "not-allowed")


def test_pages(ada, ben):
    codes = [made(ada, key=f"k{number}")["challenge"] for number in range(3)]
    found, path = [], "/challenges/?size=2"
    while path:
        page = ben.get(path).json()
        assert page["count"] == 3
        found += [each["challenge"] for each in page["results"]]
        path = page["next"] and page["next"].partition("/api/v1")[2]
    assert found == codes[::-1]
    assert ben.get("/challenges/?cursor=none").json()["code"] == "cursor"
