"""`fits:`: cards that find food or a place in a deck, asked of the engine for every pair of cards."""

import pytest

from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.models import Builder
from cards.search.services.search import CardSearch, QueryError
from engine.phylo.cards import Card
from engine.phylo.support import food_lack, neighbour_lack

pytestmark = pytest.mark.django_db


def fitting(contents: Contents, cards: dict[str, Card]) -> set[str]:
    there = [cards[key] for key in (*contents.cards, contents.starter or "home")]
    rules = contents.rules
    return {
        key
        for key, x in cards.items()
        if any(food_lack(x, y, rules) is None or neighbour_lack(x, y, rules) is None for y in there)
    }


@pytest.fixture(scope="module")
def cards(world) -> dict[str, Card]:
    return {card.key: Card.parse(card.key, card.as_record()) for card in world.cards}


DECKS = [
    Contents(),
    Contents.of({"snowy-owl": 1}),
    Contents.of({"horse": 2, "severe-drought": 1}),
    Contents.of({"deer-tick": 2}),
    Contents.of({"horse": 1}, "phylo-1.3"),
]


@pytest.mark.parametrize("contents", DECKS)
def test_what_fits_a_deck(world, cards, contents):
    found = CardSearch("fits:deck", deck=contents)
    assert set(found.card_keys()) == fitting(contents, cards)
    assert set(CardSearch("fits:deck rules:1.3", deck=contents).card_keys()) == fitting(contents, cards)
    rest = CardSearch("-fits:deck", deck=contents)
    assert rest.count + found.count == rest.total


def test_what_fits_each_ready_deck(world, cards):
    for deck in Deck.objects.ready():
        assert set(CardSearch(f"fits:{deck.slug}").card_keys()) == fitting(deck.contents, cards), deck.slug


def test_a_habitat_in_place_of_home(world, cards):
    habitat = next(key for key, card in cards.items() if card.kind == "habitat")
    contents = Contents.of({"horse": 1}, "phylo-1.3", habitat)
    assert set(CardSearch("fits:deck", deck=contents).card_keys()) == fitting(contents, cards)
    unruly = Contents.of({"horse": 1}, "phylo-1.4a", habitat)
    from_home = Contents.of({"horse": 1})
    assert (
        CardSearch("fits:deck", deck=unruly).card_keys()
        == CardSearch("fits:deck", deck=from_home).card_keys()
    )


def test_P24_fits_and_the_relations_agree_about_a_parasite_that_needs_a_host(world):
    contents = Contents.of({"deer-tick": 2})
    assert (
        CardSearch("fits:deck beside:home", deck=contents).count
        == CardSearch("fits:deck", deck=contents).count
    )
    assert CardSearch("beside:deer-tick or eats:deer-tick").count == 0
    assert "deer-tick" in CardSearch("is:needs-host").card_keys()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fits:deck", "Cards that find food or a place in this deck"),
        ("fits:deck climate:cool", "Cards that find food or a place in this deck, of a cool climate"),
        ("kind:species fits:deck", "Species that find food or a place in this deck"),
        ("fits:african-savanna", "Cards that find food or a place in the deck african-savanna"),
    ],
)
def test_in_words(world, text, words):
    assert "".join(part.text for part in CardSearch(text, deck=Contents()).sentence) == words


@pytest.mark.parametrize(
    ("text", "words", "mended"),
    [
        ("fits:deck", "being built", None),
        ("fits:african-savana", "Did you mean", "fits:african-savanna"),
        ("fits:nowhere", "knows no", None),
        ("fits:african-savanna,boreal-wetland", "takes one value", None),
        ("fits>deck", "cannot be compared", None),
    ],
)
def test_refused(world, text, words, mended):
    with pytest.raises(QueryError) as refused:
        CardSearch(text)
    assert words in refused.value.message
    assert refused.value.mended == mended


def test_a_name_of_a_ready_deck_in_other_letters(world):
    assert CardSearch("fits:African_Savanna").card_keys() == CardSearch("fits:african-savanna").card_keys()


def test_decks_of_others_are_not_there_without_a_builder(world):
    deck = Deck.objects.create(slug="-a_B", name="Open", visibility="public")
    assert CardSearch('fits:"-a_B"', builder=Builder()).count
    with pytest.raises(QueryError):
        CardSearch('fits:"-a_B"')
    deck.delete()
