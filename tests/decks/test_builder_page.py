"""The builder's page: whose it is, what it shows of the deck, and each of its buttons without scripts."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from cards.decks import services
from cards.decks.models import Deck, DeckVersion
from cards.models import Card
from cards.search.services.search import CardSearch, QueryError
from tests.decks.conftest import MEADOW, built
from tests.factories import CardFactory, DeckFactory
from tests.markup import tight
from tests.members import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards"), pytest.mark.once]


def address(deck: Deck, name: str = "deck-build") -> str:
    return reverse(name, args=[deck.slug])


def page(client: Client, deck: Deck, **asked: str) -> str:
    answer = client.get(address(deck), asked)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def step(client: Client, deck: Deck, **sent: object):
    return client.post(address(deck, "deck-step"), sent)


def stored(deck: Deck) -> Deck:
    return Deck.objects.get(pk=deck.pk)


def test_only_the_owner_has_a_builder(ada, ben_client, ada_client, guest, guest_client):
    ready = DeckFactory()
    assert ada_client.get(address(ready)).status_code == 404
    for deck, own, others in (
        (built(ada), ada_client, [ben_client, guest_client, Client()]),
        (built(ada, visibility="public"), ada_client, [ben_client, guest_client, Client()]),
        (built(guest), guest_client, [ben_client, ada_client, Client()]),
    ):
        assert own.get(address(deck)).status_code == 200
        for client in others:
            assert client.get(address(deck)).status_code == 404
            assert step(client, deck, add="sage").status_code == 404
        assert stored(deck).contents.cards == MEADOW


def test_the_deck_beside_the_search(ada, ada_client):
    text = page(ada_client, built(ada), q="clover")
    assert "Building Meadow of mine" in text
    assert re.search(r"data-total>24</span> of 24", text)
    assert re.findall(r'data-row="(\w+)"', text) == ["clover", "nettle", "deer", "hare", "fire"]
    assert re.findall(r'id="card-(\w+)"', text) == ["clover"]
    assert re.search(r'data-in-deck="clover"><span data-n>7</span>', tight(text))
    assert "Ready to play: Short game (V1.4a)." in text


def test_what_is_wrong_has_a_search_of_this_page(ada, ada_client):
    deck = built(ada, {"hare": 2})
    text = page(ada_client, deck)
    assert "22 cards short" in text
    assert "Ready to play" not in text
    assert re.search(rf'href="{address(deck)}\?q=[^"]+" data-find', text)
    assert 'class="row row-poor" data-row="hare"' in text


@pytest.mark.parametrize(
    ("grouping", "titles"),
    [
        ("number", ["Number 1, the base", "Number 2", "Events", "Habitats"]),
        ("diet", ["Photosynthetic", "Herbivore", "Events", "Habitats"]),
    ],
)
def test_groups(ada, ada_client, grouping, titles):
    deck = built(ada, MEADOW | {"pasture": 1}, rules="phylo-1.3")
    answer = ada_client.get(address(deck), {"group": grouping, "q": "clover"})
    assert answer["Location"] == f"{address(deck)}?q=clover"
    text = page(ada_client, deck)
    assert re.findall(r'<h3 id="group-\d+">([^<]+?) <', text) == titles


def test_by_terrain_a_card_stands_in_each_of_its_groups(ada, ada_client):
    CardFactory(key="reed", terrains=["freshwater", "grassland"])
    deck = built(ada, {"reed": 2})
    ada_client.cookies["deck-grouping"] = "terrain"
    text = page(ada_client, deck)
    titles = re.findall(r'<h3 id="group-\d+">(\w+) <span data-group-count>2', text)
    assert titles == ["Freshwater", "Grassland"]
    assert len(set(re.findall(r'id="row-\d+-reed"', text))) == 2


def test_a_grouping_that_there_is_not_changes_nothing(ada, ada_client):
    deck = built(ada)
    assert "deck-grouping" not in ada_client.get(address(deck), {"group": "taste"}).cookies
    ada_client.cookies["deck-grouping"] = "taste"
    assert "Number 1, the base" in page(ada_client, deck)


def test_what_htmx_gets(ada, ada_client):
    deck = built(ada)
    asked = {"HX-Request": "true", "HX-Target": "found"}
    answer = ada_client.get(address(deck), {"q": "fits:deck"}, headers=asked)
    text = answer.content.decode()
    assert answer["HX-Replace-Url"] == f"{address(deck)}?q=fits%3Adeck"
    assert "food or a place</u>in this deck" in tight(text)
    assert "data-row" not in text
    wrong = ada_client.get(address(deck), {"q": "terrain:forst"}, headers=asked)
    assert wrong["HX-Replace-Url"] == "false"
    assert f'href="{address(deck)}?q=terrain%3Aforest"' in wrong.content.decode()


def test_who_feeds_an_orphan_says_so(ada, ada_client):
    text = page(ada_client, built(ada, {"hare": 1}), q="clover or fire")
    assert 'data-feeds="hare">feeds Hare<' in tight(text)
    assert text.count("data-feeds=") == 1
    assert "data-feeds" not in page(ada_client, built(ada), q="clover")


def test_fits_deck_is_this_deck(ada, ada_client):
    CardFactory(key="lynx", food_chain=3, diet="carnivore", scale=6)
    with_hares = page(ada_client, built(ada, {"hare": 1}), q="fits:deck kind:species")
    with_plants = page(ada_client, built(ada, {"clover": 1}), q="fits:deck kind:species")
    assert 'id="card-lynx"' in with_hares
    assert 'id="card-lynx"' not in with_plants
    assert 'id="card-hare"' in with_plants


def test_fits_a_deck_that_one_may_see(ada, ben, ada_client, ben_client):
    CardFactory(key="lynx", food_chain=3, diet="carnivore", scale=6)
    mine, shown = built(ada, {"hare": 1}), built(ada, {"hare": 1}, visibility="unlisted")
    cards = reverse("cards")
    for client, deck, seen in (
        (ada_client, mine, True), (ben_client, mine, False), (ben_client, shown, True),
        (Client(), mine, False),
    ):  # fmt: skip
        answer = client.get(cards, {"q": f'fits:"{deck.slug}" key:lynx'})
        assert (answer.status_code == 200 and 'id="card-lynx"' in answer.content.decode()) is seen
    with pytest.raises(QueryError):
        CardSearch(f'fits:"{shown.slug}"')
    with pytest.raises(QueryError) as refused:
        CardSearch("fits:deck")
    assert "being built" in refused.value.message


def test_plain_buttons(ada, ada_client):
    deck = built(ada)
    for sent, cards, hand in (
        ({"add": "sage"}, {"sage": 1}, ()),
        ({"add": "sage"}, {"sage": 2}, ()),
        ({"take": "sage"}, {"sage": 1}, ()),
        ({"hold": "sage"}, {"sage": 1}, ("sage",)),
        ({"release": "sage"}, {"sage": 1}, ()),
        ({"hold": "sage"}, {"sage": 1}, ("sage",)),
        ({"take": "sage"}, {}, ()),
        ({"take": "sage"}, {}, ()),
        ({"release": "sage"}, {}, ()),
    ):
        answer = step(ada_client, deck, **sent, q="kind:event", page="1", key="")
        assert answer["Location"] == f"{address(deck)}?q=kind%3Aevent&page=1"
        contents = stored(deck).contents
        assert (contents.cards, contents.opening_hand) == (MEADOW | cards, hand), sent


def test_a_page_knows_what_undo_leads_to(ada, ada_client):
    deck = built(ada, {"clover": 1})
    for clover in (2, 3, 1, 2):  # two more; undone twice; redone once
        deck = services.change_deck(
            deck_id=deck.pk, version=deck.version, change=services.Change(copies={"clover": clover})
        )
    steps = ada_client.get(address(deck)).context["steps"]
    assert [each["cards"] for each in steps["before"]] == [{"clover": 1}]
    assert [each["cards"] for each in steps["after"]] == [{"clover": 3}]
    assert steps["names"] == {"clover": "Clover"}
    deck = services.change_deck(deck_id=deck.pk, version=5, change=services.Change(copies={"sage": 1}))
    deck = services.change_deck(
        deck_id=deck.pk, version=6, change=services.Change(copies={"sage": 0, "nettle": 1})
    )
    Card.objects.get(key="sage").delete()
    steps = ada_client.get(address(deck)).context["steps"]
    # Nothing leads to a card that is gone, and what one has gone on from is not redone.
    assert [each["cards"] for each in steps["before"]] == [{"clover": 1}, {"clover": 2}]
    assert steps["after"] == []


def test_a_button_sent_twice_is_one_step(ada, ada_client):
    deck = built(ada)
    for _time in range(2):
        step(ada_client, deck, add="sage", key="of this page")
    assert stored(deck).contents.cards["sage"] == 1
    step(ada_client, deck, add="nettle", key="of this page")
    step(ada_client, deck, add="sage", key="of the next page")
    assert (stored(deck).contents.cards["sage"], stored(deck).contents.cards["nettle"]) == (2, 8)


def test_plain_forms(ada, ada_client):
    deck = built(ada)
    step(ada_client, deck, rules="phylo-1.3", starter="pasture", version=1)
    step(ada_client, deck, name="Heath", settings_version=1)
    step(ada_client, deck, notes="Sand.", settings_version=2)
    deck = stored(deck)
    assert (deck.rules, deck.starter, deck.name, deck.notes) == ("phylo-1.3", "pasture", "Heath", "Sand.")


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"name": "Heath", "settings_version": "0"}, "changed in another place"),
        ({"name": "Heath"}, "settings_version"),
        ({"name": " ", "settings_version": "1"}, "This needs 1 to"),
        ({"add": "nobody"}, "no card"),
        ({"hold": "sage"}, "out of the deck"),
        ({"rules": "chess", "version": "1"}, "no rules of that name"),
    ],
)
def test_refused_steps_say_why(ada, ada_client, sent, words):
    deck = built(ada)
    answer = ada_client.post(address(deck, "deck-step"), sent, follow=True)
    assert words in answer.content.decode()
    assert stored(deck).version == 1
    assert DeckVersion.objects.filter(deck=deck).count() == 1


def test_a_step_needs_a_token_and_post(ada):
    client = signed_in(ada)
    client.handler.enforce_csrf_checks = True
    deck = built(ada)
    assert step(client, deck, add="sage").status_code == 403
    assert client.get(address(deck, "deck-step")).status_code == 405


def test_a_card_of_the_deck_that_is_home_cannot_be_added(ada, ada_client):
    text = page(ada_client, built(ada), q="key:home")
    assert re.search(r'<button[^>]*id="card-home"[^>]* disabled>', text)


def test_queries_do_not_grow_with_the_deck(ada, ada_client, django_assert_max_num_queries):
    for number in range(40):
        CardFactory(key=f"herb-{number}")
    small, large = built(ada), built(ada, {f"herb-{number}": 2 for number in range(40)})
    assert Card.objects.count() > 40
    page(ada_client, small)
    with django_assert_max_num_queries(30):
        page(ada_client, large)
