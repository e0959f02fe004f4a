"""Decks and accounts: what a guest brings along, downloading everything, and deleting an account."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from cards.decks import services
from cards.decks.models import Deck, DeckComment, DeckLike
from cards.decks.services import Change
from cards.models import Builder
from phylo.accounts.guests import SESSION_KEY
from phylo.accounts.models import User
from tests.decks.conftest import MEADOW, built
from tests.members import proven, sign_in, sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards")]


def test_who_signs_up_keeps_the_decks(guest, guest_client):
    decks = [built(guest), built(guest, visibility="unlisted")]
    sign_up(guest_client)
    dora = User.objects.get(username="Dora")
    assert set(Deck.objects.of(Builder(user=dora))) == set(decks)
    assert not Deck.objects.of(guest).exists()
    assert SESSION_KEY not in guest_client.session


def test_who_signs_in_adds_the_decks(ada, guest, guest_client):
    mine, brought = built(ada), built(guest)
    response = sign_in(guest_client, "Ada")
    assert response.status_code == 302
    assert set(Deck.objects.of(Builder(user=ada))) == {mine, brought}
    brought.refresh_from_db()
    assert (brought.guest, brought.settings_version, brought.visibility) == (None, 1, "private")


def test_who_has_built_nothing_brings_nothing(ada):
    sign_in(Client(), "Ada")
    assert not Deck.objects.exists()


@pytest.mark.parametrize("value", ["no uuid", "", 7, None, ["x"]])
def test_a_session_that_was_tampered_with(ada, value):
    client = Client()
    session = client.session
    session[SESSION_KEY] = value
    session.save()
    assert sign_in(client, "Ada").status_code == 302


def test_downloading_everything(ada, ben, ada_client):
    deck = built(ada, visibility="public")
    change = Change(copies={"sage": 1}, notes="Grazed.")
    services.change_deck(deck_id=deck.pk, version=1, settings_version=1, change=change)
    services.note_version(deck=deck, number=2, note="With sage")
    other = built(ben, name="Ben’s", visibility="public")
    DeckLike.objects.create(deck=other, user=ada)
    DeckComment.objects.create(deck=other, user=ada, text="Good.", key="1")
    data = json.loads(ada_client.get(reverse("account-data")).content)
    [told] = data["decks"]
    assert (told["deck"], told["name"], told["notes"]) == (deck.slug, "Meadow of mine", "Grazed.")
    assert told["visibility"] == "public"
    assert [(each["number"], each["note"]) for each in told["versions"]] == [(1, ""), (2, "With sage")]
    assert told["versions"][0]["cards"] == MEADOW
    assert [each["deck"] for each in data["deck_likes"]] == [other.slug]
    assert [each["text"] for each in data["deck_comments"]] == ["Good."]


def test_a_download_asks_a_fixed_number_of_questions(ada, ada_client, django_assert_max_num_queries):
    for _number in range(3):
        built(ada)
    ada_client.get(reverse("account-data"))
    with django_assert_max_num_queries(33) as few:
        ada_client.get(reverse("account-data"))
    for _number in range(10):
        built(ada)
    with django_assert_max_num_queries(len(few)):
        ada_client.get(reverse("account-data"))


def test_deleting_the_account_deletes_its_decks(ada, ben, ada_client):
    deck = built(ada, visibility="public")
    copy = services.copy_deck(deck=deck, builder=Builder(user=ben))
    bens = built(ben, visibility="public")
    DeckComment.objects.create(deck=bens, user=ada, text="Good.", key="1")
    proven(ada_client).post(reverse("account-delete"))
    assert not User.objects.filter(username="Ada").exists()
    assert set(Deck.objects.all()) == {copy, bens}
    copy.refresh_from_db()
    assert copy.origin_credit == "Meadow of mine (Ada)"
    comment = DeckComment.objects.get()
    assert (comment.user, comment.text) == (None, "Good.")
