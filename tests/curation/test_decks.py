"""Decks are pinned to the revisions that they took, and are offered what is newer."""

import pytest
from django.urls import reverse

from cards.decks.errors import StaleDeck
from cards.decks.history import newer_cards
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.services import Change, change_deck, take_over
from cards.models import Card
from cards.services.publishing import store_cards
from tests.curation.conftest import approved, opened
from tests.decks.conftest import built
from tests.factories import CardFactory
from tests.members import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def deck(ben, clover) -> Deck:
    CardFactory(key="sage")
    return built(ben, {"clover": 2, "sage": 3})


def pins(deck: Deck) -> dict[str, int]:
    return {entry.card.key: entry.revision for entry in deck.entries.select_related("card")}


def test_a_deck_keeps_the_revision_that_it_took(ada, rosa, clover, deck):
    assert pins(deck) == deck.versions.get().revisions == {"clover": 1, "sage": 1}
    approved(opened(ada, clover, points=3, fact="It is sweet."), rosa)
    CardFactory(key="mint")
    change_deck(deck_id=deck.pk, version=1, change=Change(copies={"mint": 1, "clover": 4}))
    assert pins(deck) == {"clover": 1, "sage": 1, "mint": 1}
    [found] = newer_cards(deck)
    assert (found.card.key, found.taken) == ("clover", 1)
    assert [(each.label, each.before_text, each.after_text) for each in found.differences] == [
        ("Points", "2", "3"),
        ("Fact", "It grows.", "It is sweet."),
    ]


def test_one_click_takes_the_newest_over(ada, ben, rosa, clover, deck):
    approved(opened(ada, clover, points=3), rosa)
    client = signed_in(ben)
    page = client.get(reverse("deck", args=[deck.slug])).content.decode()
    assert "A card has changed since this deck took it" in page
    assert "<del>2</del> <ins>3</ins>" in " ".join(page.split())
    address = reverse("deck-take-over", args=[deck.slug])
    assert signed_in(ada).post(address, {"version": 1}).status_code == 404
    client.post(address, {"version": "0"})
    assert pins(deck)["clover"] == 1
    client.post(address, {"version": "1"})
    assert pins(deck)["clover"] == 2
    assert (deck.versions.count(), deck.versions.get(number=2).revisions) == (2, {"clover": 2, "sage": 1})
    assert "A card has changed" not in client.get(reverse("deck", args=[deck.slug])).content.decode()
    # Nothing is newer any more.
    assert take_over(deck_id=deck.pk, version=0).version == 2


def test_what_no_face_shows_is_not_offered(ada, rosa, clover, deck):
    approved(opened(ada, clover, sources={"points": "the printed card"}), rosa)
    assert newer_cards(deck) == []


def test_a_deck_is_offered_what_its_card_was_merged_into_or_follows_when_it_is_saved(
    ada, ben, rosa, clover, deck
):
    other = built(ben, {"clover": 1}, name="Another")
    approved(opened(ada, clover, kind="merge", into=Card.objects.get(key="sage")), rosa)
    assert deck.contents.cards == {"clover": 2, "sage": 3}
    assert [(each.card.key, each.into.key) for each in newer_cards(deck)] == [("clover", "sage")]
    assert take_over(deck_id=deck.pk, version=1).contents.cards == {"sage": 5}
    CardFactory(key="mint")
    saved = change_deck(deck_id=other.pk, version=1, change=Change(copies={"mint": 1}), key="once")
    assert saved.contents.cards == {"mint": 1, "sage": 1}
    # The same save again is the same save.
    again = change_deck(deck_id=other.pk, version=1, change=Change(copies={"mint": 1}), key="once")
    assert again.version == 2


def test_a_retired_card_stays_in_decks_that_hold_it(ada, rosa, clover, deck):
    approved(opened(ada, clover, kind="retire"), rosa)
    assert [each.retired for each in newer_cards(deck)] == [True]
    assert take_over(deck_id=deck.pk, version=1).contents == Contents.of({"clover": 2, "sage": 3})
    assert newer_cards(deck) == []


def test_taking_over_asks_for_the_version_that_was_read(ada, rosa, clover, deck):
    approved(opened(ada, clover, points=3), rosa)
    with pytest.raises(StaleDeck):
        take_over(deck_id=deck.pk, version=7)


def test_an_opening_hand_and_a_starter_follow_a_merge(ada, ben, rosa, clover):
    for key in ("pasture", "meadow"):
        CardFactory(key=key, habitat=True)
    deck = built(ben, {"clover": 1}, rules="phylo-1.3", starter="pasture")
    approved(
        opened(ada, Card.objects.get(key="pasture"), kind="merge", into=Card.objects.get(key="meadow")), rosa
    )
    CardFactory(key="sage")
    assert change_deck(deck_id=deck.pk, version=1, change=Change(copies={"sage": 1})).starter == "meadow"


def test_whoever_stores_cards_counts_the_points_of_decks_anew(clover, deck):
    anew = CardFactory.build(key="clover", name="Clover", points=7, card_set=clover.card_set)
    before = deck.points
    store_cards([anew])
    deck.refresh_from_db()
    assert deck.points == before + 2 * (7 - clover.points)
