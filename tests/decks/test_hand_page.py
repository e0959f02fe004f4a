"""Test hands: dealt by an address, drawn on and taken back, and played out as far as one turn goes."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from cards.decks.insight.hands import sample_hand
from cards.decks.models import Deck
from tests.decks.conftest import MEADOW, built
from tests.factories import CardFactory, DeckFactory
from tests.markup import tight

pytestmark = [pytest.mark.usefixtures("meadow_cards"), pytest.mark.once]
HAND = ("clover", "deer", "deer", "hare", "hare")


def address(deck: Deck, **asked) -> str:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return reverse("deck-hand", args=[deck.slug]) + (f"?{query}" if query else "")


def page(deck: Deck, client: Client | None = None, **asked) -> str:
    response = (client or Client()).get(address(deck, **asked))
    assert response.status_code == 200
    return tight(response.content.decode())


def keys(text: str) -> list[str]:
    """The cards of the hand, in order."""
    hand = re.search('<ol class="sample-hand">(.*?)</ol>', text, re.S).group(1)
    return re.findall('class="sample-card" href="/cards/([^/]*)/', hand)


def link(text: str, name: str) -> dict[str, str]:
    """What the link asks for; nothing if there is none."""
    found = re.search(f'id="hand-{name}" href="([^"]*)"', text)
    query = urlsplit(found.group(1).replace("&amp;", "&")).query if found else ""
    return {field: value for field, (value,) in parse_qs(query).items()}


@pytest.fixture
def deck(ada) -> Deck:
    return built(ada, visibility="public")


def test_an_address_deals_the_same_hand_to_everybody(deck, ben_client):
    dealt = keys(page(deck, seed=7))
    assert dealt == sample_hand(deck.contents, 7)
    assert keys(page(deck, ben_client, seed=7)) == dealt
    assert {tuple(keys(page(deck, seed=seed))) for seed in range(8)} != {tuple(dealt)}


@pytest.mark.parametrize(
    "asked", [{}, {"seed": ""}, {"seed": "x"}, {"seed": "-1"}, {"seed": "9" * 10}, {"seed": "²"}]
)
def test_without_a_number_one_is_drawn(deck, asked):
    answer = Client().get(address(deck), asked)
    assert answer.status_code == 302
    assert re.fullmatch(r"/decks/[\w-]+/hand/\?seed=\d{1,9}", answer["Location"])
    assert "no-store" in answer["Cache-Control"]


def test_taking_back_draws_again_and_drawing_on_keeps_the_hand(deck):
    first = page(deck, seed=7)
    assert link(first, "again")["seed"] != "7"
    assert link(first, "back") == {}
    on = link(first, "more")
    assert on == {"seed": "7", "cards": "7"}
    more = page(deck, **on)
    assert keys(more)[:5] == keys(first)
    assert len(keys(more)) == 7
    assert "17 cards are left in the deck." in more
    assert link(more, "back") == {"seed": "7"}
    assert link(page(deck, seed=7, cards=9), "back") == {"seed": "7", "cards": "7"}


@pytest.mark.parametrize(
    ("asked", "shown"), [("24", 24), ("999", 24), ("1", 5), ("0", 5), ("x", 5), ("-3", 5), ("23", 23)]
)
def test_no_more_is_drawn_than_there_is(deck, asked, shown):
    text = page(deck, seed=7, cards=asked)
    assert len(keys(text)) == shown
    assert bool(link(text, "more")) is (shown < 24)


def test_what_can_be_played_at_once_is_laid_out_and_told(deck):
    text = page(deck, seed=7)
    says = re.search('id="sample-says" role="status">([^<]*)', text).group(1)
    count = int(says.split()[0])
    assert "playable at once" in says
    assert text.count('class="is-played"') == count
    table = re.search('<ol class="sample-laid".*?</ol>', text, re.S).group()
    assert table.count("<li") == count + 1
    assert [int(turn) for turn in re.findall('hidden="true">(\\d)<', table)] == list(range(1, count + 1))


def test_a_hand_with_nothing_to_play_says_so(ada):
    text = page(built(ada, {"hare": 20, "fire": 4}, visibility="public"), seed=7)
    assert "None of these cards can be played at once." in text
    assert 'class="is-played"' not in text
    assert "An event" in page(built(ada, {"fire": 24}, visibility="public"), seed=7)


def test_P7_a_chosen_hand_comes_first_unless_chance_is_asked_for(ada, ada_client):
    deck = built(ada, opening_hand=HAND)
    chosen = page(deck, ada_client, seed=7)
    assert sorted(keys(chosen)) == sorted(HAND)
    assert chosen.count("chosen</p>") == 5
    chance = link(chosen, "way")
    assert chance == {"seed": "7", "hand": "chance"}
    dealt = page(deck, ada_client, **chance)
    assert keys(dealt) != keys(chosen)
    assert link(dealt, "again")["hand"] == "chance"
    assert link(dealt, "more")["hand"] == "chance"
    assert link(dealt, "way") == {"seed": "7"}
    assert "chosen</p>" not in dealt


def test_P4_the_starter_lies_on_the_table(ada):
    deck = built(ada, MEADOW | {"pasture": 6}, rules="phylo-1.3", starter="pasture", visibility="public")
    table = re.search('<ol class="sample-laid".*?</ol>', page(deck, seed=7), re.S).group()
    assert table.split("</li>")[0].count('data-key="pasture"') == 1


@pytest.mark.parametrize("counts", [{"clover": 3}, {}])
def test_a_deck_that_is_not_complete_is_dealt_as_far_as_it_goes(ada, counts):
    text = page(built(ada, counts, visibility="public"), seed=7)
    assert ("There are no cards in this deck yet." in text) is not counts
    assert "Play this deck" not in text


def test_a_complete_deck_leads_to_the_table(deck):
    assert f"deck={deck.slug}" in re.search('id="hand-play" href="([^"]*)"', page(deck, seed=7)).group(1)


def test_who_sees_it(ada, ada_client, ben_client, guest, guest_client):
    private, guests = built(ada), built(guest)
    assert ada_client.get(address(private, seed=7)).status_code == 200
    assert guest_client.get(address(guests, seed=7)).status_code == 200
    for client in (ben_client, Client()):
        assert client.get(address(private, seed=7)).status_code == 404
        assert client.get(address(private)).status_code == 404
        assert client.get(address(guests, seed=7)).status_code == 404
    assert ada_client.post(address(private, seed=7)).status_code == 405


def test_a_card_that_needs_a_host_is_laid_under_it(db):
    CardFactory(key="mistletoe", abilities={"parasitic": {"host": {"name": "Clover"}, "needs_host": True}})
    deck = DeckFactory(slug="orchard", rules="phylo-1.3", cards={"clover": 15, "mistletoe": 15})
    tables = [page(deck, seed=seed) for seed in range(6)]
    assert any('class="is-under"' in table for table in tables)
