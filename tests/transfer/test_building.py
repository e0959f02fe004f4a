"""Decks and sets that were made elsewhere are made again by their services."""

import json

import pytest
from django.urls import reverse

from cards.decks import services
from cards.decks.models import Deck
from cards.models import Builder
from cards.sets.models import Collection, SetCard
from phylo.accounts.models import User
from tests.curation.conftest import FERN
from tests.decks.conftest import MEADOW, built
from tests.members import signed_in
from tests.sets.conftest import Class
from tests.transfer.conftest import bring, outcomes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards")]
TAKEN, KNOWN, CHANGED, REFUSED = ([("deck", each)] for each in ("taken", "known", "changed", "refused"))


def change(deck: Deck, note: str = "", **copies: int) -> Deck:
    deck.refresh_from_db()
    said = services.Change(copies=copies)
    return services.change_deck(deck_id=deck.pk, version=deck.version, change=said, note=note)


@pytest.fixture
def deck(device) -> Deck:
    """Of the device, with two versions."""
    return change(built(Builder(guest=device.player.guest_id)), sage=1, note="With sage")


def file_of(device):
    """The deck's file, as if it came from elsewhere: under addresses that this site has not."""
    text = json.dumps(device.file()).replace(device.deck.slug, "deck-of-the-device")
    return json.loads(text)


@pytest.fixture
def elsewhere(device, deck):
    device.deck = deck

    def written():
        data = file_of(device)
        data["player"] = None
        return data

    return written


def test_a_deck_comes_with_its_versions(ada, ada_client, elsewhere):
    found = bring(ada_client, elsewhere())
    assert outcomes(found) == TAKEN
    deck = Deck.objects.get(owner=ada)
    assert (deck.name, deck.visibility, deck.version) == ("Meadow of mine", "private", 2)
    versions = [(each.number, each.note, dict(each.contents.cards)) for each in deck.versions.all()]
    assert versions == [(1, "", MEADOW), (2, "With sage", {**MEADOW, "sage": 1})]
    assert found.items.get().page == reverse("deck", args=[deck.slug])


def test_sent_twice_nothing_changes(ada, ada_client, elsewhere):
    bring(ada_client, elsewhere())
    assert outcomes(bring(ada_client, elsewhere())) == KNOWN
    assert Deck.objects.get(owner=ada).version == 2


def test_what_was_changed_there_is_added(ada, ada_client, elsewhere, deck):
    bring(ada_client, elsewhere())
    change(deck, sage=2)
    assert outcomes(bring(ada_client, elsewhere())) == TAKEN
    mine = Deck.objects.get(owner=ada)
    assert (mine.version, mine.contents.cards["sage"]) == (3, 2)


def test_what_was_changed_in_both_places_is_compared(ada, ada_client, elsewhere, deck):
    bring(ada_client, elsewhere())
    mine = change(Deck.objects.get(owner=ada), sage=0)
    change(deck, sage=3)
    found = bring(ada_client, elsewhere())
    assert outcomes(found) == CHANGED
    assert Deck.objects.get(owner=ada).version == mine.version
    page = ada_client.get(reverse("data-imported", args=[found.pk])).content.decode()
    address = page.partition(f'href="{reverse("deck-import")}?')[2].partition('"')[0].replace("&amp;", "&")
    review = ada_client.get(f"{reverse('deck-import')}?{address}")
    assert "+3 Sage" in review.content.decode()


def test_a_deck_that_went_out_from_here_comes_back_to_itself(ada, ada_client, elsewhere, deck):
    mine = built(ada)
    there = elsewhere()
    there["taken_along"] = [
        {
            "kind": "deck",
            "source": mine.slug,
            "target": "deck-of-the-device",
            "state": {"read": 1, "version": 1},
        }
    ]
    assert outcomes(bring(ada_client, there)) == TAKEN
    mine.refresh_from_db()
    assert (mine.version, mine.contents.cards["sage"]) == (2, 1)
    assert Deck.objects.filter(owner=ada).count() == 1


def test_somebody_elses_deck(device, deck, ada_client, ben_client, elsewhere):
    data = device.file() | {"player": None}
    assert outcomes(bring(ada_client, data)) == REFUSED
    bring(ada_client, elsewhere())
    assert outcomes(bring(ben_client, elsewhere())) == REFUSED
    assert Deck.objects.filter(owner__isnull=False).count() == 1


@pytest.mark.parametrize(
    "odd",
    [
        {"versions": []},
        {"versions": [{"number": 1}]},
        {"versions": [{"number": 1, "rules": "phylo-1.4a", "cards": {"none-such": 1}}]},
        {"versions": [{"number": 1, "rules": "phylo-1.4a", "cards": {"clover": -1}}]},
        {"versions": [{"number": 1, "rules": "none", "cards": {"clover": 1}}]},
        {"versions": "x"},
        {"notes": "x" * 5000},
    ],
)
def test_a_deck_that_is_refused(ada, ada_client, elsewhere, odd):
    data = elsewhere()
    data["decks"][0] |= odd
    assert outcomes(bring(ada_client, data)) == REFUSED
    assert not Deck.objects.filter(owner=ada).exists()


def test_a_set_with_its_own_cards_and_a_deck_in_it(ada, ada_client):
    pond = Class()
    fern = pond.make("owner")
    made = pond.deck("owner", fern)
    owner = pond.people["owner"]
    client = signed_in(owner)
    text = client.get(reverse("account-data")).content.decode()
    for slug in (pond.set.slug, made.slug):
        text = text.replace(slug, f"{slug}-there")
    data = json.loads(text) | {"player": None}
    found = bring(ada_client, data)
    assert dict(outcomes(found)) == {"set": "taken", "deck": "taken"}
    mine = Collection.objects.get(owner=ada)
    assert (mine.name, mine.licence, mine.visibility) == (pond.set.name, pond.set.licence, "private")
    card = SetCard.objects.get(collection=mine)
    assert (card.author, card.name) == (ada, FERN["name"])
    assert {**card.contents, "key": ""} == {**fern.contents, "key": ""}
    deck = Deck.objects.get(owner=ada)
    assert (deck.collection, [each["copies"] for each in deck.own_cards.values()]) == (mine, [3])
    assert dict(outcomes(bring(ada_client, data))) == {"set": "known", "deck": "known"}
    assert SetCard.objects.filter(collection=mine).count() == 1


def test_a_set_needs_an_account(device, ada):
    data = {
        "format": "phylo-data/1", "player": None,
        "sets": [{"slug": "pond-1", "name": "Pond", "licence": "CC0-1.0", "cards": []}],
    }  # fmt: skip
    assert outcomes(bring(device.client, data)) == [("set", "refused")]
    assert not Collection.objects.exists()
    assert User.objects.filter(username="Ada").exists()
