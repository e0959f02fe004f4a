"""The chat's addresses: who may read, write, mute and report, and what staff see."""

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.models import ChatMessage, Match, Mute, Player
from games.matches.services.players import adopt_guest
from phylo.accounts.models import User
from phylo.moderation.models import Report
from tests.factories import client_of, deal
from tests.matches.test_addresses import CLOSED
from tests.members import person, signed_in


def send(client, match, body, name="api-match-chat"):
    return client.post(reverse(name, args=[match.pk]), body, content_type="application/json")


def say(client, match, text="Hello!", key="one"):
    return send(client, match, {"text": text, "key": key})


def heard(client, match):
    return client.get(reverse("api-match-chat", args=[match.pk])).json()


def test_said_once_and_heard_by_both(match, ada_client, ben_client):
    first, again = say(ada_client, match), say(ada_client, match)
    assert (first.status_code, first.json()) == (201, again.json())
    for client in (ada_client, ben_client):
        assert heard(client, match) == {"count": 1, "results": [first.json()], "muted": False}
    assert (first.json()["seat"], first.json()["text"]) == (0, "Hello!")


def test_what_is_said_stands_on_the_page_as_text(match, ada_client, ben_client):
    say(ada_client, match, "<b>Good</b> luck & fun")
    text = ben_client.get(reverse("match", args=[match.pk])).content.decode()
    assert "&lt;b&gt;Good&lt;/b&gt; luck &amp; fun" in text


@pytest.mark.parametrize(
    "body",
    [{"text": "Hi"}, {"key": "k"}, {"text": 3, "key": "k"}, {"text": "Hi", "key": "a b"},
     {"text": "Hi", "key": ""}, {"text": "Hi", "key": "k", "to": "Ben"}, []],
)  # fmt: skip
def test_what_is_no_message(match, ada_client, body):
    assert send(ada_client, match, body).status_code == 400
    assert not ChatMessage.objects.exists()


def test_too_long_or_empty(match, ada_client):
    for text in (" ", "x" * 401):
        assert say(ada_client, match, text).json()["code"] == "not-allowed"
    assert say(ada_client, match, "x" * 70_000).status_code == 413


def test_muted_is_not_heard_any_more_until_wanted_again(match, ada_client, ben_client, ada, ben):
    say(ada_client, match)
    assert send(ben_client, match, {"on": True}, "api-match-mute").json() == {"muted": True}
    assert heard(ben_client, match) == {"count": 0, "results": [], "muted": True}
    assert len(heard(ada_client, match)["results"]) == 1
    assert "You have muted Ada (guest)." in ben_client.get(reverse("match", args=[match.pk])).content.decode()
    send(ben_client, match, {"on": False}, "api-match-mute")
    assert len(heard(ben_client, match)["results"]) == 1
    assert send(ben_client, match, {"on": "yes"}, "api-match-mute").status_code == 400
    assert not Mute.objects.exists()


def test_a_report_reaches_moderators_who_hide_the_message(match, ada_client, ben_client, ben):
    message = say(ada_client, match, "Rude words").json()["id"]
    body = {"message": message, "reason": "Rude"}
    for _time in range(2):
        assert send(ben_client, match, body, "api-match-report").json() == {"reported": True}
    assert Report.objects.count() == 1
    staff = signed_in(person("sue", is_staff=True))
    page = staff.get(reverse("moderation")).content.decode()
    assert "Rude words" in page
    form = {"kind": "chat", "key": message, "do": "hide", "reason": "Rude"}
    assert staff.post(reverse("moderation"), form).status_code == 302
    assert "Rude words" not in staff.get(reverse("moderation")).content.decode()
    match.refresh_from_db()
    assert (heard(ben_client, match)["results"], heard(ada_client, match)["results"]) == ([], [])
    assert match.talk == 2


def test_what_cannot_be_reported(match, ada, ben, ada_client, ben_client):
    message = say(ada_client, match).json()["id"]
    own = send(ada_client, match, {"message": message, "reason": ""}, "api-match-report")
    assert (own.status_code, own.json()["code"]) == (422, "not-allowed")
    elsewhere = deal(ada, opponent=ben, seed=8)
    for where, number in ((elsewhere, message), (match, message + 1), (match, -1), (match, 10**30)):
        wrong = send(ben_client, where, {"message": number, "reason": ""}, "api-match-report")
        assert wrong.status_code == 400
    assert not Report.objects.exists()


NAMES = ["api-match-chat", "api-match-mute", "api-match-report"]


@pytest.mark.parametrize("name", NAMES)
def test_no_chat_for_watchers_and_strangers(match, outsiders, name):
    Match.objects.filter(pk=match.pk).update(public=True)
    for client in outsiders.values():
        assert client.get(reverse("api-match-chat", args=[match.pk])).status_code in CLOSED
        assert send(client, match, {}, name).status_code in CLOSED


@pytest.mark.parametrize("name", NAMES)
def test_no_chat_with_the_computer(ada, ada_client, name):
    assert send(ada_client, deal(ada), {}, name).status_code == 404


@pytest.mark.parametrize("name", NAMES)
def test_methods_and_tokens(match, ada, ada_client, name):
    assert ada_client.put(reverse(name, args=[match.pk])).status_code == 405
    assert send(client_of(ada, enforce_csrf_checks=True), match, {}, name).status_code == 403


def test_a_watchers_page_shows_no_talk(match, ada_client):
    Match.objects.filter(pk=match.pk).update(public=True)
    say(ada_client, match, "Between us")
    for query in ({}, {"part": "live"}):
        assert (
            "Between us" not in Client().get(reverse("match-table", args=[match.pk]), query).content.decode()
        )
    assert "Between us" not in Client().get(reverse("match", args=[match.pk])).content.decode()


def test_what_a_guest_said_and_muted_comes_along_into_the_account(match, ada, ada_client, ben):
    user = User.objects.create_user("ada", password="x")
    account = Player.objects.create(user=user)
    say(ada_client, match)
    send(ada_client, match, {"on": True}, "api-match-mute")
    assert adopt_guest(guest_id=ada.guest_id, user=user)
    assert (ChatMessage.objects.get().player, Mute.objects.get().player) == (account, account)
