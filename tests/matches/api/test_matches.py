"""Matches below /api/v1/matches/: reading them and acting, for everybody who may and who may not."""

from datetime import datetime

import pytest
from django.test import Client

from games.matches.models import ChatMessage, Match, Player
from games.matches.services import players
from games.matches.services.clock import Pace
from tests.factories import DeckFactory, client_of
from tests.matches.api.conftest import begun
from tests.members import person, signed_in

READ = ["", "view/", "actions/", "chat/", "why/?action=%7B%22do%22%3A%22pass%22%7D"]
WRITE = {
    "actions/": {"action": {"do": "pass"}, "version": 0, "key": "one"},
    "resign/": {},
    "offers/": {"do": "offer", "kind": "draw"},
    "chat/": {"text": "Hello", "key": "one"},
}


def order(action=None, version=0, key="one"):
    return {"action": action or {"do": "pass"}, "version": version, "key": key}


def refused(answer):
    assert answer["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("part", READ)
def test_who_may_read_what(match, ada, ben, carl, dora, part):
    path = f"/matches/{match.pk}/{part}"
    assert [who.get(path).status_code for who in (ada, ben, carl, dora)] == [200, 200, 404, 401]


@pytest.mark.parametrize("part", READ)
def test_a_watcher_of_a_public_match_sees_it_and_nothing_of_a_seat(match, carl, dora, part):
    Match.objects.update(public=True)
    status = carl.get(f"/matches/{match.pk}/{part}").status_code
    assert status == (200 if part in ("", "view/") else 404)
    expected = 200 if part in ("", "view/") else 401
    assert dora.get(f"/matches/{match.pk}/{part}").status_code == expected


@pytest.mark.parametrize("public", [False, True])
@pytest.mark.parametrize("part", WRITE)
def test_nobody_else_acts(match, carl, dora, part, public):
    Match.objects.update(public=public)
    assert carl.post(f"/matches/{match.pk}/{part}", WRITE[part]).status_code == 404
    assert dora.post(f"/matches/{match.pk}/{part}", WRITE[part]).status_code == 401
    match.refresh_from_db()
    assert (match.version, match.talk, match.status) == (0, 0, "playing")


def test_who_brings_no_token_is_told_what_to_bring(dora):
    answer = dora.get("/matches/")
    assert refused(answer) == (401, "token")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_guest_of_the_site_may_read_by_the_session_and_needs_the_csrf_token(match, ada):
    guest = client_of(Player.objects.create(name="Eve"), enforce_csrf_checks=True)
    assert guest.get("/api/v1/matches/").json()["count"] == 0
    answer = guest.post("/api/v1/matches/", {"deck": "meadow"}, content_type="application/json")
    assert refused(answer) == (403, "csrf")


def test_who_a_guest_plays_as_is_looked_up_once(db, django_assert_max_num_queries):
    guest = client_of(Player.objects.create(name="Eve"))
    with django_assert_max_num_queries(10) as asked:
        assert guest.get("/api/v1/matches/").status_code == 200
    assert sum('FROM "games_player"' in query["sql"] for query in asked.captured_queries) == 1


def test_my_matches(ada, ben):
    first, second = begun(ada, ben), begun(ada, None, bot="random")
    found = ada.get("/matches/").json()
    mine = Match.objects.of(ada.player.pk)
    assert found["count"] == len(found["results"]) == mine.count()
    assert found["results"][0]["match"] == str(second.pk)
    players.resign(match_id=first.pk, seat=0, key="r")
    running = [each["match"] for each in ada.get("/matches/?running=true").json()["results"]]
    assert str(first.pk) not in running
    assert str(second.pk) in running
    [finished] = ada.get("/matches/?running=false").json()["results"]
    assert finished["match"] == str(first.pk)
    assert finished["result"] == {"winner": 1, "winners": [1], "ending": "resigned"}


def test_matches_in_which_it_is_my_turn(match, ada, ben):
    of = {name: f"/matches/?my_turn={name}&running=true" for name in ("true", "false")}
    keys = {name: [each["match"] for each in ada.get(path).json()["results"]] for name, path in of.items()}
    assert str(match.pk) in keys["true"]
    assert all(each["your_turn"] for each in ada.get(of["true"]).json()["results"])
    assert not any(each["your_turn"] for each in ada.get(of["false"]).json()["results"])
    assert not set(keys["true"]) & set(keys["false"])
    assert str(match.pk) not in [each["match"] for each in ben.get(of["true"]).json()["results"]]


def test_pages_of_matches_hold_each_once(ada, ben):
    for _match in range(3):
        begun(ada, ben)
    whole = [each["match"] for each in ada.get("/matches/").json()["results"]]
    found, path = [], "/matches/?size=1"
    while path:
        page = ada.get(path).json()
        found += [each["match"] for each in page["results"]]
        path = page["next"] and page["next"].partition("/api/v1")[2]
    assert found == whole


def test_a_match_in_which_one_holds_several_seats_is_listed_once(ada):
    begin = {"rules": "ecosystem", "seats": ["here", "here"]}
    begun = [ada.post("/tables/start/", begin).json()["match"] for _match in range(3)]
    found, path = [], "/matches/?my_turn=true&size=2"
    while path:
        page = ada.get(path).json()
        assert page["count"] == 3
        assert page["results"]
        found += page["results"]
        path = page["next"] and page["next"].partition("/api/v1")[2]
    assert [each["match"] for each in found] == begun[::-1]
    view = ada.get(f"/matches/{begun[0]}/view/").json()
    order = {"action": view["legal"][0], "version": 0, "key": "one"}
    assert ada.post(f"/matches/{begun[0]}/actions/", order).status_code == 200
    for listed in ada.get("/matches/?my_turn=true").json()["results"]:
        at_its_address = ada.get(f"/matches/{listed['match']}/").json()
        assert (listed["seat"], listed["your_turn"]) == (at_its_address["seat"], True)
    assert ada.get("/matches/?my_turn=false").json()["count"] == 0


@pytest.mark.parametrize(
    "query", ["cursor=x", "running=yes", "size=0", "turn=1", "my_turn=true&my_turn=true"]
)
def test_parameters_that_cannot_be(ada, query):
    assert ada.get(f"/matches/?{query}").status_code == 400


def test_the_cursor_of_anothers_list_is_none(match, carl):
    assert refused(carl.get(f"/matches/?cursor={match.pk}")) == (400, "cursor")


def test_one_match(match, ada):
    found = ada.get(f"/matches/{match.pk}/").json()
    assert (found["seat"], found["version"], found["to_act"], found["your_turn"]) == (0, 0, [0], True)
    assert [each["name"] for each in found["seats"]] == ["Ada", "Ben"]
    assert (found["status"], found["result"], found["clock"]) == ("playing", None, None)
    for address in found["addresses"].values():
        assert address.startswith(f"http://testserver/api/v1/matches/{match.pk}/")


def test_the_clock(ada, ben):
    match = begun(ada, ben, pace=Pace("days", 86400))
    clock = ada.get(f"/matches/{match.pk}/").json()["clock"]
    assert (clock["pace"], clock["left"], clock["running"]) == ("days-86400", [86_400_000] * 2, [0])
    assert clock["flag_at"] > clock["counted_at"]


def test_what_has_not_changed_is_not_sent_again(match, ada):
    path = f"/matches/{match.pk}/view/"
    tag = ada.get(path)["ETag"]
    assert ada.get(path, if_none_match=tag).status_code == 304
    ada.post(f"/matches/{match.pk}/actions/", order())
    assert ada.get(path, if_none_match=tag).status_code == 200


def test_nobody_keeps_answers_for_others(match, ada):
    answer = ada.get(f"/matches/{match.pk}/view/")
    assert answer["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= {each.strip() for each in answer["Vary"].split(",")}


def test_the_view_is_that_of_the_seat(match, ada, ben):
    for who, seat in ((ada, 0), (ben, 1)):
        found = who.get(f"/matches/{match.pk}/view/").json()
        assert (found["seat"], found["version"], found["current"]) == (seat, 0, 0)
        assert type(found["view"]["hands"][1 - seat]) is int
        assert all(key in found["view"]["cards"] for key in found["view"]["hands"][seat])
        assert bool(found["legal"]) == (seat == 0)
        assert found["legal"] == who.get(f"/matches/{match.pk}/actions/").json()["legal"]


def test_a_watchers_view_has_no_hand(match, carl):
    Match.objects.update(public=True)
    found = carl.get(f"/matches/{match.pk}/view/").json()
    assert (found["seat"], found["legal"]) == (None, [])
    assert all(type(hand) is int for hand in found["view"]["hands"])


def test_an_earlier_version(match, ada):
    ada.post(f"/matches/{match.pk}/actions/", order())
    found = ada.get(f"/matches/{match.pk}/view/?version=0").json()
    assert (found["version"], found["current"], found["legal"]) == (0, 1, [])
    assert refused(ada.get(f"/matches/{match.pk}/view/?version=2")) == (404, "not-found")


def test_acting_once(match, ada, ben):
    path = f"/matches/{match.pk}/actions/"
    for _time in range(2):
        answer = ada.post(path, order())
        assert (answer.status_code, answer.json()) == (200, {"version": 1})
    assert match.moves.count() == 1
    assert refused(ada.post(path, order({"do": "resign"}))) == (422, "key-reused")
    stale = ada.post(path, order(key="two"))
    assert refused(stale) == (409, "stale")
    assert stale.json()["version"] == 1
    illegal = ada.post(path, order(version=1, key="two"))
    assert (illegal.status_code, illegal.json()["code"]) == (422, "not-your-turn")
    assert illegal.json()["clause"]


@pytest.mark.parametrize(
    "body",
    [
        {}, [], {"action": {"do": "pass"}, "version": 0}, {**order(), "seat": 1},
        {**order(), "action": {"do": "pass", "seat": 1}}, {**order(), "version": "0"}, {**order(), "key": ""},
        {**order(), "version": 2**31}, {**order(), "action": "pass"},
    ],
)  # fmt: skip
def test_orders_that_cannot_be(match, ada, body):
    assert ada.post(f"/matches/{match.pk}/actions/", body).status_code == 400
    assert not match.moves.exists()


def test_too_much_or_another_type(match, ada):
    path, headers = f"/api/v1/matches/{match.pk}/actions/", ada.headers
    large = ada.client.post(path, b" " * 70_000, content_type="application/json", headers=headers)
    assert large.status_code == 413
    other = ada.client.post(path, b"{}", content_type="text/plain", headers=headers)
    assert other.status_code == 415


def test_why_not(match, ada, ben):
    path = f"/matches/{match.pk}/why/?action=%7B%22do%22%3A%22pass%22%7D"
    assert ada.get(path).json() == {"legal": True}
    verdict = ben.get(path).json()
    assert (verdict["legal"], verdict["code"]) == (False, "not-your-turn")
    assert refused(ada.get(f"/matches/{match.pk}/why/?action=%5B%5D")) == (400, "malformed")
    assert refused(ada.get(f"/matches/{match.pk}/why/")) == (400, "parameter")


def test_resigning_at_any_time(match, ben):
    for _time in range(2):
        answer = ben.post(f"/matches/{match.pk}/resign/")
        assert answer.status_code == 200
        assert answer.json()["result"] == {"winner": 0, "winners": [0], "ending": "resigned"}
    assert match.moves.count() == 1


def test_a_draw_by_agreement(match, ada, ben):
    path = f"/matches/{match.pk}/offers/"
    assert ada.post(path, {"do": "offer", "kind": "draw"}).json()["offer"] == {"kind": "draw", "seat": 0}
    assert refused(ada.post(path, {"do": "accept", "kind": "draw"})) == (409, "no-offer")
    done = ben.post(path, {"do": "accept", "kind": "draw"}).json()
    assert done["result"] == {"winner": None, "winners": [0, 1], "ending": "agreed"}
    assert refused(ada.post(path, {"do": "offer", "kind": "draw"})) == (409, "match-finished")


def test_offers_that_cannot_be(match, ada):
    path = f"/matches/{match.pk}/offers/"
    assert ada.post(path, {"do": "take", "kind": "draw"}).status_code == 400
    assert ada.post(path, {"do": "offer", "kind": "peace"}).status_code == 400
    assert ada.post(path, {"do": "offer"}).status_code == 400
    assert refused(ada.post(path, {"do": "offer", "kind": "take-back"})) == (422, "not-allowed")


def test_chat(match, ada, ben):
    path = f"/matches/{match.pk}/chat/"
    for _time in range(2):
        said = ada.post(path, {"text": "Good luck!", "key": "one"})
        assert (said.status_code, said.json()["seat"], said.json()["text"]) == (201, 0, "Good luck!")
    assert datetime.fromisoformat(said.json()["said_at"]) == ChatMessage.objects.get().created
    heard = ben.get(path).json()
    assert heard == {"count": 1, "results": [said.json()], "muted": False}
    assert refused(ada.post(path, {"text": " ", "key": "two"})) == (422, "not-allowed")
    assert ada.post(path, {"text": "Hi", "key": "a b"}).status_code == 400
    assert ada.post(path, {"text": 7, "key": "two"}).status_code == 400


def test_the_computer_does_not_talk(ada):
    match = begun(ada, None)
    assert ada.get(f"/matches/{match.pk}/chat/").status_code == 404


def test_the_record_is_for_the_end(match, ada, ben, carl, dora):
    path = f"/matches/{match.pk}/record/"
    assert refused(ada.get(path)) == (409, "match-playing")
    ada.post(f"/matches/{match.pk}/resign/")
    assert [who.get(path).status_code for who in (ada, ben, carl, dora)] == [200, 200, 404, 401]
    assert ada.get(path).json()["format"] == "phylo-record/1"


def test_a_match_against_the_computer(ada):
    DeckFactory(slug="meadow")
    body = {"deck": "meadow", "opponent_deck": None, "level": "random", "options": {"home_gap": 1}}
    made = ada.post("/matches/", body)
    assert made.status_code == 201
    assert made["Location"] == made.json()["api"]
    assert [each["bot"] for each in made.json()["seats"]] == [None, "random"]
    assert made.json()["options"] == {"home_gap": 1}


@pytest.mark.parametrize(
    "body",
    [{}, {"deck": "none"}, {"deck": 7}, {"deck": "meadow", "level": "wise"},
     {"deck": "meadow", "options": []}, {"deck": "meadow", "options": {"home_gap": 9}},
     {"deck": "meadow", "seed": 1}],
)  # fmt: skip
def test_matches_that_cannot_be(ada, body):
    DeckFactory(slug="meadow")
    assert ada.post("/matches/", body).status_code == 400
    assert not Match.objects.exists()


def test_an_account_that_has_never_played_has_no_matches(db):
    client = signed_in(person("Eve"))
    assert client.get("/api/v1/matches/").json() == {"count": 0, "next": None, "results": []}
    assert not Player.objects.exists()


@pytest.mark.parametrize("path", ["/matches/x/", "/matches/7/view/"])
def test_no_such_address(ada, path):
    assert ada.get(path).status_code == 404


def test_methods_that_are_none(match, ada):
    answer = ada.client.put(f"/api/v1/matches/{match.pk}/", headers=ada.headers)
    assert refused(answer) == (405, "method")
    assert ada.get(f"/matches/{match.pk}/resign/").status_code == 405
    assert Client().options("/api/v1/matches/").status_code in (204, 401)
