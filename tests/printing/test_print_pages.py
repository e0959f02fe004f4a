"""The pages that lead to the PDF, and the PDF of a search."""

import io
import json
import re
from collections.abc import Iterator

import pypdf
import pytest
from django.core.cache import caches
from django.http import QueryDict
from django.urls import reverse

from cards.loading.load import load_card_set
from cards.models import Card
from cards.printing import MOST_COPIES, PAPERS, Options
from cards.printing import services as service
from cards.printing.pages import PrintOptions
from cards.printing.sheets import Layout
from cards.services.card_file import RESERVED_KEYS
from cards.services.publishing import store_cards
from tests.cards.generated import generated_cards
from tests.factories import CardFactory
from tests.printing.prints import in_mm, places, words

pytestmark = pytest.mark.once

PAGE = {"HTTP_ACCEPT": "text/html"}


@pytest.fixture
def cards(db: None) -> None:
    caches["prints"].clear()
    CardFactory(key="clover", name="Clover", subject="noto:four-leaf-clover")
    CardFactory(key="hare", name="Hare", animal=True, subject="noto:rabbit")


@pytest.fixture
def busy() -> Iterator[None]:
    """Somebody else's PDF is being drawn."""
    with service.AT_ONCE:
        yield


def pdf(client, query: str = "", **headers):
    return client.get(f"{reverse('cards-print-pdf')}{query}", **headers)


def test_anybody_prints_the_cards_of_a_search(client, cards):
    response = pdf(client, "?q=name:hare+or+clover&paper=letter&backs=on&copies=2")
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert response["Content-Disposition"] == 'attachment; filename="phylo-namehare-or-clover.pdf"'
    reader = pypdf.PdfReader(io.BytesIO(response.content))
    assert in_mm(reader.pages[0].mediabox) == [0, 0, 215.9, 279.4]
    assert [len(places(page)) for page in reader.pages] == [4, 4, 0]
    credit = words(reader.pages[2])
    assert "http://testserver/cards/?q=name%3Ahare+or+clover" in credit
    assert "Noto Emoji" in credit


def test_the_form_warns_where_cards_come_near_the_edge(client, cards):
    """Home printers leave about 4 mm white."""
    near = {key: Layout(paper, Options(paper=key, bleed=True)).trim for key, paper in PAPERS.items()}
    assert {key: round(min(trim.left, trim.top), 1) for key, trim in near.items()} == {
        "a4": 4.5,
        "letter": 1.7,
    }
    page = client.get(reverse("cards-print"), {"q": "key:hare"}).content.decode()
    assert "On Letter with bleed the cards end 1.7 mm from the edge" in page


def test_one_card_is_called_by_its_name(client, cards):
    response = pdf(client, "?q=key:hare")
    assert response["Content-Disposition"] == 'attachment; filename="phylo-hare.pdf"'
    reader = pypdf.PdfReader(io.BytesIO(response.content))
    assert reader.metadata.title == "Hare"
    assert len(places(reader.pages[0])) == 1


@pytest.mark.parametrize(("query", "code"), [
    ("?q=nothing-like-this", "empty"), ("?q=terrain:forst", "query"), ("?q=key:hare&paper=a0", "options"),
    ("?q=key:hare&copies=0", "options"), (f"?q=key:hare&copies={MOST_COPIES + 1}", "options"),
    ("?q=key:hare&copies=many", "options"),
])  # fmt: skip
def test_bad_requests_are_told_to_programs_and_shown_to_people(client, cards, query, code):
    response = pdf(client, query)
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert json.loads(response.content)["code"] == code
    page = pdf(client, query, **PAGE)
    assert (page.status_code, page["Content-Type"]) == (400, "text/html; charset=utf-8")
    assert 'role="alert"' in page.content.decode()


def test_more_than_500_cards_are_refused_with_their_number(client, cards):
    load_card_set()
    store_cards(cards=generated_cards(service.MOST_CARDS + 1, seed=5))
    response = pdf(client)
    assert response.status_code == 400
    assert "At most 500" in json.loads(response.content)["detail"]
    assert "At most 500" in client.get(reverse("cards-print")).content.decode()


