"""Decks to take along: text, JSON, picture, and all of them in one file."""

import json
import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from cards.decks import services
from cards.decks.exchange.importer import read_anything
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.pages.files import file_name, share
from cards.decks.services import Change
from tests.decks.conftest import MEADOW, built
from tests.factories import DeckFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards"), pytest.mark.once]
FILES = {
    "deck-text": "text/plain; charset=utf-8", "deck-json": "application/json", "deck-qr": "image/svg+xml",
}  # fmt: skip


@pytest.fixture
def deck(ada) -> Deck:
    deck = built(ada, name="Wood & “Meadow”")
    return services.change_deck(
        deck_id=deck.pk,
        version=1,
        settings_version=1,
        change=Change(copies={"sage": 1, "clover": 6}, notes="Grazed."),
    )


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_who_gets_it(deck, name, visibility, ada_client, ben_client, guest_client):
    Deck.objects.update(visibility=visibility)
    response = ada_client.get(reverse(name, args=[deck.slug]))
    assert (response.status_code, response["Content-Type"]) == (200, FILES[name])
    assert response["Cache-Control"] == "private, no-cache"
    for client in (ben_client, guest_client, Client()):
        found = client.get(reverse(name, args=[deck.slug])).status_code
        assert found == (404 if visibility == "private" else 200)


@pytest.mark.parametrize("name", ["deck-text", "deck-json"])
def test_what_is_written_reads_back(deck, name, ada_client):
    response = ada_client.get(reverse(name, args=[deck.slug]))
    reading = read_anything(response.content.decode())
    assert (reading.contents, reading.name, reading.notes) == (deck.contents, deck.name, "Grazed.")
    assert reading.understood
    assert 'filename="wood-meadow.' in response["Content-Disposition"]


@pytest.mark.parametrize("name", FILES)
def test_an_earlier_version(deck, name, ada_client):
    now = ada_client.get(reverse(name, args=[deck.slug])).content
    first = ada_client.get(reverse(name, args=[deck.slug]), {"version": "1"}).content
    assert now != first
    if name != "deck-qr":
        assert read_anything(first.decode()).contents == Contents.of(MEADOW)
    for wrong in ("3", "0", "x", "-1", "9" * 30):
        assert ada_client.get(reverse(name, args=[deck.slug]), {"version": wrong}).status_code == 404


def test_the_panel(deck):
    told = share(RequestFactory().get("/"), deck, deck.contents)
    assert told is not None
    assert read_anything(told["code"]).contents == deck.contents
    assert read_anything(told["import_url"]).contents == deck.contents
    assert told["address"] == f"http://testserver/decks/{deck.slug}/"
    assert told["private"]
    assert "<title>QR picture of the deck “Wood &amp; “Meadow””</title>" in told["qr"]
    assert share(RequestFactory().get("/"), deck, Contents()) is None


def test_everything_in_one_file(deck, ada, ada_client):
    for name in ("Meadow", "meadow", "Con", "!!!", "../../etc/passwd", "Łąka"):
        built(ada, {"clover": 1}, name=name)
    response = ada_client.get(reverse("decks-export"))
    assert response["Content-Type"] == "application/zip"
    assert response["Content-Disposition"].startswith('attachment; filename="phylo-decks-20')
    with ZipFile(BytesIO(response.content)) as archive:
        names = archive.namelist()
        assert len(names) == len({name.lower() for name in names}) == 3 * 7
        assert all(re.fullmatch(r"[a-z0-9-]+(\.versions)?\.(txt|json)", name) for name in names)
        stem = "wood-meadow"
        assert read_anything(archive.read(f"{stem}.txt").decode()).contents == deck.contents
        assert read_anything(archive.read(f"{stem}.json").decode()).contents == deck.contents
        told = json.loads(archive.read(f"{stem}.versions.json"))
    assert [each["number"] for each in told["versions"]] == [1, 2]
    assert told["versions"][0]["cards"] == MEADOW


def test_nobody_gets_the_decks_of_others(deck, ben, ben_client, guest, guest_client):
    built(guest, {"clover": 1}, name="Guest’s")
    Deck.objects.update(visibility="unlisted")
    DeckFactory()
    with ZipFile(BytesIO(guest_client.get(reverse("decks-export")).content)) as archive:
        assert {name.split(".")[0] for name in archive.namelist()} == {"guests"}
    for client in (ben_client, Client()):
        assert client.get(reverse("decks-export"))["Location"] == reverse("my-decks")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Wood & Meadow", "wood-meadow"), ("", "deck"), ("…", "deck"), ("CON", "deck-con"),
        ("lpt1", "deck-lpt1"), ("../up", "up"), ("x" * 80, "x" * 60), ("Été", "ete"), ("-", "deck"),
    ],
)  # fmt: skip
def test_names_of_files(name, file):
    taken: set[str] = set()
    assert file_name(name, taken) == file
    assert file_name(name, taken) == f"{file}-2"
    assert file_name(name, taken) == f"{file}-3"
