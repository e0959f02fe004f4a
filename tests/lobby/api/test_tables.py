"""Tables of the drafting games below /api/v1/tables/."""

import pytest

from games.lobby.models import OpenTable
from games.matches.models import Match
from games.matches.services.play import play_bot_turn


def made(who, **terms):
    answer = who.post(
        "/tables/", {"rules": "ecosystem", "seats": ["person", "random"], "key": "one", **terms}
    )
    assert answer.status_code == 201, answer.content
    assert answer["Location"] == answer.json()["api"]
    return answer.json()


def listed(who, which="lobby"):
    return [each["table"] for each in who.get(f"/tables/?which={which}").json()["results"]]


def test_two_programs_meet_at_a_table(ada, ben, dora):
    table = made(ada, clock="turn-60", rated=True)
    path = f"/tables/{table['table']}/"
    assert table["created_at"] < table["expires_at"]
    assert (table["taken"], table["free"], table["bots"]) == (2, 1, ["random"])
    assert made(ada, clock="turn-60", rated=True)["table"] == table["table"]
    other = {"rules": "ecosystem", "seats": ["person", "random"], "key": "one"}
    assert ada.post("/tables/", other).json()["code"] == "key-reused"
    assert (listed(ben), listed(ada, "mine"), listed(ben, "mine")) == ([table["table"]], [table["table"]], [])
    assert dora.post(f"{path}join/").status_code == 401
    joined = ben.post(f"{path}join/").json()
    match = Match.objects.get()
    assert (joined["status"], joined["match"]) == ("begun", str(match.pk))
    told = ada.get(f"/matches/{match.pk}/").json()
    assert (told["rules"], told["clock"]["pace"], len(told["seats"])) == ("ecosystem", "turn-60", 3)
    seat = ada.get(f"/matches/{match.pk}/view/").json()
    assert seat["view"]["hand"] == sorted(seat["view"]["hand"])
    order = {"action": seat["legal"][0], "version": seat["version"], "key": "first"}
    assert ada.post(f"/matches/{match.pk}/actions/", order).status_code in (200, 201)
    assert ada.post(f"{path}begin/").json()["match"] == str(match.pk)


def test_alone_and_with_computers_at_once(ada):
    begun = ada.post("/tables/start/", {"rules": "coral-reef", "seats": ["greedy", "here"]})
    assert (begun.status_code, begun["Location"]) == (201, begun.json()["api"])
    assert [seat["bot"] for seat in begun.json()["seats"]] == [None, None, "greedy"]
    assert ada.post("/tables/start/", {"rules": "coral-reef"}).json()["scores"] == [0, 0]
    assert ada.post("/tables/start/", {"rules": "coral-reef", "seats": ["person"]}).status_code == 400
    for key in ("", " ", "a b", "x" * 65, None, 1):
        refused = ada.post("/tables/start/", {"rules": "coral-reef", "key": key}).json()
        assert (refused["code"], refused["field"]) == ("malformed", "key"), key


def test_a_key_begins_one_match(ada, ben):
    sent = {"rules": "coral-reef", "seats": ["greedy"], "key": "one"}
    first, again = (ada.post("/tables/start/", sent).json() for _time in range(2))
    assert first == again
    other = ada.post("/tables/start/", sent | {"seats": ["random"]})
    assert (other.status_code, other.json()["code"]) == (422, "key-reused")
    assert ben.post("/tables/start/", sent).json()["match"] != first["match"]
    assert Match.objects.count() == 2


@pytest.mark.once
def test_coming_back_to_a_table_that_one_has_left_to_the_computer(ada, ben):
    table = made(ada, seats=["person"])
    ben.post(f"/tables/{table['table']}/join/")
    match = Match.objects.get()
    path = f"/matches/{match.pk}/"
    assert ben.post(f"{path}resign/").status_code == 200
    match.refresh_from_db()
    assert match.bot_to_act
    play_bot_turn(match_id=match.pk, version=0)
    # The computer has chosen already, so there is no choice left by which one could come back.
    assert ben.get(f"{path}actions/").json()["legal"] == []
    assert ben.delete(f"{path}resign/").json()["status"] == "playing"
    assert not match.seats.exclude(stand_in="").exists()
    assert ben.delete(f"{path}resign/").status_code == 200


def test_inviting_declining_and_calling_off(ada, ben, carl):
    path = f"/tables/{made(ada, invite=['Ben'], listed=False)['table']}/"
    assert (len(listed(ben, "to-me")), listed(carl)) == (1, [])
    assert carl.post(f"{path}join/").json()["code"] == "not-allowed"
    assert carl.delete(path).status_code == 404
    assert ben.delete(path).json()["invited"] == []
    refused = ben.post(f"{path}begin/", {"level": "greedy"})
    assert (refused.status_code, refused.json()["code"]) == (422, "not-allowed")
    assert ada.delete(path).json()["status"] == "withdrawn"
    assert OpenTable.objects.get().match is None


def test_what_is_no_table(ada):
    for body in (
        {},
        {"rules": "phylo-1.4a"},
        {"rules": "ecosystem", "deck": "meadow"},
        {"rules": ["ecosystem"]},
    ):
        assert ada.post("/tables/", body).status_code == 400
    assert ada.post("/tables/", {"rules": "ecosystem", "seats": ["random"]}).status_code == 422
    six = [f"nobody{number}" for number in range(6)]
    refused = ada.post("/tables/", {"rules": "ecosystem", "seats": ["person"] * 5, "invite": six})
    assert (refused.status_code, OpenTable.objects.count()) == (400, 0)
    assert "You may invite 5 people at most." in refused.json()["detail"]
    assert ada.get("/tables/nothing/").status_code == 404
