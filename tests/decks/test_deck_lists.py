"""The lists of decks, the search in them, one's own decks, and those on a person's page."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cards.decks.listing import DeckSearch, UnknownCard, cards_named
from cards.decks.models import Deck
from cards.decks.pages.tiles import tiles
from cards.decks.services import talk
from cards.models import Builder
from tests.decks.conftest import MEADOW, built
from tests.factories import CardFactory, DeckFactory
from tests.markup import tight

LIST, MINE = "decks", "my-decks"


def names(response) -> list[str]:
    return [tile.deck.name for tile in response.context["tiles"]]


def listed(client: Client | None = None, **query) -> list[str]:
    response = (client or Client()).get(reverse(LIST), query)
    assert response.status_code == 200
    return names(response)


@pytest.fixture
def public(meadow_cards, ada, ben) -> list[Deck]:
    """Three public decks: the newest first."""
    return [
        built(ben, visibility="public", name="Sage and hare", counts={**MEADOW, "sage": 1, "clover": 6}),
        built(ada, visibility="public", name="Über den Wiesen"),
        built(ada, visibility="public", name="Meadow of mine"),
    ][::-1]


def test_public_and_ready_decks_are_listed_and_nothing_else(public, ada, ben, guest):
    ready = DeckFactory(name="Heath")
    for builder, visibility in ((ada, "private"), (ada, "unlisted"), (guest, "unlisted"), (ben, "private")):
        built(builder, visibility=visibility, name="Hidden")
    assert set(listed()) == {ready.name, *(deck.name for deck in public)}
    assert listed(show="ready") == ["Heath"]
    assert listed(show="new") == [deck.name for deck in public]
    assert "Hidden" not in listed(show="new", unfinished="on")


def test_the_most_liked_come_first(public, ada, ben):
    DeckFactory(name="Heath")
    talk.like(deck_id=public[2].pk, user=ada)
    assert listed()[0] == "Sage and hare"


def test_every_list_is_right_for_everybody(public, ada_client, guest_client):
    for client in (ada_client, guest_client, Client()):
        assert listed(client, show="new") == [deck.name for deck in public]


def test_words_of_name_theme_place_and_notes(public, ada):
    DeckFactory(name="Heath", theme="Heather after the fire.", place="Jutland")
    noted = built(ada, visibility="public", name="Third")
    Deck.objects.filter(pk=noted.pk).update(notes="Keep the DEER back.")
    assert listed(q="heather") == ["Heath"]
    assert listed(q="jutland FIRE") == ["Heath"]
    assert listed(q="deer back") == ["Third"]
    assert listed(q="über") == listed(q="ÜBER") == ["Über den Wiesen"]
    assert listed(q="meadow nowhere") == []
    assert listed(q="100%") == []


def test_cards_by_name_by_latin_name_and_by_key(public):
    assert listed(cards="sage") == ["Sage and hare"]
    assert listed(cards="Sage Vulgaris, Hare") == ["Sage and hare"]
    assert listed(cards="sage,, clover") == ["Sage and hare"]
    assert len(listed(cards="hare")) == 3
    assert listed(cards="pasture") == []


def test_a_deck_has_the_habitat_it_starts_from(meadow_cards, ada):
    built(
        ada, {"clover": 1}, name="From the pasture", visibility="public", rules="phylo-1.3", starter="pasture"
    )
    assert listed(cards="pasture", unfinished="on") == ["From the pasture"]


def test_a_part_of_a_name_means_every_card_that_has_it(meadow_cards, ada):
    CardFactory(key="red-sage", name="Red Sage")
    built(ada, {**MEADOW, "red-sage": 1, "clover": 6}, name="Red one", visibility="public")
    built(ada, {**MEADOW, "sage": 1, "clover": 6}, name="Plain one", visibility="public")
    assert listed(cards="red") == ["Red one"]
    assert listed(cards="sage") == ["Plain one"]


def test_unknown_cards_are_told_with_what_was_meant(public):
    refused = Client().get(reverse(LIST), {"cards": "hare, calover"})
    assert refused.status_code == 400
    assert "No card is called “calover”. Did you mean “clover”?" in refused.content.decode()
    assert names(refused) == []
    assert "No card is called “zzzz”." in Client().get(reverse(LIST), {"cards": "zzzz"}).content.decode()
    with pytest.raises(UnknownCard):
        cards_named(",".join(["clover"] * 11))
    with pytest.raises(UnknownCard):
        cards_named("home")


def test_rules_points_and_maker(public, ada):
    old = DeckFactory(name="Old ways", rules="phylo-1.3")
    assert listed(rules="phylo-1.3") == ["Old ways"]
    points = Deck.objects.get(pk=public[0].pk).points
    assert "Meadow of mine" in listed(low=points, high=points)
    assert "Meadow of mine" not in listed(low=points + 1)
    assert "Meadow of mine" not in listed(high=points - 1)
    assert listed(maker="ben") == ["Sage and hare"]
    assert old.name not in listed(maker="Ada")


def test_unfinished_decks_are_left_out_unless_asked_for(meadow_cards, ada):
    built(ada, {"clover": 3}, visibility="public", name="A beginning")
    assert listed() == []
    assert listed(unfinished="on") == ["A beginning"]
    assert "Not complete yet" in Client().get(reverse(LIST), {"unfinished": "on"}).content.decode()


@pytest.mark.parametrize(
    "query",
    [
        {"rules": "chess"}, {"low": "many"}, {"high": "99999999"}, {"show": "mine"}, {"q": "x" * 201},
        {"q": "\0"}, {"maker": "a\0"}, {"cards": "a\u202eb"},
    ],
)  # fmt: skip
def test_bad_searches_are_told(public, query):
    response = Client().get(reverse(LIST), query)
    assert response.status_code == 400
    assert names(response) == []


@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "9" * 30])
def test_pages_that_are_none(public, page):
    assert Client().get(reverse(LIST), {"page": page}).status_code == 404


def test_the_list_goes_on_over_pages_with_few_queries(meadow_cards, ada):
    for number in range(26):
        built(ada, visibility="public", name=f"Deck {number}")
    with CaptureQueriesContext(connection) as one:
        first = Client().get(reverse(LIST), {"q": "deck", "show": "new"})
    with CaptureQueriesContext(connection) as other:
        second = Client().get(reverse(LIST), {"q": "deck", "show": "new", "page": "2"})
    assert (len(names(first)), len(names(second))) == (24, 2)
    assert len(one) == len(other) <= 6
    assert 'href="?q=deck&amp;show=new&amp;page=2" rel="next"' in first.content.decode()
    assert 'href="?q=deck&amp;show=new" rel="prev"' in second.content.decode()
    assert not set(names(first)) & set(names(second))
    assert len(names(Client().get(reverse(LIST), {"q": "deck", "page": "7"}))) == 2


def test_empty_lists_say_so(db):
    page = Client().get(reverse(LIST)).content.decode()
    assert "There are no decks yet." in page
    assert (
        "Nobody has made a deck public yet." in Client().get(reverse(LIST), {"show": "new"}).content.decode()
    )
    assert "No deck here matches that." in Client().get(reverse(LIST), {"q": "x"}).content.decode()


def test_a_tile_shows_what_a_deck_is_at_a_glance(meadow_cards, ada):
    CardFactory(key="fern", terrains=["forest"], climates=["cool"])
    deck = built(ada, {"fern": 5, "clover": 1, "hare": 1, "fire": 1}, name="Ferns")
    [tile] = tiles([Deck.objects.get(pk=deck.pk)])
    assert [face["key"] for face in tile.faces] == ["hare", "clover", "fern"]
    assert tile.facts.terrains[0] == "forest"
    assert [each["on"] for each in tile.facts.strip] == [False, True, False, False]
    assert tile.facts.words.startswith("forest, ")
    [empty] = tiles([built(ada, {}, name="Nothing")])
    assert (empty.faces, empty.facts.terrains, empty.facts.words) == ([], [], "")


def test_a_search_of_everything_finds_everything(public):
    assert set(DeckSearch(chosen="new").found()) == set(public)


# One's own


def rows(client: Client) -> list[tuple[str, str]]:
    return [(row.tile.deck.name, row.wrong) for row in client.get(reverse(MINE)).context["rows"]]


def test_my_decks_are_mine_alone(meadow_cards, ada, ada_client, ben, guest, guest_client):
    built(ada, name="Of Ada")
    built(ben, name="Of Ben", visibility="public")
    built(guest, name="Of a guest")
    DeckFactory(name="Heath")
    assert rows(ada_client) == [("Of Ada", "")]
    assert rows(guest_client) == [("Of a guest", "")]
    assert rows(Client()) == []


def test_my_decks_say_what_they_lack(meadow_cards, ada, ada_client):
    built(ada, {"clover": 3}, name="A beginning")
    built(ada, name="Whole")
    [whole, beginning] = rows(ada_client)
    assert whole == ("Whole", "")
    assert "21" in beginning[1] or "Twenty-one" in beginning[1]
    page = ada_client.get(reverse(MINE)).content.decode()
    assert ("Complete" in page, "Changed just now" in page, "Private" in page) == (True, True, True)


def test_a_guest_is_told_where_the_decks_are(meadow_cards, guest, guest_client, ada_client):
    built(guest)
    words = "As a guest you keep your decks in this browser alone."
    assert words in guest_client.get(reverse(MINE)).content.decode()
    assert words not in ada_client.get(reverse(MINE)).content.decode()
    assert "Build your first deck" in ada_client.get(reverse(MINE)).content.decode()


def test_looking_at_my_decks_makes_no_session(db):
    client = Client()
    client.get(reverse(MINE))
    assert "sessionid" not in client.cookies


def test_my_decks_ask_the_database_a_few_times(meadow_cards, ada, ada_client):
    for number in range(3):
        built(ada, {"clover": 3 + number}, name=f"Deck {number}")
    with CaptureQueriesContext(connection) as few:
        rows(ada_client)
    for number in range(8):
        built(ada, {"clover": 3 + number, "hare": 1}, name=f"More {number}")
    with CaptureQueriesContext(connection) as many:
        assert len(rows(ada_client)) == 11
    assert len(many) == len(few) <= 12


def test_my_decks_go_on_over_pages(meadow_cards, ada, ada_client):
    for number in range(25):
        built(ada, name=f"Deck {number}")
    second = ada_client.get(reverse(MINE), {"page": "2"})
    assert [row.tile.deck.name for row in second.context["rows"]] == ["Deck 0"]
    assert ada_client.get(reverse(MINE), {"page": "9"}).context["page"].number == 2
    assert ada_client.get(reverse(MINE), {"page": "x"}).status_code == 404


# On a person's page


def test_a_persons_page_shows_public_decks_alone(meadow_cards, ada, ada_client, ben):
    for visibility in ("public", "unlisted", "private"):
        built(ada, name=f"A {visibility} one", visibility=visibility)
    built(ben, name="Of Ben", visibility="public")
    for client in (Client(), ada_client):
        page = client.get(reverse("person", args=["Ada"]))
        assert [tile.deck.name for tile in page.context["decks"]] == ["A public one"]
    for number in range(7):
        built(ada, name=f"More {number}", visibility="public")
    page = Client().get(reverse("person", args=["Ada"]))
    assert len(page.context["decks"]) == 6
    assert f'href="{reverse(LIST)}?maker=Ada">All 8 decks of Ada' in tight(page.content.decode())


def test_a_person_without_decks_has_no_such_part(db, ada):
    assert "Public decks" not in Client().get(reverse("person", args=["Ada"])).content.decode()
    assert not Deck.objects.of(Builder(user=ada)).exists()
