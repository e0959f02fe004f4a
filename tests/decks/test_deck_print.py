"""A deck on paper: for whoever may see it, with its name, maker and code among the credits."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from cards.decks.exchange.code import code_of
from cards.decks.models import Deck
from engine.deck_forms.code import in_fours
from tests.decks.conftest import built
from tests.factories import DeckFactory

pytestmark = pytest.mark.once

PAGE, PDF = "deck-print", "deck-pdf"


def get(name: str, deck: Deck, client: Client | None = None, **query):
    return (client or Client()).get(reverse(name, args=[deck.slug]), query)


def words(response) -> str:
    return " ".join(PdfReader(BytesIO(response.content)).pages[-1].extract_text().split())


@pytest.mark.parametrize("name", [PAGE, PDF])
@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_who_prints(meadow_cards, ada, ada_client, ben_client, guest_client, name, visibility):
    deck = built(ada, {"clover": 2}, visibility=visibility)
    assert get(name, deck, ada_client).status_code == 200
    others = 404 if visibility == "private" else 200
    answers = {get(name, deck, client).status_code for client in (ben_client, guest_client, Client())}
    assert answers == {others}


def test_the_credits_name_deck_maker_and_code(meadow_cards, ada):
    deck = built(ada, {"clover": 10, "fire": 1}, visibility="public", name="Clover & fire")
    response = get(PDF, deck, paper="letter")
    assert response["Content-Type"] == "application/pdf"
    assert 'filename="phylo-clover-fire.pdf"' in response["Content-Disposition"]
    assert len(PdfReader(BytesIO(response.content)).pages) == 3
    said = words(response)
    for part in ("Clover & fire", "by Ada", in_fours(code_of(deck.contents))):
        assert part in said
    assert f"http://testserver/decks/{deck.slug}/" in said.replace(" ", "")


def test_a_ready_deck_has_no_maker(db):
    ready = DeckFactory(name="Heath")
    assert "Heath" in words(get(PDF, ready))


def test_the_page_shows_the_first_sheet_in_the_order_of_the_deck(meadow_cards, ada, ada_client):
    deck = built(ada, {"sage": 1, "clover": 2, "hare": 8})
    page = get(PAGE, deck, ada_client)
    assert [place["name"] for place in page.context["places"]] == ["Clover", "Clover", "Sage", *["Hare"] * 6]
    assert reverse(PDF, args=[deck.slug]) in page.content.decode()


def test_what_cannot_be_printed_is_told(meadow_cards, ada, ada_client):
    deck, empty = built(ada), built(ada, {})
    page = ada_client.get(reverse(PDF, args=[deck.slug]), {"paper": "a0"}, headers={"Accept": "text/html"})
    assert (page.status_code, 'class="wrong' in page.content.decode()) == (400, True)
    program = get(PDF, deck, ada_client, copies="100")
    assert (program.status_code, program["Content-Type"]) == (400, "application/problem+json")
    refused = get(PDF, empty, ada_client)
    assert (refused.status_code, refused.json()["detail"]) == (400, "There are no cards in this deck yet.")
    assert get(PAGE, empty, ada_client).status_code == 400
