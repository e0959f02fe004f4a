"""Ada has an account and decks; Ben has one as well; a guest builds without, an outsider has nothing."""

import pytest
from django.test import Client

from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.services import create_deck
from cards.models import Builder
from phylo.accounts.models import User
from tests.factories import a_guest, cards_of, client_of_guest

MEADOW = {"clover": 7, "nettle": 7, "hare": 4, "deer": 4, "fire": 2}


@pytest.fixture
def meadow_cards(db) -> None:
    """The cards of MEADOW, a plant more, a habitat and HOME."""
    cards_of(
        {
            "clover": {}, "nettle": {}, "sage": {}, "hare": {"animal": True}, "deer": {"animal": True},
            "fire": {"event": True}, "pasture": {"habitat": True}, "home": {"kind": "home"},
        }
    )  # fmt: skip


@pytest.fixture
def guest(db) -> Builder:
    return a_guest()


@pytest.fixture
def guest_client(guest) -> Client:
    return client_of_builder(guest)


def client_of_builder(builder: Builder, **settings) -> Client:
    """The browser of a guest who has built before."""
    return client_of_guest(builder.guest, **settings)


def built(builder: Builder | User, counts=MEADOW, *, name="Meadow of mine", visibility="", **more) -> Deck:
    """A deck of the builder's, whose cards are there."""
    if isinstance(builder, User):
        builder = Builder(user=builder)
    deck = create_deck(builder=builder, name=name, contents=Contents.of(counts, **more))
    if visibility:
        Deck.objects.filter(pk=deck.pk).update(visibility=visibility)
        deck.visibility = visibility
    return deck
