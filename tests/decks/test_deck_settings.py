"""Name, notes and visibility of a deck, and its deletion: by its owner alone."""

import pytest
from django.test import Client
from django.urls import reverse

from cards.decks.errors import BadChange
from cards.decks.models import Deck
from cards.decks.services import UNNAMED, Change, change_deck, copy_deck, talk
from cards.models import Builder
from tests.decks.conftest import built
from tests.factories import DeckFactory

pytestmark = pytest.mark.once

SETTINGS, DELETE = "deck-settings", "deck-delete"


def fields(deck: Deck, **news) -> dict[str, object]:
    stored = {name: getattr(deck, name) for name in ("name", "notes", "visibility", "settings_version")}
    return stored | news


def save(client: Client, deck: Deck, **news):
    return client.post(reverse(SETTINGS, args=[deck.slug]), fields(deck, **news))


def stored(deck: Deck) -> tuple[str, str, str]:
    deck = Deck.objects.get(pk=deck.pk)
    return deck.name, deck.notes, deck.visibility


def test_change_all_of_it(meadow_cards, ada, ada_client):
    deck = built(ada)
    response = save(ada_client, deck, name=" Oaks  first", notes="One\r\n\r\nTwo ", visibility="public")
    assert response.url == reverse("deck", args=[deck.slug])
    assert stored(deck) == ("Oaks first", "One\n\nTwo", "public")
    assert Deck.objects.get(pk=deck.pk).version == 1


def test_what_is_in_place_already_changes_nothing(meadow_cards, ada, ada_client):
    deck = built(ada)
    for _time in range(2):
        assert save(ada_client, deck, name="Oaks", settings_version=deck.settings_version).status_code == 302
    assert Deck.objects.get(pk=deck.pk).settings_version == deck.settings_version + 1


def test_a_conflict_is_shown_and_nothing_lost(meadow_cards, ada, ada_client):
    deck = built(ada)
    change_deck(
        deck_id=deck.pk,
        settings_version=deck.settings_version,
        change=Change(name="From the phone", visibility="unlisted"),
    )
    refused = save(ada_client, deck, name="From the desk", notes="Mine")
    page = refused.content.decode()
    assert refused.status_code == 409
    assert [each["theirs"] for each in refused.context["conflicts"]] == [
        "From the phone",
        "nothing",
        "Unlisted",
    ]
    assert ('value="From the desk"' in page, "From the phone" in page) == (True, True)
    assert stored(deck) == ("From the phone", "", "unlisted")
    version = refused.context["form"]["settings_version"].value()
    assert (
        save(ada_client, deck, name="From the desk", notes="Mine", settings_version=version).status_code
        == 302
    )
    assert stored(deck) == ("From the desk", "Mine", "private")


def test_a_change_of_cards_is_no_conflict(meadow_cards, ada, ada_client):
    deck = built(ada)
    change_deck(deck_id=deck.pk, version=deck.version, change=Change(copies={"sage": 1}))
    assert save(ada_client, deck, notes="News").status_code == 302
    assert Deck.objects.get(pk=deck.pk).notes == "News"


@pytest.mark.parametrize(
    "news",
    [
        {"name": ""}, {"name": "x" * 81}, {"name": "a\u202eb"}, {"notes": "x" * 4001}, {"notes": "a\0b"},
        {"visibility": "secret"}, {"visibility": ""}, {"settings_version": "seven"}, {"settings_version": ""},
    ],
)  # fmt: skip
def test_bad_settings_are_told(meadow_cards, ada, ada_client, news):
    deck = built(ada)
    response = save(ada_client, deck, **news)
    assert response.status_code == 400
    assert "errorlist" in response.content.decode()
    assert stored(deck) == (deck.name, "", "private")


def test_a_public_deck_has_a_name_of_its_own(meadow_cards, ada, ada_client):
    deck = built(ada, name=str(UNNAMED))
    refused = save(ada_client, deck, visibility="public")
    assert "Give the deck a name before you make it public." in refused.content.decode()
    assert save(ada_client, deck, visibility="unlisted").status_code == 302
    deck.refresh_from_db()
    assert save(ada_client, deck, visibility="public", name="Oaks").status_code == 302
    deck.refresh_from_db()
    assert save(ada_client, deck, name=str(UNNAMED)).status_code == 400
    assert stored(deck)[::2] == ("Oaks", "public")


def test_a_guests_deck_is_unlisted_at_most(meadow_cards, guest, guest_client):
    deck = built(guest)
    refused = save(guest_client, deck, visibility="public")
    assert refused.status_code == 400
    assert "Only decks that belong to an account can be public." in refused.content.decode()
    assert save(guest_client, deck, visibility="unlisted").status_code == 302
    assert stored(deck)[2] == "unlisted"
    with pytest.raises(BadChange) as error:
        change_deck(
            deck_id=deck.pk, settings_version=deck.settings_version + 1, change=Change(visibility="public")
        )
    assert error.value.field == "visibility"


def test_a_public_deck_still_takes_cards(meadow_cards, ada):
    deck = built(ada, visibility="public")
    changed = change_deck(deck_id=deck.pk, version=deck.version, change=Change(copies={"sage": 1}))
    assert (changed.contents.cards["sage"], changed.visibility) == (1, "public")


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
@pytest.mark.parametrize("name", [SETTINGS, DELETE])
def test_others_find_no_such_page(meadow_cards, ada, ben_client, guest_client, name, visibility):
    deck = built(ada, visibility=visibility)
    for client in (ben_client, guest_client, Client()):
        address = reverse(name, args=[deck.slug])
        assert client.get(address).status_code == 404
        assert client.post(address, fields(deck, name="Taken")).status_code == 404
    assert stored(deck) == (deck.name, "", visibility)


@pytest.mark.parametrize("name", [SETTINGS, DELETE])
def test_ready_decks_are_nobodys(db, ada_client, name):
    ready = DeckFactory()
    assert ada_client.get(reverse(name, args=[ready.slug])).status_code == 404
    assert ada_client.post(reverse(name, args=[ready.slug]), fields(ready)).status_code == 404
    assert Deck.objects.filter(pk=ready.pk).exists()


def test_delete_a_deck_after_a_question(meadow_cards, ada, ada_client, ben):
    deck = built(ada, visibility="public")
    talk.comment(deck_id=deck.pk, user=ben, text="Nice", key="one")
    copy = copy_deck(deck=deck, builder=Builder(user=ben))
    address = reverse(DELETE, args=[deck.slug])
    page = ada_client.get(address).content.decode()
    assert ("its one version" in page, "So is the comment on it." in page) == (True, True)
    assert "The deck that was made from it stays" in page
    assert Deck.objects.filter(pk=deck.pk).exists()
    assert ada_client.post(address).url == reverse("my-decks")
    assert not Deck.objects.filter(pk=deck.pk).exists()
    assert Deck.objects.get(pk=copy.pk).origin_credit == "Meadow of mine (Ada)"
    assert ada_client.post(address).status_code == 404


def test_a_guest_deletes_their_own(meadow_cards, guest, guest_client):
    deck = built(guest)
    assert guest_client.post(reverse(DELETE, args=[deck.slug])).url == reverse("my-decks")
    assert not Deck.objects.exists()


@pytest.mark.parametrize("name", [SETTINGS, DELETE])
def test_forms_of_other_sites_change_nothing(meadow_cards, ada, name):
    deck = built(ada)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert strict.post(reverse(name, args=[deck.slug]), fields(deck, name="Taken")).status_code == 403
    assert stored(deck) == (deck.name, "", "private")
