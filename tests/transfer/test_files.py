"""The file itself: what is none, how much of it, one at a time, piece by piece, and its pages."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from cards.models import Builder
from games.matches.models import Player
from games.transfer.models import DataImport
from games.transfer.services import importing, reading
from games.transfer.services.importing import DATA_IMPORTS, begin_import
from phylo.accounts.models import Guest
from tests.decks.conftest import built
from tests.factories import a_guest, client_of_guest
from tests.transfer.conftest import bring, outcomes

pytestmark = pytest.mark.django_db
EMPTY = {"format": "phylo-data/1", "player": None}
DECK = {
    "name": "Meadow",
    "versions": [{"number": 1, "rules": "phylo-1.4a", "cards": {"clover": 1}}],
}


def decks(number):
    return EMPTY | {"decks": [DECK | {"deck": f"deck-{each}"} for each in range(number)]}


def send(client, content):
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return client.post(reverse("api-data-imports"), body, content_type="application/json")


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"3", b"{}", b'{"format": "phylo-data/2"}', b"[" * 100_000, b"\xff",
        b'{"format": "phylo-data/1", "x": NaN}', b'{"format": "phylo-data/1", "x": "\\ud800"}',
        b'{"format": "phylo-data/1", "x": "\\u0000"}', EMPTY | {"player": "x"}, EMPTY | {"decks": {}},
        EMPTY | {"decks": [1]}, EMPTY | {"decks": [{}]}, EMPTY | {"lessons": [{"lesson": "x"}]},
        EMPTY | {"decks": [DECK | {"deck": "a"}, DECK | {"deck": "a"}]},
    ],
)  # fmt: skip
def test_what_is_no_such_file(ada_client, content):
    answer = send(ada_client, content)
    assert (answer.status_code, answer.json()["code"]) == (400, "format"), answer.content
    assert not DataImport.objects.exists()


def test_a_file_without_anything_is_done_at_once(ada_client):
    assert send(ada_client, EMPTY).json()["status"] == "done"


def test_the_api_tells_how_far_it_is(meadow_cards, ada_client):
    answer = send(ada_client, decks(2))
    assert answer.status_code == 202
    told = answer.json()
    assert (told["total"], told["taken"]) == (2, 0)
    DATA_IMPORTS.do_all(DataImport.objects.get(), lambda job: None)
    told = ada_client.get(told["api"]).json()
    assert (told["status"], told["done"], told["taken"], told["refused"]) == ("done", 2, 2, 0)
    assert ada_client.get(told["page"]).status_code == 200


def test_nobody_in_particular_brings_nothing_by_the_api():
    assert send(Client(), EMPTY).status_code == 401


def test_too_many_items_and_too_many_files(ada_client, monkeypatch):
    monkeypatch.setattr(reading, "MOST_ITEMS", 1)
    assert send(ada_client, decks(2)).status_code == 400
    monkeypatch.setattr(reading, "MOST_BYTES", 10)
    assert send(ada_client, EMPTY).status_code == 400
    monkeypatch.setattr("games.transfer.pages.IMPORTS", 0)
    answer = send(ada_client, EMPTY)
    assert (answer.status_code, "Retry-After" in answer) == (429, True)


def test_one_file_at_a_time(ada, meadow_cards):
    player = Player.objects.create(user=ada)
    one, other = (json.dumps(decks(number)).encode() for number in (1, 2))
    first = begin_import(player=player, content=one)
    assert begin_import(player=player, content=one) == first
    with pytest.raises(importing.NotNow):
        begin_import(player=player, content=other)


def test_only_the_latest_are_kept(ada_client, monkeypatch):
    monkeypatch.setattr(importing, "KEPT", 2)
    for number in range(3):
        send(ada_client, EMPTY | {"x": number})
    assert DataImport.objects.count() == 2


def test_a_piece_done_twice_takes_once(ada, meadow_cards):
    player = Player.objects.create(user=ada)
    found = begin_import(player=player, content=json.dumps(decks(2)).encode())
    item = found.items.get(number=0)
    for _time in range(2):
        importing._take(item, importing.Owner.of(player))
    item.refresh_from_db()
    assert item.outcome == "taken"
    assert ada.decks.count() == 1
    assert outcomes(DATA_IMPORTS.do_all(found, lambda job: None)) == [("deck", "taken")] * 2
    assert ada.decks.count() == 2


def test_an_odd_item_does_not_keep_others_from_being_taken(ada_client, meadow_cards, monkeypatch):
    def break_down(*_given):
        raise KeyError

    monkeypatch.setitem(importing.TAKES, "lesson", break_down)
    data = decks(1) | {"player": "00000000-0000-4000-8000-000000000000", "lessons": [{"lesson": "x"}]}
    assert outcomes(bring(ada_client, data)) == [("deck", "taken"), ("lesson", "refused")]


def test_who_signs_up_keeps_what_became_of_it(ada, meadow_cards, device):
    found = bring(device.client, decks(1))
    device.client.post(reverse("account_login"), {"login": "Ada", "password": "orca whale song"})
    assert device.client.get(reverse("data-imported", args=[found.pk])).status_code == 200
    assert outcomes(bring(device.client, decks(1))) == [("deck", "known")]


def test_the_pages(meadow_cards, ada_client, device):
    page = reverse("data-import")
    assert reverse("account-data") not in Client().get(page).content.decode().partition("<main")[2]
    assert reverse("account-data") in device.client.get(page).content.decode()
    found = bring(ada_client, decks(1) | {"sets": [{"slug": "s", "name": "S", "licence": "none"}]})
    told = ada_client.get(reverse("data-imported", args=[found.pk])).content.decode()
    assert "Some of it could not be taken." in told
    assert reverse("data-refused", args=[found.pk]) in told
    assert reverse("data-imported", args=[found.pk]) in ada_client.get(page).content.decode()


def test_visitors_without_anything_have_no_file():
    answer = Client().get(reverse("account-data"))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


def test_the_file_of_a_guest_has_what_they_made_and_nothing_of_others(meadow_cards, device, ada):
    mine, _other = built(Builder(guest=device.player.guest_id)), built(ada)
    data = device.file()
    assert [each["deck"] for each in data["decks"]] == [mine.slug]
    assert data["player"] == str(device.player.pk)
    assert "account" not in data
    assert Guest.objects.count() == 1


def test_the_file_of_a_guest_who_has_only_built(meadow_cards):
    builder = a_guest()
    deck = built(builder)
    data = client_of_guest(builder.guest).get(reverse("account-data")).json()
    assert (data["player"], [each["deck"] for each in data["decks"]]) == (None, [deck.slug])
