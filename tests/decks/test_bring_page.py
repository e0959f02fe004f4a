"""Bringing decks in: what is shown of a text, what is chosen, what is made; and who may replace what."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from cards.decks import services
from cards.decks.exchange.code import code_of
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.services import Change
from tests.decks.conftest import MEADOW, built
from tests.factories import CardFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards"), pytest.mark.once]

ADDRESS = "/decks/import/"
LIST = "Name: Grazing\n2 Clover\n3x hare\n"


@pytest.fixture
def oaks() -> None:
    for key, name in {"valley-oak": "Valley Oak", "bur-oak": "Bur Oak", "horse": "Horse"}.items():
        CardFactory(key=key, name=name)


def send(client: Client, text: str = LIST, **more):
    return client.post(ADDRESS, {"text": text} | more)


def made(client: Client, text: str = LIST, **more) -> Deck:
    response = send(client, text, step="make", **more)
    assert response.status_code == 302, response.content.decode()
    return Deck.objects.latest("pk")


def test_the_address():
    assert reverse("deck-import") == ADDRESS


def test_looking_makes_nothing(ada_client):
    text = send(ada_client).content.decode()
    for words in ("5 cards", "Clover", "line 2", "Make the deck", 'value="Grazing"'):
        assert words in text
    assert not Deck.objects.exists()


@pytest.mark.parametrize("who", ["ada_client", "guest_client"])
def test_a_new_deck(request, who):
    client = request.getfixturevalue(who)
    deck = made(client, name="Grazing")
    assert (deck.name, deck.visibility) == ("Grazing", "private")
    assert deck.contents == Contents.of({"clover": 2, "hare": 3})
    assert client.get(reverse("deck", args=[deck.slug])).status_code == 200
    assert Client().get(reverse("deck", args=[deck.slug])).status_code == 404


def test_a_passer_by_becomes_a_guest_when_a_deck_is_made():
    client = Client()
    send(client)
    assert "guest" not in client.session
    assert made(client).guest is not None


def test_sent_twice_it_is_one_deck(ada_client):
    for _time in range(2):
        made(ada_client, key="once")
    assert Deck.objects.count() == 1


def test_without_a_name(ada_client):
    assert made(ada_client, "2 Clover").name == "Untitled deck"


def test_notes_come_along(ada_client):
    assert made(ada_client, "Notes: Eats well.\n2 Clover").notes == "Eats well."


def test_a_guess_is_shown_and_can_be_chosen_otherwise(ada_client, oaks):
    text = send(ada_client, "2 Valey Oak").content.decode()
    assert "1 line guessed" in text
    assert '<option value="valley-oak" selected>' in text
    assert made(ada_client, "2 Valey Oak").contents.cards == {"valley-oak": 2}
    assert made(ada_client, "2 Valey Oak\n1 Horse", **{"line-0": "-"}).contents.cards == {"horse": 1}


def test_what_several_cards_may_be(ada_client, oaks):
    text = send(ada_client, "1 Horse\n3 Oak").content.decode()
    assert "1 line not understood" in text
    assert '<option value="bur-oak">' in text
    assert made(ada_client, "1 Horse\n3 Oak").contents.cards == {"horse": 1}
    chosen = made(ada_client, "1 Horse\n3 Oak", **{"line-1": "bur-oak"})
    assert chosen.contents.cards == {"bur-oak": 3, "horse": 1}


def test_a_choice_adds_to_what_is_there(ada_client, oaks):
    chosen = made(ada_client, "1 Bur Oak\n3 Oak", **{"line-1": "bur-oak"})
    assert chosen.contents.cards == {"bur-oak": 4}


def test_a_choice_that_was_not_offered(ada_client, oaks):
    for value in ("clover", "nobody", "\0", ""):
        response = send(ada_client, "1 Horse\n3 Oak", step="make", **{"line-1": value})
        assert response.status_code == 400
        assert "choose one of the cards" in response.content.decode()
    # What was understood is no question.
    assert made(ada_client, "1 Horse", **{"line-0": "clover"}).contents.cards == {"horse": 1}


def test_starter_and_hand_are_kept_with_choices(ada_client, oaks):
    text = "Rules: 1.4a\nOpening hand: 2 Horse; 1 Clover\n3 Horse\n2 Clover\n2 Valey Oak"
    before = made(ada_client, text).contents
    assert before.opening_hand == ("clover", "horse", "horse")
    after = made(ada_client, text, **{"line-5": "-"}).contents
    assert after.opening_hand == before.opening_hand
    started = made(ada_client, "Rules: 1.3\nStarter: Pasture\n2 Clover\n2 Valey Oak", **{"line-3": "-"})
    assert (started.starter, started.rules, started.contents.cards) == ("pasture", "phylo-1.3", {"clover": 2})


def test_a_code(ada_client):
    contents = Contents.of(MEADOW, opening_hand=["clover"] * 5)
    code = code_of(contents)
    response = Client().get(ADDRESS, {"code": code})
    assert response.status_code == 200
    assert "24 cards" in response.content.decode()
    for text in (code, code.lower(), f"https://example.org/decks/import/?code={code}"):
        assert made(ada_client, text).contents == contents


@pytest.mark.parametrize("code", ["x", "0", "\0", "A" * 500, "9" * 70_000, "é"])
def test_a_code_that_is_none(code):
    response = Client().get(ADDRESS, {"code": code})
    assert response.status_code in (200, 400)
    assert not Deck.objects.exists()


def test_json(ada, ada_client):
    deck = built(ada)
    text = ada_client.get(reverse("deck-json", args=[deck.slug])).content.decode()
    assert made(ada_client, text, name="Again").contents == deck.contents


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "There is nothing to read."), ("  \n ", "There is nothing to read."), ("\0", "Null"),
        ("{", "JSON"), ('{"cards": 3}', "cards: must be a list"), ("x\n" * 501, "more than 500 lines"),
        ("x" * 65_537, "longer than 64 kB"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(ada_client, text, words):
    for step in ("", "make"):
        response = send(ada_client, text, step=step)
        assert response.status_code == 400
        assert words in response.content.decode()
    assert not Deck.objects.exists()


def test_a_list_that_no_deck_can_hold(ada_client):
    response = send(ada_client, "99 Clover\n99 Nettle\n99 Hare", step="make")
    assert response.status_code == 400
    assert "At most 100 cards." in response.content.decode()
    response = send(ada_client, step="make", name="x" * 81)
    assert "1 to 80 characters" in response.content.decode()
    assert not Deck.objects.exists()


def test_a_file(ada_client):
    for content in (LIST.encode(), b"\xef\xbb\xbf" + LIST.encode(), LIST.encode("utf-16")):
        file = SimpleUploadedFile("deck.txt", content)
        text = ada_client.post(ADDRESS, {"text": "1 Nettle", "file": file}).content.decode()
        assert "5 cards" in text
        # What was read goes along to the next step.
        assert "3x hare" in text


@pytest.mark.parametrize("content", [b"", b"  ", b"\xff\x00\xff", b"x" * 200_000, b"\x89PNG\r\n\x1a\n\x00"])
def test_a_file_that_is_none(ada_client, content):
    response = ada_client.post(ADDRESS, {"file": SimpleUploadedFile("deck.txt", content)})
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()


def test_replacing_the_cards_of_ones_own(ada, ada_client):
    deck = built(ada, name="Mine")
    text = send(ada_client, deck=deck.slug).content.decode()
    for words in ("New cards for “Mine”", "−5 Clover", "−7 Nettle", "Replace the cards", 'value="1"'):
        assert words in text
    made(ada_client, deck=deck.slug, version="1", key="once")
    deck.refresh_from_db()
    assert (deck.name, deck.version) == ("Mine", 2)
    assert deck.contents == Contents.of({"clover": 2, "hare": 3})
    assert deck.versions.get(number=2).note == "Imported"
    made(ada_client, deck=deck.slug, version="1", key="once")
    assert deck.versions.count() == 2


def test_a_list_without_rules_keeps_those_of_the_deck(ada, ada_client):
    deck = built(ada, {"clover": 1}, rules="phylo-1.3", starter="pasture")
    assert "instead of" not in send(ada_client, deck=deck.slug).content.decode()
    made(ada_client, deck=deck.slug, version="1")
    deck.refresh_from_db()
    assert (deck.rules, deck.starter) == ("phylo-1.3", "pasture")
    made(ada_client, "Rules: 1.4a\n2 Clover", deck=deck.slug, version="2")
    deck.refresh_from_db()
    assert (deck.rules, deck.starter) == ("phylo-1.4a", "")


@pytest.mark.parametrize("version", ["1", "", "x", "9" * 30])
def test_replacing_what_was_changed_meanwhile(ada, ada_client, version):
    deck = built(ada)
    services.change_deck(deck_id=deck.pk, version=1, change=Change(copies={"sage": 1}))
    response = send(ada_client, step="make", deck=deck.slug, version=version)
    text = response.content.decode()
    assert response.status_code == 409
    assert "The deck was changed meanwhile" in text
    assert "−1 Sage" in text
    assert 'name="version" value="2"' in text
    assert deck.versions.count() == 2


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_nobody_replaces_the_cards_of_others(ada, ben_client, guest_client, visibility):
    deck = built(ada, visibility=visibility)
    for client in (ben_client, guest_client, Client()):
        response = send(client, step="make", deck=deck.slug, version="1")
        assert response.status_code == 400
    assert Deck.objects.get().version == 1


def test_as_many_decks_as_one_may_have(ada_client, monkeypatch):
    monkeypatch.setattr("cards.decks.services.building.MOST_DECKS", 0)
    response = send(ada_client, step="make")
    assert response.status_code == 400
    assert "the most that are allowed" in response.content.decode()


def test_it_takes_a_token(ada):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert send(client, step="make").status_code == 403
    assert not Deck.objects.exists()


def test_what_is_pasted_is_escaped(ada_client):
    text = send(ada_client, "2 <script>alert(1)</script></textarea>").content.decode()
    assert "<script>alert" not in text
    text = json.dumps({"cards": [{"key": "<b>", "count": 1}]})
    assert "<b>&quot;" not in send(ada_client, text).content.decode()
