"""The lobby: making challenges, what is listed for whom, and what waits for the visitor."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.lobby.models import OpenTable
from games.lobby.services.open_tables import MOST_STANDING
from games.matches.models import Match, Player
from games.matches.services import players
from games.matches.services.clock import PACES
from games.matches.services.play import play
from games.matches.services.players import adopt_guest
from games.matches.services.positions import state_at
from games.matches.words.terms import pace_key
from phylo.accounts.models import User
from tests.factories import DeckFactory, PlayerFactory, accept, challenge_of, client_of, deal
from tests.matches.conftest import starts

LOBBY, NEW, API = "/lobby/", "/challenges/", "/api/v1/challenges/"


@pytest.fixture(autouse=True)
def decks(db):
    return DeckFactory(slug="meadow"), DeckFactory(slug="old", rules="phylo-1.3")


@pytest.fixture
def match(match):
    """The only match."""
    Match.objects.exclude(pk=match.pk).delete()
    return match


def account(name: str) -> tuple[Player, Client]:
    user = User.objects.create_user(name)
    client = Client()
    client.force_login(user)
    return Player.objects.create(user=user), client


def form(**more):
    return {"key": "k1", "deck": "meadow", "clock": "none", "listed": "lobby", "public": "on"} | more


def send(client, body, **more):
    return client.post(API, json.dumps(body), content_type="application/json", **more)


def make(maker, key="one", to=None, deck=None, **terms):
    return challenge_of(maker, deck, key, to, **terms)


def listed(client, which="lobby"):
    return [each["challenge"] for each in client.get(API, {"which": which}).json()["results"]]


def page(client, **query):
    return client.get(LOBBY, query).content.decode()


def test_a_guest_makes_a_challenge_and_is_led_to_its_page():
    client = Client()
    response = client.post(NEW, form(clock="live-600-15", seat="1", same_deck="on"))
    challenge = OpenTable.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/t/{challenge.code}/")
    assert (challenge.pace, challenge.pace_seconds, challenge.pace_increment) == ("live", 600, 15)
    assert (challenge.side, challenge.public, challenge.listed, challenge.same_deck) == (
        "1",
        True,
        True,
        True,
    )
    assert str(challenge.maker.guest_id) == client.session["guest"]


def test_the_form_sent_twice_makes_one():
    client = Client()
    first, second = client.post(NEW, form()), client.post(NEW, form())
    assert first["Location"] == second["Location"]
    other = client.post(NEW, form(clock="live-600-15"))
    assert other.status_code == 400
    assert other.context["form"]["key"].value() != form()["key"]
    assert OpenTable.objects.count() == 1


def test_the_rules_are_those_of_the_deck_and_options_that_they_lack_are_refused():
    client = Client()
    client.post(NEW, form(deck="old", food_step="same-or-below", home_gap="1"))
    challenge = OpenTable.objects.get()
    assert (challenge.rules, challenge.options) == ("phylo-1.3", {"home_gap": 1})
    refused = client.post(NEW, form(deck="old", opening_hand="preselected", key="k2"))
    assert refused.status_code == 400
    assert "do not have this" in refused.content.decode()
    assert OpenTable.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"deck": "nowhere"}, {"deck": ""}, {"clock": "live-1-0"}, {"clock": ""}, {"key": ""}, {"key": "a b"},
        {"listed": "moon"}, {"seat": "2"}, {"reveal": "never"}, {"home_gap": "9"}, {"to": "Nobody"},
    ],
)  # fmt: skip
def test_what_the_form_refuses(wrong):
    response = Client().post(NEW, form(**wrong))
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()
    assert not OpenTable.objects.exists()


def test_a_private_deck_of_somebody_else_is_none():
    DeckFactory(slug="secret", ready=False)
    assert Client().post(NEW, form(deck="secret")).status_code == 400


def test_an_unfinished_deck_says_why():
    DeckFactory(slug="short", cards={"clover": 3})
    response = Client().post(NEW, form(deck="short"))
    assert response.status_code == 400
    assert "24" in response.content.decode()


def test_rated_ones_are_for_accounts():
    assert b'name="rated"' not in Client().get(LOBBY).content
    Client().post(NEW, form(rated="on"))
    assert not OpenTable.objects.get().rated
    _player, client = account("Ada")
    assert b'name="rated"' in client.get(LOBBY).content
    assert b"needs a clock" in client.post(NEW, form(rated="on")).content
    client.post(NEW, form(rated="on", clock=pace_key(PACES[-1])))
    assert OpenTable.objects.filter(rated=True).count() == 1


def test_a_friend_with_the_link_finds_the_seat_free():
    assert 'value="lobby" selected' in page(Client())
    assert 'value="link" selected' in page(Client(), listed="link")


def test_not_more_than_so_many(ada):
    for number in range(MOST_STANDING):
        make(ada, f"k{number}")
    response = client_of(ada).post(NEW, form(key="more"))
    assert response.status_code == 400
    assert "waiting already" in response.content.decode()


def test_programs_make_one_too(ada):
    body = {"deck": "meadow", "clock": "days-86400", "options": {"home_gap": 1}, "listed": False, "key": "k"}
    response = send(client_of(ada), body)
    made = OpenTable.objects.get()
    assert response.status_code == 201
    assert response["Location"] == response.json()["api"] == f"http://testserver{API}{made.code}/"
    assert response.json()["page"] == f"http://testserver/t/{made.code}/"
    told = {
        name: response.json()[name] for name in ("clock", "options", "listed", "public", "status", "deck")
    }
    assert told == {
        "clock": "days-86400", "options": {"home_gap": 1}, "listed": False, "public": False, "status": "open",
        "deck": "Meadow",
    }  # fmt: skip
    assert send(client_of(ada), body).json()["challenge"] == made.code


@pytest.mark.parametrize(
    ("more", "public", "words"),
    [
        ({}, True, ""),
        ({"listed": False}, False, ""),
        ({"to": "Bea"}, False, ""),
        ({"listed": False, "public": True}, True, "Others may watch"),
        ({"public": False}, False, "Nobody watches"),
    ],
)
def test_others_watch_only_a_table_in_the_lobby_unless_its_maker_says_so(ada_client, more, public, words):
    account("Bea")
    made = send(ada_client, {"deck": "meadow", **more}).json()
    shown = ada_client.get(made["page"]).content.decode()
    told = [each for each in ("Others may watch", "Nobody watches") if each in shown]
    assert (made["public"], told) == (public, [words] if words else [])


def test_the_form_of_a_challenge_to_somebody_lets_nobody_watch():
    account("Bea")
    ticked = [bool(re.search(r'id="new-public"[^>]* checked', page(Client(), to=to))) for to in ("", "Bea")]
    assert ticked == [True, False]


@pytest.mark.parametrize(
    "body",
    [
        [], {}, {"deck": 1}, {"deck": "meadow", "rated": "yes"}, {"deck": "meadow", "colour": "red"},
        {"deck": "meadow", "options": []}, {"deck": "meadow", "options": {"wings": 2}},
        {"deck": "meadow", "options": {"home_gap": 7}}, {"deck": "meadow", "key": "k" * 65},
        {"deck": "meadow", "to": "a\0b"}, {"deck": "x" * 20_000},
    ],
)  # fmt: skip
def test_what_programs_may_not_send(body):
    response = send(client_of(PlayerFactory()), body)
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert not OpenTable.objects.exists()


def test_without_the_token_of_a_page_nothing_is_made():
    client = Client(enforce_csrf_checks=True)
    assert client.post(NEW, form()).status_code == 403
    assert send(client, {"deck": "meadow"}).status_code == 403
    assert client.get(NEW).status_code == 405


def test_who_sees_which(ada, ben):
    open_one = make(ada, "open")
    link = make(ada, "link", listed=False)
    person, client = account("Dora")
    directed = make(ada, "to", to=person)
    old = make(ada, "old")
    OpenTable.objects.filter(pk=old.pk).update(expires=timezone.now() - timedelta(seconds=1))
    assert (listed(Client()), listed(client_of(ben))) == ([open_one.code],) * 2
    assert (listed(client_of(ada)), listed(client, "to-me")) == ([], [directed.code])
    assert set(listed(client_of(ada), "mine")) == {open_one.code, link.code, directed.code}
    for stranger in (Client(), client_of(ben)):
        words = page(stranger)
        assert open_one.code in words
        assert not any(each.code in words for each in (link, directed, old))


def test_a_rated_challenge_keeps_its_deck_to_itself():
    ada, client = account("Ada")
    make(ada, "rated", rated=True, pace=PACES[-1])
    make(ada, "same", rated=True, same_deck=True, pace=PACES[-1])
    make(ada, "friendly")
    found = Client().get(API).json()["results"]
    assert {each["rated"] and not each["same_deck"]: each["deck"] for each in found} == {
        True: None,
        False: "Meadow",
    }
    assert page(Client()).count("plays Meadow") == 1
    assert page(client).count('<p class="offer-deck">Meadow</p>') == 3


def test_the_live_part_is_a_part_and_the_same_until_something_happens(ada, ben):
    client = client_of(ben)
    part = {"part": "live"}
    before = page(client, **part)
    assert "<html" not in before
    assert page(client, **part) == before
    code = make(ada).code
    assert f'data-new="{code}"' in page(client, **part)
    assert f'data-own="{code}"' in page(client_of(ada), **part)
    match = accept(code=code, player=ben, deck=DeckFactory(slug="meadow"))
    assert f'data-begun="{code}"' in page(client_of(ada), **part)
    assert str(match.pk) in page(client_of(ada), **part)
    assert code not in page(Client(), **part)


def test_running_matches_say_whose_turn_it_is(match, ada_client, ben_client):
    assert "Your turn" in page(ada_client)
    assert f"/matches/{match.pk}/" in page(ada_client)
    assert "Waiting for Ada" in page(ben_client)
    assert "Your turn" not in page(ben_client)
    assert str(match.pk) not in page(Client())


def test_whose_turn_it_is_is_stored_with_every_move(match, ada):
    assert match.to_act == "0"
    play(match_id=match.pk, seat=0, action={"do": "pass"}, version=0, key="p")
    match.refresh_from_db()
    assert match.to_act == "".join(map(str, state_at(match).to_act))
    players.resign(match_id=match.pk, seat=0, key="r")
    match.refresh_from_db()
    assert match.to_act == ""
    assert deal(ada, opponent=PlayerFactory(), options={"reveal": "choose"}).to_act == "01"


def waits(client) -> str:
    words = client.get(reverse("rules")).content.decode()
    return words.split('head-waiting">')[1].split("<")[0].strip() if "head-waiting" in words else ""


def test_the_head_counts_those_who_wait(match, ada, ben, ada_client, ben_client):
    deal(ada)
    assert (waits(ada_client), waits(ben_client), waits(Client())) == ("1", "", "")
    assert starts(match) == 0
    person, client = account("Dora")
    make(ada, "to", to=person)
    make(ben, "too", to=person)
    assert waits(client) == "2"
    players.resign(match_id=match.pk, seat=1, key="r")
    assert waits(ada_client) == ""


def test_the_head_costs_one_query_and_strangers_none(match, ada_client, rf, django_assert_num_queries):
    from games.matches.waiting import waiting

    request = ada_client.get(LOBBY).wsgi_request
    request.session.get("guest")
    with django_assert_num_queries(1):
        assert waiting(request)["waiting"]() == 1
    stranger = Client().get(LOBBY).wsgi_request
    with django_assert_num_queries(0):
        assert waiting(stranger)["waiting"]() == 0


def test_the_lobby_costs_the_same_with_many(ada, ben, django_assert_max_num_queries):
    for number in range(6):
        make(ada, f"a{number}")
        make(PlayerFactory(), f"b{number}")
        deal(ada, opponent=ben)
    client = client_of(ada)
    with django_assert_max_num_queries(12):
        client.get(LOBBY, {"part": "live"})


def test_deck_and_person_can_be_named_in_the_address():
    account("Dora")
    words = page(Client(), to="dora", deck="old")
    assert "Challenge Dora" in words
    assert '<option value="old" selected>' in words
    assert "New challenge" in page(Client(), to="Nobody")


def test_what_a_guest_has_left_open_goes_to_the_account():
    guest = PlayerFactory(name="")
    challenge = make(guest)
    ada, _client = account("Ada")
    adopt_guest(guest_id=guest.guest_id, user=ada.user)
    challenge.refresh_from_db()
    assert challenge.maker == ada
    players.leave(user=ada.user)
    challenge.refresh_from_db()
    assert challenge.status == "withdrawn"


def test_a_rated_match_against_the_computer():
    _ada, client = account("Ada")
    client.post("/matches/", {"deck": "meadow", "opponent_deck": "meadow", "level": "random", "rated": "on"})
    assert Match.objects.get().rated
    Client().post(
        "/matches/", {"deck": "meadow", "opponent_deck": "meadow", "level": "random", "rated": "on"}
    )
    assert Match.objects.filter(rated=True).count() == 1
