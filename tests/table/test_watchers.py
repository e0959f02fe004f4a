"""What watchers say to each other: who reads it, who writes it, and that those who play see nothing of it."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.matches.access import Look
from games.matches.models import ChatMessage, Match, Player
from games.matches.services import blocking, chat
from games.matches.services.play import play
from games.table.people import live_state
from phylo.accounts.models import User
from phylo.moderation.content import Person, kinds
from tests.factories import PlayerFactory, client_of, deal
from tests.members import person, signed_in

SAID = "The lion starves, look"


def account(name: str) -> tuple[Player, Client]:
    user = person(name)
    return Player.objects.create(user=user), signed_in(user)


@pytest.fixture
def ada(db):
    return account("Ada")[0]


@pytest.fixture
def ada_client(ada):
    return signed_in(ada.user)


@pytest.fixture
def match(ada, ben):
    return deal(ada, opponent=ben, public=True)


@pytest.fixture
def wanda(db):
    return account("Wanda")


def url(match) -> str:
    return f"/matches/{match.pk}/watchers/"


def say(client, match, text=SAID, key="one"):
    return client.post(url(match), {"text": text, "key": key})


def end(match) -> None:
    play(match_id=match.pk, seat=0, action={"do": "resign"}, version=0, key="end")


def test_watchers_read_and_write(match, wanda):
    assert say(wanda[1], match).status_code == 302
    assert say(wanda[1], match).status_code == 302
    assert ChatMessage.objects.get().watching
    assert SAID in wanda[1].get(url(match)).content.decode()
    other = account("Olga")[1]
    assert SAID in other.get(f"{url(match)}?part=list").content.decode()
    assert "Talk with other watchers" in other.get(f"/matches/{match.pk}/").content.decode()


def test_those_who_play_see_nothing_of_it_until_the_end(match, ada, ben, ada_client, ben_client, wanda):
    paths = [
        f"/matches/{match.pk}/", f"/matches/{match.pk}/table/", f"/matches/{match.pk}/table/?part=live",
        f"/api/v1/matches/{match.pk}/", f"/api/v1/matches/{match.pk}/chat/",
    ]  # fmt: skip
    before = Match.objects.values_list("version", "talk", "updated").get(pk=match.pk)
    say(wanda[1], match)
    message = ChatMessage.objects.get()
    chat.put_out_of_sight(message_id=message.pk, hidden=True)
    chat.put_out_of_sight(message_id=message.pk, hidden=False)
    assert Match.objects.values_list("version", "talk", "updated").get(pk=match.pk) == before
    for client in (ada_client, ben_client):
        assert client.get(url(match)).status_code == 404
        assert say(client, match).status_code == 404
        for path in paths:
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert SAID not in answer.content.decode(), path
            assert "watchers" not in answer.content.decode(), path
    told = ada_client.post(
        f"/api/v1/matches/{match.pk}/report/",
        json.dumps({"message": message.pk, "reason": "x"}),
        content_type="application/json",
    )
    assert told.status_code == 400
    assert SAID not in ada_client.get(f"/report/chat/{message.pk}/").content.decode()
    end(match)
    for client in (ada_client, ben_client, wanda[1], Client()):
        assert SAID in client.get(url(match)).content.decode()
    assert url(match) in ada_client.get(f"/matches/{match.pk}/replay/").content.decode()
    seats = list(match.seats.select_related("player__user").order_by("number"))
    match.refresh_from_db()
    assert live_state(Look(match, 0), seats).talk.messages == []


def test_outsiders_and_guests_do_not_read_or_write_while_it_is_played(match, wanda):
    say(wanda[1], match)
    stranger = Client()
    assert SAID not in stranger.get(url(match)).content.decode()
    assert say(stranger, match, key="two").status_code == 400
    guest = client_of(PlayerFactory(name="Gus"))
    assert SAID not in guest.get(url(match)).content.decode()
    assert say(guest, match, key="three").status_code == 400
    assert ChatMessage.objects.count() == 1


def test_a_private_match_has_no_watchers(ada, ben, wanda):
    match = deal(ada, opponent=ben)
    assert wanda[1].get(url(match)).status_code == 404
    assert say(wanda[1], match).status_code == 404


def test_nobody_writes_after_the_end(match, wanda):
    end(match)
    assert say(wanda[1], match).status_code == 400
    assert not ChatMessage.objects.exists()


def test_it_is_moderated_as_all_talk_is(match, wanda, ada):
    olga, olga_client = account("Olga")
    assert say(wanda[1], match, text="x" * 401).status_code == 400
    page = say(wanda[1], match, text=" ").content.decode()
    assert "This needs 1 to" in page
    say(wanda[1], match)
    message = ChatMessage.objects.get()
    kind = kinds()["chat"]
    assert kind.open_to(str(message.pk), Person(user=olga.user))
    assert not kind.open_to(str(message.pk), Person(user=ada.user))
    blocking.block(player=olga, blocked=wanda[0])
    assert SAID not in olga_client.get(url(match)).content.decode()
    blocking.unblock(player=olga, blocked=wanda[0])
    User.objects.filter(pk=wanda[0].user_id).update(shadowed=True)
    assert SAID not in olga_client.get(url(match)).content.decode()
    assert SAID in wanda[1].get(url(match)).content.decode()
    User.objects.filter(pk=wanda[0].user_id).update(shadowed=False)
    kind.put(str(message.pk), hidden=True, by=None, reason="", before={})
    assert SAID not in olga_client.get(url(match)).content.decode()
    for number in range(chat.MOST_IN_A_MINUTE + 1):
        last = say(wanda[1], match, text=f"Number {number}", key=f"k{number}")
    assert last.status_code == 400
    assert "Not so fast" in last.content.decode()


def test_a_suspended_watcher_does_not_write(match, wanda):
    now = timezone.now()
    User.objects.filter(pk=wanda[0].user_id).update(
        suspended_from=now, suspended_until=now + timedelta(days=1)
    )
    assert say(wanda[1], match).status_code in (302, 403)
    assert not ChatMessage.objects.exists()
