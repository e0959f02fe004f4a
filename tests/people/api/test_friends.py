"""Friends, blocks and the talk of watchers below /api/v1/: the owner, another member, an outsider."""

import pytest

from games.matches.models import Match, Mute, Player
from games.matches.presence import Presence
from games.people.models import Follow
from tests.factories import PlayerFactory, deal
from tests.members import person


def names(answer) -> list[tuple[str, bool, bool]]:
    assert answer.status_code in (200, 201)
    return [(each["person"]["account"], each["mutual"], each["here"]) for each in answer.json()["results"]]


def test_following_shows_who_is_there_to_those_who_follow_each_other(ada, ben):
    Presence(ben.player.pk).visit()
    followed = ada.post("/friends/", {"name": "ben"})
    assert (followed.status_code, names(followed)) == (201, [("Ben", False, False)])
    assert [each["account"] for each in ben.get("/friends/").json()["followers"]] == ["Ada"]
    ben.post("/friends/", {"name": "Ada"})
    match = deal(ben.player)
    Match.objects.filter(pk=match.pk).update(public=True)
    [friend] = ada.get("/friends/").json()["results"]
    assert (friend["mutual"], friend["here"], friend["match"]) == (True, True, str(match.pk))
    assert friend["person"]["page"].endswith("/people/Ben/")
    hidden = ben.patch("/friends/", {"to": "nobody"})
    assert (hidden.status_code, hidden.json()["presence"]) == (200, "nobody")
    [friend] = ada.get("/friends/").json()["results"]
    assert (friend["here"], friend["match"]) == (False, None)
    assert [ada.delete("/friends/Ben/").status_code for _again in range(2)] == [204, 404]
    assert names(ada.get("/friends/")) == []
    assert names(ben.get("/friends/")) == [("Ada", False, False)]


def test_what_cannot_be_is_refused_and_changes_nothing(ada, ben):
    for body, status, code in (
        ({"name": "Nobody"}, 400, "malformed"),
        ({"name": "a\0"}, 400, "malformed"),
        ({}, 400, "malformed"),
        ({"name": "Ada"}, 422, "not-allowed"),
    ):
        for path in ("/friends/", "/blocks/"):
            answer = ada.post(path, body)
            assert (answer.status_code, answer.json()["code"]) == (status, code), (path, body)
    assert ada.patch("/friends/", {"to": "everybody"}).status_code == 400
    assert ada.delete("/friends/Ben/").status_code == ada.delete("/blocks/1/").status_code == 404
    assert not Follow.objects.exists()
    assert not Mute.objects.exists()


def test_a_block_is_its_makers_alone(ada, ben, carl):
    ben.post("/friends/", {"name": "Ada"})
    made = ada.post("/blocks/", {"name": "Ben"})
    assert (made.status_code, made.json()["account"], made["Location"]) == (201, "Ben", made.json()["api"])
    assert ada.post("/blocks/", {"name": "Ben"}).json() == made.json()
    for other in (ben, carl):
        assert other.get("/blocks/").json() == {"count": 0, "results": []}
        assert other.delete(f"/blocks/{made.json()['id']}/").status_code == 404
    assert names(ben.get("/friends/")) == [("Ada", False, False)]
    assert ada.post("/friends/", {"name": "Ben"}).status_code == 422
    assert ada.get("/friends/").json()["followers"] == []
    assert ada.delete(f"/blocks/{made.json()['id']}/").status_code == 204
    assert ada.get("/blocks/").json()["count"] == 0


def test_a_guest_is_blocked_at_the_table(ada, ben):
    mia = PlayerFactory(name="Mia")
    match = deal(ada.player, opponent=mia)
    path = f"/matches/{match.pk}/mute/"
    assert ben.post(path, {"on": True, "block": True, "seat": 1}).status_code == 404
    assert ada.post(path, {"on": True, "block": True, "seat": 1}).json() == {"muted": True}
    [block] = ada.get("/blocks/").json()["results"]
    assert (block["account"], block["name"]) == (None, "Mia (guest)")
    assert ada.post(path, {"on": False, "seat": 1}).status_code == 422
    assert ada.post(path, {"on": False, "block": True, "seat": 1}).json() == {"muted": False}
    assert ada.get("/blocks/").json()["count"] == 0


def test_without_an_account_there_are_no_friends(ada, dora):
    for path in ("/friends/", "/blocks/"):
        assert dora.get(path).status_code == dora.post(path, {"name": "Ada"}).status_code == 401
    assert dora.delete("/friends/Ada/").status_code == dora.delete("/blocks/1/").status_code == 401
    assert dora.patch("/friends/", {"to": "nobody"}).status_code == 401


def test_looking_around_stores_nothing(ada):
    Player.objects.all().delete()
    assert names(ada.get("/friends/")) == []
    assert ada.get("/blocks/").json()["count"] == 0
    assert not Player.objects.exists()


@pytest.fixture
def watched(match) -> Match:
    Match.objects.filter(pk=match.pk).update(public=True)
    match.refresh_from_db()
    return match


def test_watchers_talk_unseen_by_those_who_play_until_the_end(ada, ben, carl, dora, watched):
    path, sent = f"/matches/{watched.pk}/watchers/", {"text": "Well played", "key": "one"}
    said = carl.post(path, sent)
    assert (said.status_code, said.json()["name"], said.json()["text"]) == (201, "Carl", "Well played")
    assert carl.post(path, sent).json() == said.json()
    assert [each["text"] for each in carl.get(path).json()["results"]] == ["Well played"]
    for player in (ada, ben):
        assert player.get(path).status_code == player.post(path, sent).status_code == 404
    assert [dora.get(path).status_code, dora.post(path, sent).status_code] == [401, 403]
    Match.objects.filter(pk=watched.pk).update(
        status="finished", winner="0", ending="resigned", bot_to_act=False, flag_at=None
    )
    for reader in (ada, ben, carl, dora):
        assert reader.get(path).json()["count"] == 1
    assert carl.post(path, {"text": "More", "key": "two"}).status_code == 422


def test_a_private_match_has_no_watchers(carl, match):
    assert carl.get(f"/matches/{match.pk}/watchers/").status_code == 404


def test_what_a_blocked_watcher_says_is_not_read(carl, watched):
    erna = Player.objects.create(user=person("Erna"))
    path = f"/matches/{watched.pk}/watchers/"
    carl.post(path, {"text": "Hello", "key": "one"})
    carl.post("/blocks/", {"name": "Erna"})
    watched.chat.create(player=erna, text="Hm", key="two", watching=True)
    assert [each["text"] for each in carl.get(path).json()["results"]] == ["Hello"]
