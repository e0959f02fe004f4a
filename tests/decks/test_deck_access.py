"""Who finds which deck: the owner, another account, a guest, somebody without a session."""

import uuid

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import Http404
from django.test import RequestFactory

from cards.decks.access import deck_or_404, own_deck_or_404
from cards.decks.models import Deck
from cards.models import Builder, Visibility
from cards.models.builder import builder_of, known_builder
from phylo.accounts.guests import SESSION_KEY
from tests.decks.conftest import built
from tests.factories import DeckFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards")]


def request_of(user=None, guest: object = None):
    request = RequestFactory().get("/")
    request.user = user or AnonymousUser()
    request.session = SessionStore()
    if guest is not None:
        request.session[SESSION_KEY] = str(guest)
    return request


def finds(request, deck: Deck, *, own: bool = False) -> bool:
    try:
        return (own_deck_or_404 if own else deck_or_404)(request, deck.slug) == deck
    except Http404:
        return False


@pytest.mark.parametrize("visibility", Visibility.values)
def test_who_sees_a_deck(ada, ben, guest, visibility):
    deck = built(ada, visibility=visibility)
    others = [request_of(ben), request_of(guest=guest.guest), request_of(), request_of(guest="no uuid")]
    assert finds(request_of(ada), deck)
    assert finds(request_of(ada), deck, own=True)
    for request in others:
        assert finds(request, deck) is (visibility != "private")
        assert not finds(request, deck, own=True)


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_who_sees_a_guests_deck(ada, guest, visibility):
    deck = built(guest, visibility=visibility)
    assert finds(request_of(guest=guest.guest), deck, own=True)
    for request in (request_of(ada), request_of(guest=uuid.uuid4()), request_of()):
        assert finds(request, deck) is (visibility != "private")
        assert not finds(request, deck, own=True)


def test_an_account_is_not_the_guest_of_its_session(ada, guest):
    """Whoever signs in has got the decks; a number that is left in a session opens none."""
    deck = built(guest)
    assert not finds(request_of(ada, guest=guest.guest), deck)


def test_ready_decks_are_everybodys_and_nobodys(ada, guest):
    deck = DeckFactory()
    for request in (request_of(ada), request_of(guest=guest.guest), request_of()):
        assert finds(request, deck)
        assert not finds(request, deck, own=True)


def test_lists_show_public_and_ready_decks(ada, guest):
    ready = DeckFactory()
    decks = {visibility: built(ada, visibility=visibility) for visibility in Visibility.values}
    built(guest, visibility="unlisted")
    assert set(Deck.objects.listed()) == {ready, decks["public"]}
    assert set(Deck.objects.of(Builder(user=ada))) == set(decks.values())
    assert not Deck.objects.of(Builder()).exists()


def test_looking_around_makes_no_guest():
    request = request_of()
    assert builder_of(request) == Builder()
    assert not request.session.modified
    builder = known_builder(request)
    assert builder.guest is not None
    assert builder_of(request) == builder == known_builder(request)


def test_who_is_signed_in_needs_no_guest(ada):
    request = request_of(ada)
    assert known_builder(request) == Builder(user=ada)
    assert not request.session.modified


def test_a_first_deck_changes_the_sessions_key():
    """A key that somebody else may have planted is none of a new guest."""
    request = request_of()
    request.session["something"] = True
    request.session.create()
    planted = request.session.session_key
    known_builder(request)
    assert request.session.session_key != planted