def test_the_page_offers_the_options_and_shows_the_first_sheet(client, cards):
    response = client.get(f"{reverse('cards-print')}?q=name:hare+or+clover")
    page = response.content.decode()
    assert response.status_code == 200
    assert 'name="q" value="name:hare or clover"' in page
    assert re.search(r'name="marks"[^>]*checked', page)
    assert not re.search(r'name="(bleed|backs)"[^>]*checked', page)
    assert page.count('class="print-place"') == 4
    assert 'alt="Hare"' in page


def test_the_page_keeps_what_was_chosen_and_says_what_is_wrong(client, cards):
    response = client.get(f"{reverse('cards-print')}?q=key:hare&bleed=on&copies=12&paper=letter")
    page = response.content.decode()
    assert response.status_code == 400
    assert re.search(r'name="bleed"[^>]*checked', page)
    assert not re.search(r'name="marks"[^>]*checked', page)
    assert "less than or equal to 9" in page


@pytest.mark.parametrize(("query", "status", "said"), [
    ("?q=nothing-like-this", 200, "No card matches"), ("?q=terrain:forst", 400, "forest"),
])  # fmt: skip
def test_the_page_without_cards_says_why(client, cards, query, status, said):
    response = client.get(reverse("cards-print") + query)
    assert response.status_code == status
    assert said in response.content.decode()
    assert "data-print" not in response.content.decode()


def test_who_comes_while_others_print_is_asked_to_wait(client, cards, busy, monkeypatch):
    monkeypatch.setattr(service, "LONGEST_WAIT", 0.01)
    response = pdf(client, "?q=key:hare")
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert "Try again in 10 seconds" in json.loads(response.content)["detail"]
    page = pdf(client, "?q=key:hare", **PAGE)
    assert (page.status_code, page["Retry-After"]) == (503, "10")
    assert "Try again in 10 seconds" in page.content.decode()


def test_what_was_printed_is_kept_and_needs_no_turn(client, cards, monkeypatch):
    monkeypatch.setattr(service, "LONGEST_WAIT", 0.01)
    first = pdf(client, "?q=key:hare")
    with service.AT_ONCE:
        assert pdf(client, "?q=key:hare").content == first.content
        assert pdf(client, "?q=key:hare&backs=on").status_code == 503
    assert pdf(client, "?q=key:hare&backs=on").content != first.content


def test_a_card_that_changes_is_printed_anew(client, cards):
    first = pdf(client, "?q=key:hare").content
    Card.objects.filter(key="hare").update(source="https://example.org/hare")
    text = words(pypdf.PdfReader(io.BytesIO(pdf(client, "?q=key:hare").content)).pages[1])
    assert "example.org/hare" in text
    assert pdf(client, "?q=key:hare").content != first


def test_card_page_and_search_lead_to_printing(client, cards):
    assert '"/cards/print/?q=key:hare"' in client.get("/cards/hare/", **PAGE).content.decode()
    assert '"/cards/print/?q=hare"' in client.get("/cards/?q=hare", **PAGE).content.decode()


def test_a_card_may_not_take_the_address_of_the_page():
    assert "print" in RESERVED_KEYS


def test_options_of_a_deck_page_are_read_the_same_way():
    form = PrintOptions.read(QueryDict("paper=letter&backs=on&copies=3&version=7"))
    assert form.is_valid()
    assert form.options == Options(paper="letter", marks=False, backs=True, copies=3)
    usual = PrintOptions.read(QueryDict("version=7"))
    assert usual.is_valid()
    assert usual.options == Options()
    assert set(PAPERS) == {"a4", "letter"}


def test_the_real_cards_are_printed_from_the_database(client, db):
    load_card_set()
    response = pdf(client, "?q=terrain:tundra+kind:habitat")
    assert response.status_code == 200
    assert response.content.startswith(b"%PDF-")
