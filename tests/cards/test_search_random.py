"""The search against the plain filter: the same cards in the same order, on every database."""

from random import Random

import pytest

from cards.services.search import CardSearch
from tests.cards.plain_filter import All, Some, Term, fold, holds, in_order, text_of
from tests.cards.random_queries import SORTS, Questions

QUERIES = 2000
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("share", range(8))
def test_random_queries_find_what_the_plain_filter_finds(world, share):
    rng = Random(share)
    real = [card for card in world.cards if card.source != "generated"]
    questions = Questions(rng, world.cards, sorted(world.decks), rng.sample(real, 25))
    for number in range(QUERIES // 8):
        question = questions.question()
        world.rules = rng.choice(("1.4a", "1.3"))
        sort, turned = rng.choice(SORTS), rng.random() < 0.3
        text = f"{text_of(question)} rules:{world.rules} sort:{'-' if turned else ''}{sort}"
        search = CardSearch(text)
        found = [card for card in world.cards if holds(question, card, world)]
        expected = [card.key for card in in_order(found, sort, turned=turned, words=searched(question))]
        assert search.card_keys() == expected, text
        assert not search.corrections, text
        if number % 10 == 0:
            assert search.count == len(expected), text
            assert [card.key for card in search.page(2, 7)] == expected[7:14], text


def searched(question) -> list[tuple[str, ...]]:
    """The words of the top level, each once, as the order by relevance reads them."""
    parts = question.parts if isinstance(question, All) else () if isinstance(question, Some) else (question,)
    terms = [part for part in parts if isinstance(part, Term) and part.operator != "!="]
    return list(dict.fromkeys(tuple(map(fold, term.values)) for term in terms if term.name in ("", "name")))
