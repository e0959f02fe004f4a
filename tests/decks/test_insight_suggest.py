"""Suggested cards: what they repair, and that they do."""

from random import Random

import pytest

from cards.decks.cards import definitions_of
from cards.decks.insight.suggest import MOST, suggest, suggestions, weaknesses
from cards.decks.insight.web import web
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.studies.kinds import COMMON_EVENTS, common_events
from cards.loading.load import load_card_set
from cards.search.services.search import CardSearch
from tests.decks.small_decks import CARDS, MADE, READY, deck, full
from tests.engine.build import V13

SOME = sorted(READY)[::3]


def without(slug: str, number: int) -> Contents:
    """A ready deck without its species of a number."""
    kept = {key: n for key, n in READY[slug].cards.items() if CARDS[key].get("food_chain") != number}
    return Contents.of(kept, READY[slug].rules, READY[slug].starter)


def marked(contents: Contents, mark: str) -> set[str]:
    return {node.key for node in web(contents, CARDS).nodes if mark in node.marks}


@pytest.mark.parametrize("slug", SOME)
def test_suggestions_for_orphans_feed_them(slug):
    contents = without(slug, 2)
    orphans = marked(contents, "orphan")
    found = suggest(contents, CARDS, CARDS.items())
    assert len(found) <= MOST
    assert not {each.key for each in found} & set(contents.cards)
    for each in found:
        if each.code == "orphan":
            more = contents.with_copies(each.key, 1)
            assert not set(each.helps) & marked(more, "orphan")
            assert each.key not in marked(more, "orphan") | marked(more, "stranded")
    # The oxpecker lacks a partner and food, which no card alone repairs.
    assert found[0].code == "orphan" or orphans <= {"red-billed-oxpecker"}


@pytest.mark.parametrize("slug", SOME)
def test_suggestions_for_single_points_of_failure_back_them_up(slug):
    contents = READY[slug]
    alone = {(key, node.key) for node in web(contents, CARDS).nodes for key in node.only_for}
    for each in suggest(contents, CARDS, CARDS.items()):
        if each.code == "single":
            nodes = web(contents.with_copies(each.key, 1), CARDS).nodes
            left = {(key, node.key) for node in nodes for key in node.only_for}
            assert alone - left


def test_the_reason_is_told():
    found = {each.key: each for each in suggest(full("oak fox hare stoat"), MADE, MADE.items())}
    assert found["bee"].text == "Bee lets Stoat live, which has nothing to live on so far."
    assert found["bee"].helps == ("stoat",)
    found = {each.key: each for each in suggest(full("oak hare fox"), MADE, MADE.items())}
    assert found["anemone"].text == "Fox can live on Anemone too, and not on Hare alone."
    thin = suggest(deck("oak clover foxglove " + "hare " * 21), MADE, MADE.items())
    assert {each.code for each in thin} == {"number"}
    pine = {**MADE, "pine": {**MADE["oak"], "name": "Pine"}}
    assert suggest(deck("oak clover foxglove " + "hare " * 21), pine, pine.items())[0].text == (
        "Pine has number 1, of which the deck has few."
    )


def test_a_deck_that_is_not_full_is_shown_what_fits():
    found = {each.key: each for each in suggest(deck("oak"), MADE, MADE.items())}
    assert found["clover"].text == "Clover can begin beside HOME."
    assert found["hare"].text == "Hare can live on Oak."
    assert not {"horse", "owl", "fire", "wood", "fox", "home"} & found.keys()


def test_P21_habitats_are_suggested_where_they_help_and_the_rules_have_them():
    lost = {each.key: each for each in suggest(deck("oak", V13, starter="dune"), MADE, MADE.items())}
    assert "wood" not in lost
    oasis = {**MADE, "oasis": {**MADE["wood"], "name": "Oasis", "terrains": ["desert", "forest"],
                               "climates": ["hot", "cool"]}}  # fmt: skip
    found = suggest(deck("oak", V13, starter="dune"), oasis, oasis.items())
    assert (found[0].key, found[0].code, found[0].helps) == ("oasis", "orphan", ("oak",))


def test_suggestions_do_not_hang_on_the_order_of_candidates():
    contents = without("wadden-sea", 2)
    candidates = list(CARDS.items())
    found = suggest(contents, CARDS, candidates)
    Random(5).shuffle(candidates)
    assert suggest(contents, CARDS, candidates) == found


def test_a_deck_without_weakness_needs_nothing():
    assert not weaknesses(READY["arctic-tundra"], CARDS)
    assert not suggest(READY["arctic-tundra"], CARDS, CARDS.items())


@pytest.mark.django_db
def test_candidates_are_searched_for_in_the_database():
    load_card_set()
    for slug in ("arctic-tundra", "wadden-sea", "european-city"):
        contents = without(slug, 2)
        cards = definitions_of(contents)
        assert cards == {key: CARDS[key] for key in {*contents.cards, contents.starter} - {""}}
        for weakness in weaknesses(contents, cards):
            assert CardSearch(weakness.search, rules=contents.rules).count
        found = suggestions(contents, cards)
        assert found
        assert found[0].code == suggest(contents, CARDS, CARDS.items())[0].code
    events = common_events()
    assert len(events) == COMMON_EVENTS
    assert all(CARDS[key]["kind"] == "event" for key in events)
    assert events[0] == "wind"
    assert Deck.objects.count() == len(READY)
