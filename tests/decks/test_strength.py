"""How strong the ready decks are: their table, and what the page of each says."""

import pytest
from django.test import Client
from django.urls import reverse

from cards.decks.models import Deck
from cards.decks.pages.strength import strength_of
from engine import sets
from engine.sets import Balance, DeckStrength
from tests.factories import CardFactory, DeckFactory
from tests.markup import tight

RULES = "phylo-1.4a"


def strong(share: float, played: dict[str, float], **against: float) -> DeckStrength:
    return DeckStrength(100, share, (share - 0.1, share + 0.1), against, played)


@pytest.fixture
def measured(monkeypatch) -> tuple[Deck, Deck]:
    """Two ready decks; a third has been measured that the site does not have."""
    for key, name in (("heather", "Heather"), ("adder", "Adder")):
        CardFactory(key=key, name=name)
    played = {"heather": 0.9, "adder": 0.01}
    decks = {
        "heath": strong(0.62, played, moor=0.7, gone=0.1),
        "moor": strong(0.38, played, heath=0.3, gone=0.9),
        "gone": strong(0.5, {}, heath=0.9, moor=0.1),
    }
    found = Balance("owl", 300, 16.4, 0.53, (0.5, 0.56), decks)
    monkeypatch.setattr(sets, "balance", lambda rules: found if rules == RULES else None)
    return DeckFactory(name="Heath", slug="heath"), DeckFactory(name="Moor", slug="moor")


def test_the_strongest_deck_comes_first(db, measured):
    page = Client().get(reverse("decks-strength"))
    [table] = page.context["tables"]
    assert [row.deck.name for row in table.rows] == ["Heath", "Moor"]
    heath = table.rows[0]
    assert (heath.share, round(heath.low), round(heath.high)) == (62, 52, 72)
    assert (heath.hardest.deck.name, heath.hardest.says) == ("Moor", "70 %")
    assert [card.key for card in table.seldom] == ["adder"]
    text = tight(page.content.decode())
    assert "300 games, played by Owl on both sides. Whoever begins wins 53 % of them" in text
    assert "62 % (52 % to 72 %)" in text


def test_the_page_of_a_ready_deck_says_how_strong_it_is(db, measured, client):
    page = tight(client.get(reverse("deck", args=["heath"])).content.decode())
    assert "Wins 62 % against other ready decks" in page
    assert reverse("decks-strength") in page


def test_other_decks_have_no_strength(db, measured):
    assert strength_of(measured[0]) is not None
    assert strength_of(DeckFactory(name="New", slug="new")) is None
    assert strength_of(Deck(slug="heath", rules=RULES, ready=False)) is None
    assert strength_of(Deck(slug="heath", rules="phylo-1.3", ready=True)) is None


def test_nothing_has_been_measured_yet(db, monkeypatch):
    monkeypatch.setattr(sets, "balance", lambda rules: None)
    page = Client().get(reverse("decks-strength"))
    assert "Nobody has measured them yet." in page.content.decode()
    assert "decks/strength" in Client().get(reverse("decks"), {"show": "ready"}).content.decode()
