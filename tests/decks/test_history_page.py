"""The history of a deck, its versions, restoring, noting and copying them: who may, and what is shown."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.decks import services
from cards.decks.history import SESSION_GAP, Save, difference, sessions, steps
from cards.decks.models import Deck, DeckVersion
from cards.decks.models.contents import Contents
from cards.decks.services import Change
from cards.models import Builder, Card, CardText
from cards.services.card_texts import store_texts
from cards.services.publishing import store_cards
from tests.decks.conftest import MEADOW, built
from tests.factories import DeckFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards")]


@pytest.fixture
def deck(ada) -> Deck:
    """Three versions, an hour apart: the meadow, with sage for a clover, for V1.3."""
    deck = built(ada)
    for change in (Change(copies={"sage": 1, "clover": 6}), Change(rules="phylo-1.3", starter="pasture")):
        deck = services.change_deck(deck_id=deck.pk, version=deck.version, change=change)
    spread(deck, timedelta(hours=1))
    return deck


def spread(deck: Deck, apart: timedelta) -> None:
    now = timezone.now()
    for version in deck.versions.all():
        at = now - (deck.version - version.number) * apart
        DeckVersion.objects.filter(pk=version.pk).update(created_at=at)


def page(client: Client, name: str, *args, **asked) -> str:
    response = client.get(reverse(name, args=args), asked)
    assert response.status_code == 200
    return response.content.decode()


def status(client: Client, name: str, *args, sent: dict | None = None) -> int:
    address = reverse(name, args=args)
    return (client.get(address) if sent is None else client.post(address, sent)).status_code


HISTORY, VERSION, RESTORE, NOTE, COPY = (
    "deck-history", "deck-version", "deck-restore", "deck-note", "deck-copy",
)  # fmt: skip


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_who_sees_what(deck, visibility, ada_client, ben_client, guest_client):
    Deck.objects.update(visibility=visibility)
    assert status(ada_client, HISTORY, deck.slug) == status(ada_client, VERSION, deck.slug, 1) == 200
    seen = 404 if visibility == "private" else 200
    for client in (ben_client, guest_client, Client()):
        assert status(client, HISTORY, deck.slug) == status(client, VERSION, deck.slug, 1) == seen
        assert status(client, RESTORE, deck.slug, 1, sent={"version": 3}) == 404
        assert status(client, NOTE, deck.slug, 1, sent={"note": "Mine"}) == 404
        assert status(client, COPY, deck.slug, sent={}) == (404 if seen == 404 else 302)
    assert deck.versions.count() == 3
    assert not deck.versions.exclude(note="").exists()


def test_only_the_maker_finds_doors_to_change(deck, ada_client, ben_client):
    Deck.objects.update(visibility="public")
    assert "Restore" in page(ada_client, HISTORY, deck.slug)
    assert "Restore" not in page(ben_client, HISTORY, deck.slug)
    assert "Note on version" not in page(ben_client, HISTORY, deck.slug)


def test_a_guest_has_a_history_too(guest, guest_client):
    deck = built(guest)
    services.change_deck(deck_id=deck.pk, version=1, change=Change(copies={"sage": 1}))
    assert status(guest_client, RESTORE, deck.slug, 1, sent={"version": 2}) == 302
    assert Deck.objects.get().contents == Contents.of(MEADOW)


def test_differences_in_words(deck, ada_client):
    text = page(ada_client, HISTORY, deck.slug)
    assert text.index("Version 3") < text.index("Version 2") < text.index("Version 1")
    for words in ("+1 Sage", "−1 Clover", "Rules 1.3 instead of 1.4a", "Starts from Pasture", "+7 Nettle"):
        assert words in text


def test_the_opening_hand_in_words():
    names = {"clover": "Clover", "hare": "Hare"}
    before, after = Contents.of({"clover": 2, "hare": 3}), Contents.of({"clover": 2, "hare": 3}, "phylo-1.4a")
    after = Contents.of(after.cards, opening_hand=["hare", "clover"])
    assert [step.text for step in steps(difference(before, after), names)] == ["Opening hand: Clover, Hare"]
    assert [step.text for step in steps(difference(after, before), names)] == ["No opening hand"]
    back = difference(Contents.of({}, starter="hare"), Contents.of({"gone": 1}))
    said = [step.text for step in steps(back, names)]
    assert said == ["+1 “gone”, a card that is gone", "Starts from HOME"]


def saves(*minutes: int, notes: dict[int, str] | None = None) -> list[Save]:
    begin = timezone.now()
    return [
        Save(number, begin + timedelta(minutes=minute), (notes or {}).get(number, ""))
        for number, minute in enumerate(minutes, start=1)
    ]


def numbers(folded: list[list[Save]]) -> list[list[int]]:
    return [[save.number for save in session] for session in folded]


def test_saves_less_than_ten_minutes_apart_fold():
    assert timedelta(minutes=10) == SESSION_GAP
    assert numbers(sessions(saves(0, 9, 18, 28, 60))) == [[5], [4], [3, 2, 1]]
    assert numbers(sessions(saves(0, 1, 2, notes={2: "Here"}))) == [[3], [2], [1]]
    assert sessions([]) == []
    assert [len(session) for session in sessions(saves(*[0] * 130))] == [60, 60, 10]


def test_a_folded_entry_says_what_it_changed_together(ada, ada_client):
    deck = built(ada)
    for copies in (1, 2, 3, 2):
        deck = services.change_deck(
            deck_id=deck.pk, version=deck.version, change=Change(copies={"sage": copies})
        )
    spread(deck, timedelta(minutes=1))
    text = page(ada_client, HISTORY, deck.slug)
    assert "5 saves" in text
    assert "+2 Sage" in text
    assert text.count("−1 Sage") == 1


def test_restoring(deck, ada_client):
    response = ada_client.post(reverse(RESTORE, args=[deck.slug, 1]), {"version": 3}, follow=True)
    assert "Version 1 is restored." in response.content.decode()
    deck.refresh_from_db()
    assert (deck.version, deck.contents) == (4, Contents.of(MEADOW))
    assert "Restored from version 1" in page(ada_client, HISTORY, deck.slug)


@pytest.mark.parametrize("version", ["2", "", "x", "-1", "9" * 40, "٣"])
def test_restoring_what_was_changed_meanwhile(deck, ada_client, version):
    response = ada_client.post(reverse(RESTORE, args=[deck.slug, 1]), {"version": version}, follow=True)
    assert "Nothing was restored. The deck was changed" in response.content.decode()
    assert deck.versions.count() == 3


def test_a_version_with_a_card_that_is_gone(ada, ada_client):
    deck = built(ada, {"clover": 1, "sage": 2})
    deck = services.change_deck(deck_id=deck.pk, version=1, change=Change(copies={"sage": 0}))
    Card.objects.get(key="sage").delete()
    text = page(ada_client, VERSION, deck.slug, 1)
    assert "gone from the card set since" in text
    assert "<code>sage</code>" in text
    assert "a card that is gone" in page(ada_client, HISTORY, deck.slug)
    response = ada_client.post(reverse(RESTORE, args=[deck.slug, 1]), {"version": 2}, follow=True)
    assert "Version 1 cannot be restored" in response.content.decode()
    response = ada_client.post(reverse(COPY, args=[deck.slug]), {"version": 1}, follow=True)
    assert "This cannot be copied" in response.content.decode()
    assert Deck.objects.count() == 1
    assert "gone" in page(ada_client, "deck-compare", a=f"{deck.slug}@1", b=deck.slug)


def test_a_version_whose_cards_have_changed(deck, ada_client):
    assert "something else since" not in page(ada_client, VERSION, deck.slug, 3)
    clover = Card.objects.get(key="clover")
    german = {"language": "de", "name": "Klee", "gender": "m", "state": "sure"}
    store_texts([CardText(card=clover, of_name=clover.name, **german)])
    assert "something else since" not in page(ada_client, VERSION, deck.slug, 3)
    clover.points += 1
    store_cards([clover])
    text = page(ada_client, VERSION, deck.slug, 3)
    assert "A card says something else since" in text


def test_a_note(deck, ada_client):
    address = reverse(NOTE, args=[deck.slug, 2])
    response = ada_client.post(address, {"note": "With <sage>", "page": "1"})
    assert response["Location"] == reverse(HISTORY, args=[deck.slug]) + "#version-2"
    assert "With &lt;sage&gt;" in page(ada_client, HISTORY, deck.slug)
    response = ada_client.post(address, {"note": "x" * 301}, follow=True)
    assert "At most 300 characters" in response.content.decode()
    assert deck.versions.get(number=2).note == "With <sage>"
    assert status(ada_client, NOTE, deck.slug, 9, sent={"note": ""}) == 404


def test_copying(deck, ben_client, ben):
    Deck.objects.update(visibility="unlisted")
    for _time in range(2):
        response = ben_client.post(reverse(COPY, args=[deck.slug]), {"version": "1", "key": "once"})
    copy = Deck.objects.of(Builder(user=ben)).get()
    assert copy.slug in response["Location"]
    assert (copy.contents, copy.origin_version) == (Contents.of(MEADOW), 1)
    assert copy.origin_credit == "Meadow of mine (Ada)"
    assert status(ben_client, COPY, deck.slug, sent={"version": "x"}) == 404
    assert status(ben_client, COPY, deck.slug, sent={"version": "9"}) == 404


def test_a_passer_by_who_copies_becomes_a_guest():
    client = Client()
    ready = DeckFactory()
    response = client.post(reverse(COPY, args=[ready.slug]))
    copy = Deck.objects.get(ready=False)
    assert copy.slug in response["Location"]
    assert copy.guest is not None
    assert status(client, HISTORY, copy.slug) == 200
    assert status(Client(), HISTORY, copy.slug) == 404


def test_no_more_decks_than_one_may_have(deck, ben_client, monkeypatch):
    Deck.objects.update(visibility="public")
    monkeypatch.setattr("cards.decks.services.building.MOST_DECKS", 0)
    response = ben_client.post(reverse(COPY, args=[deck.slug]), follow=True)
    assert "the most that are allowed" in response.content.decode()


@pytest.mark.parametrize("name", [RESTORE, NOTE])
def test_what_changes_is_posted_with_a_token(deck, ada, name):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.get(reverse(name, args=[deck.slug, 1])).status_code == 405
    assert client.post(reverse(name, args=[deck.slug, 1]), {"version": 3, "note": "x"}).status_code == 403
    assert client.post(reverse(COPY, args=[deck.slug])).status_code == 403
    assert deck.versions.count() == 3


@pytest.mark.parametrize("asked", ["0", "x", "-1", "٣", "1e3", "9" * 30])
def test_a_page_that_there_is_not(deck, ada_client, asked):
    assert ada_client.get(reverse(HISTORY, args=[deck.slug]), {"page": asked}).status_code == 404


def test_behind_the_last_page_is_the_last(deck, ada_client):
    assert "Version 1" in page(ada_client, HISTORY, deck.slug, page=99)


def test_a_version_that_there_is_not(deck, ada_client):
    for number in (0, 4, 10**30):
        assert status(ada_client, VERSION, deck.slug, number) == 404


def test_hundreds_of_versions_cost_as_many_questions_as_few(deck, ada_client, django_assert_max_num_queries):
    page(ada_client, HISTORY, deck.slug)
    with django_assert_max_num_queries(12) as few:
        page(ada_client, HISTORY, deck.slug)
    DeckVersion.objects.bulk_create(
        DeckVersion(deck=deck, number=number, contents_json=Contents.of({"clover": number % 7}).as_json())
        for number in range(4, 404)
    )
    Deck.objects.update(version=403)
    deck.version = 403
    spread(deck, timedelta(minutes=11))
    with django_assert_max_num_queries(len(few)):
        text = page(ada_client, HISTORY, deck.slug)
    assert "Version 403" in text
    assert "Page 1 of 21" in text
    assert "Version 1" in page(ada_client, HISTORY, deck.slug, page=21)


def test_ready_decks_have_a_history():
    deck = DeckFactory(slug="meadow-ready")
    assert "Version 1" in page(Client(), HISTORY, deck.slug)
    assert status(Client(), RESTORE, deck.slug, 1, sent={"version": 1}) == 404


def test_nothing_of_it_is_kept_on_the_way(deck, ada_client):
    assert "no-store" in ada_client.get(reverse(HISTORY, args=[deck.slug]))["Cache-Control"]
