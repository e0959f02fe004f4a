"""A challenge's own page: the maker who waits, those who accept, and those who may not."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.lobby.models import OpenTable
from games.matches.models import Match, Player
from games.matches.services.clock import PACES
from phylo.accounts.models import User
from tests.factories import DeckFactory, PlayerFactory, client_of
from tests.factories import challenge_of as make

pytestmark = pytest.mark.once

PROBLEM = "application/problem+json"


@pytest.fixture
def meadow(db):
    return DeckFactory(slug="meadow")


@pytest.fixture
def challenge(ada, meadow) -> OpenTable:
    return make(ada, meadow)


def account(name: str) -> tuple[Player, Client]:
    user = User.objects.create_user(name)
    client = Client()
    client.force_login(user)
    return Player.objects.create(user=user), client


def url(challenge: OpenTable, what: str = "") -> str:
    return f"/t/{challenge.code}/{what}"


def page(client, challenge):
    return client.get(url(challenge)).content.decode()


def accept(client, challenge, deck="meadow", **headers):
    return client.post(url(challenge), {"deck": deck}, HTTP_ACCEPT="text/html", **headers)


def told(client, challenge):
    return client.get(reverse("api-challenge", args=[challenge.code])).json()


def test_somebody_without_an_account_looks_and_nothing_is_stored(challenge):
    client = Client()
    words = page(client, challenge)
    assert "Phylo with Ada" in words
    assert 'value="meadow"' in words
    assert (Player.objects.count(), client.session.get("guest")) == (1, None)


def test_accepting_makes_a_guest_and_both_find_the_table(challenge, ada_client):
    client = Client()
    response = accept(client, challenge)
    match = Match.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/matches/{match.pk}/")
    assert match.seats.filter(player__guest=client.session["guest"]).exists()
    assert told(ada_client, challenge)["status"] == "accepted"
    for both in (client, ada_client):
        assert both.get(url(challenge))["Location"] == f"/matches/{match.pk}/"
        assert both.get(f"/matches/{match.pk}/").status_code == 200
    assert accept(client, challenge)["Location"] == response["Location"]
    assert Match.objects.count() == 1


def test_the_maker_waits_with_link_and_picture(challenge, ada_client):
    words = page(ada_client, challenge)
    assert f"http://testserver{url(challenge)}" in words
    assert 'class="qr"' in words
    assert "Accept and play" not in words
    assert accept(ada_client, challenge).status_code == 400
    assert not Match.objects.exists()


def test_the_picture_can_be_had_by_itself(challenge):
    response = Client().get(url(challenge, "qr/"))
    assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")
    assert response.content.startswith(b"<svg")


def test_previews_of_the_link_say_what_it_is(challenge):
    words = " ".join(page(Client(), challenge).split())
    assert '<meta property="og:title" content="Ada (guest) invites you to a game of Phylo">' in words
    assert '<meta name="description" content="Short game (V1.4a). No clock. Not rated.">' in words
    assert '<meta name="robots" content="noindex">' in words


def test_programs_accept_as_well(challenge):
    client = client_of(PlayerFactory())
    path = reverse("api-challenge-accept", args=[challenge.code])
    response = client.post(path, json.dumps({"deck": "meadow"}), content_type="application/json")
    match = Match.objects.get()
    assert (response.status_code, response.json()["match"]) == (200, str(match.pk))
    assert told(client, challenge)["match"] == str(match.pk)


@pytest.mark.parametrize("body", ["", "[]", "{", '{"deck": "nowhere"}', "{}", '{"deck": 7}'])
def test_what_programs_are_refused(challenge, body):
    path = reverse("api-challenge-accept", args=[challenge.code])
    response = client_of(PlayerFactory()).post(path, body, content_type="application/json")
    assert (response.status_code, response["Content-Type"]) == (400, PROBLEM)
    assert not Match.objects.exists()


def test_a_private_match_is_told_to_its_players_alone(ada, ben, meadow, ada_client):
    challenge = make(ada, meadow, public=False)
    accept(client_of(ben), challenge)
    assert told(ada_client, challenge)["match"]
    assert told(Client(), challenge)["match"] is None
    assert "Watch the match" not in page(Client(), challenge)


def test_who_comes_too_late(challenge, ben):
    accept(client_of(ben), challenge)
    late = Client()
    words = page(late, challenge)
    assert "The game has begun" in words
    assert "Watch the match" in words
    response = accept(late, challenge)
    assert "The game has begun" in response.content.decode()
    assert Match.objects.count() == 1


def test_decks_of_other_rules_unfinished_ones_and_those_of_others_are_refused(challenge):
    DeckFactory(slug="old", rules="phylo-1.3")
    DeckFactory(slug="short", cards={"clover": 3})
    DeckFactory(slug="secret", ready=False)
    for deck in ("old", "short", "secret", "nowhere", ""):
        response = accept(Client(), challenge, deck)
        assert response.status_code == 400, deck
        assert 'role="alert"' in response.content.decode()
    assert not Match.objects.exists()


def test_only_decks_that_came_with_the_site(ada, meadow):
    public = DeckFactory(slug="public", ready=False)
    type(public).objects.filter(pk=public.pk).update(visibility="public")
    challenge = make(ada, meadow, ready_decks_only=True)
    assert 'value="public"' not in page(Client(), challenge)
    assert accept(Client(), challenge, "public").status_code == 400
    assert accept(Client(), challenge).status_code == 302


def test_the_same_deck_needs_no_choice(ada, meadow):
    challenge = make(ada, meadow, same_deck=True)
    assert 'name="deck"' not in page(Client(), challenge)
    assert Client().post(url(challenge), HTTP_ACCEPT="text/html").status_code == 302


def test_a_rated_one_asks_for_an_account(meadow):
    ada, _client = account("Ada")
    challenge = make(ada, meadow, rated=True, pace=PACES[-1])
    words = page(Client(), challenge)
    assert f"/sign-in/?next={url(challenge)}" in words
    assert "plays Meadow" not in words
    assert accept(Client(), challenge).status_code == 400
    _ben, client = account("Ben")
    assert accept(client, challenge).status_code == 302
    assert Match.objects.get().rated


def test_one_that_is_directed_is_there_for_its_two(ada, meadow, ada_client):
    ben, client = account("Ben")
    challenge = make(ada, meadow, to=ben)
    for stranger in (Client(), client_of(PlayerFactory())):
        for what in ("", "qr/"):
            assert stranger.get(url(challenge, what)).status_code == 404
        assert accept(stranger, challenge).status_code == 404
        assert stranger.post(url(challenge, "leave/")).status_code == 404
    assert "Ada (guest) invites you to Phylo" in page(client, challenge)
    assert "Waiting for Ben" in page(ada_client, challenge)
    assert accept(client, challenge).status_code == 302


@pytest.mark.parametrize(
    ("who", "status", "told"),
    [
        ("ada", "withdrawn", "The table is called off."),
        ("ben", "declined", "You have declined the invitation."),
    ],
)
def test_withdrawing_and_declining(ada, meadow, ada_client, who, status, told):
    ben, ben_client = account("Ben")
    challenge = make(ada, meadow, to=ben)
    client = {"ada": ada_client, "ben": ben_client}[who]
    response = client.post(url(challenge, "leave/"), HTTP_ACCEPT="text/html", follow=True)
    assert response.redirect_chain == [("/lobby/", 302)]
    assert told in response.content.decode()
    over = client.get(url(challenge))
    assert (over.status_code, "is no longer waiting" in over.content.decode()) == (410, True)
    assert accept(ben_client, challenge).status_code in (400, 410)
    client.post(url(challenge, "leave/"))
    challenge.refresh_from_db()
    assert challenge.status == status


def test_nobody_else_withdraws(challenge, ben):
    for stranger in (Client(), client_of(ben)):
        assert stranger.post(url(challenge, "leave/")).status_code == 404
    challenge.refresh_from_db()
    assert challenge.status == "open"


def test_one_that_has_waited_too_long(challenge, ada_client):
    OpenTable.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert Client().get(url(challenge)).status_code == 410
    assert told(ada_client, challenge)["status"] == "expired"
    accept(Client(), challenge)
    assert not Match.objects.exists()


@pytest.mark.parametrize("code", ["nothing", "-", "a" * 60])
def test_challenges_that_there_are_not(db, code):
    for path in (f"/t/{code}/", f"/t/{code}/qr/"):
        assert Client().get(path).status_code == 404
    assert Client().post(f"/t/{code}/").status_code == 404


@pytest.mark.parametrize(
    ("old", "new"),
    [("/c/abc/", "/t/abc/"), ("/c/abc/qr/", "/t/abc/qr/"), ("/c/abc/withdraw/", "/t/abc/leave/")],
)
def test_links_of_earlier_versions_lead_on(db, old, new):
    response = Client().post(old)
    assert (response.status_code, response["Location"]) == (308, new)


def test_without_the_token_of_a_page_nothing_happens(challenge):
    client = Client(enforce_csrf_checks=True)
    assert accept(client, challenge).status_code == 403
    assert client.post(url(challenge, "leave/")).status_code == 403
    assert client.get(url(challenge, "leave/")).status_code == 405
    assert Client().put(url(challenge))["Allow"] == "GET, HEAD, POST"
