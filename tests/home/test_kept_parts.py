"""Parts of pages that are kept show what is stored now, and to each person what is theirs."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from cards.decks.models import Deck
from cards.decks.services import Change, change_deck
from cards.decks.services.talk import like
from cards.models import Card
from cards.services.publishing import store_cards
from tests.decks.conftest import built, client_of_builder
from tests.factories import DeckFactory, a_guest
from tests.members import person

PAGES = ("/play/computer/", "/decks/", "/lobby/")


def shown(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


@pytest.fixture
def heath(db) -> Deck:
    return DeckFactory(slug="heath", complete=True)


def test_a_changed_deck_is_drawn_anew(heath, client: Client):
    assert all("Heath" in shown(client, page) for page in PAGES)
    heath.name = "Moor"
    heath.save()
    assert all("Moor" in shown(client, page) and "Heath" not in shown(client, page) for page in PAGES)
    like(deck_id=heath.pk, user=person("Ada"))
    assert '1 <span class="visually-hidden"> like </span>' in shown(client, "/decks/")
    DeckFactory(slug="dune", complete=True)
    assert all("Dune" in shown(client, page) for page in PAGES)


def test_a_changed_card_is_drawn_anew(heath, client: Client):
    pages = ("/play/computer/", "/decks/", "/cards/", "/cards/hare/")
    hare = Card.objects.get(key="hare")
    for name in ("Brown Hare", "Blue Hare"):
        hare.name = name
        hare.save()
        assert all(name in shown(client, page) for page in pages)


def test_a_card_changed_by_a_machine_with_a_late_clock_is_drawn_anew(heath, client: Client):
    pages = ("/play/computer/", "/decks/", "/cards/", "/cards/hare/")
    later = timezone.now() + timedelta(hours=1)
    Card.objects.filter(key="clover").update(changed_at=later)
    assert all("Blue Hare" not in shown(client, page) for page in pages)
    hare = Card.objects.get(key="hare")
    hare.pk, hare.name = None, "Blue Hare"
    store_cards([hare])
    assert Card.objects.last_change() == later
    assert all("Blue Hare" in shown(client, page) for page in pages)


def test_saved_contents_are_drawn_anew(heath):
    guest = a_guest()
    deck, client = built(guest), client_of_builder(guest)
    for card in ("hare", "clover"):
        cards = {each: deck.contents.cards[each] if each == card else 0 for each in deck.contents.cards}
        before = shown(client, "/decks/mine/")
        deck = change_deck(deck_id=deck.pk, change=Change(cards=cards), version=deck.version)
        assert shown(client, "/decks/mine/") != before


def test_what_is_kept_of_one_is_not_shown_to_another(heath, client: Client):
    guest = a_guest()
    owner, other = client_of_builder(guest), client_of_builder(a_guest())
    Deck.objects.filter(pk=built(guest, name="Secret meadow").pk).update(complete=True)
    for page in ("/play/computer/", "/lobby/"):
        assert "Secret meadow" in shown(owner, page), "first, so that it is kept"
        assert "Secret meadow" not in shown(other, page)
        assert "Secret meadow" not in shown(client, page)
        tokens = [client.cookies["csrftoken"].value, other.cookies["csrftoken"].value]
        assert tokens[0] != tokens[1]


# Home asks for the puzzle of the day, and here in vain whether there is one to choose.
@pytest.mark.parametrize(
    ("page", "most"),
    [
        ("/", 6),
        ("/play/", 2),
        ("/play/computer/", 3),
        ("/community/", 0),
        ("/decks/", 3),
        ("/lobby/", 2),
        ("/cards/", 2),
        ("/cards/hare/", 3),
    ],
)
def test_the_second_time_takes_few_queries(heath, client: Client, django_assert_max_num_queries, page, most):
    first = shown(client, page)
    with django_assert_max_num_queries(most):
        assert len(shown(client, page)) == len(first)


@pytest.mark.parametrize(
    "page", ["/decks/", "/cards/", "/cards/hare/", "/rules/phylo-1.4a/", "/rules/", "/cards/help/"]
)
def test_an_unchanged_page_is_not_sent_again(heath, client: Client, page):
    answer = client.get(page)
    known = {"if-none-match": answer["ETag"]}
    assert client.get(page, headers=known).status_code == 304
    assert "Cookie" in answer["Vary"]
    assert "public" not in answer.get("Cache-Control", "")
    hare = Card.objects.get(key="hare")
    hare.name = "Brown Hare"
    hare.save()
    if page in ("/decks/", "/cards/", "/cards/hare/"):
        assert client.get(page, headers=known).status_code == 200
    named = client_of_builder(a_guest())
    assert "Cookie" in named.get(page, headers=known)["Vary"]
