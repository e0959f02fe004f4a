"""The search against the plain filter: the same cards in the same order, on every database."""

from collections import Counter
from random import Random

import pytest

from cards.services.search import FIELDS, CardSearch
from tests.cards.plain_filter import All, Not, Some, Term, World, fold, found, in_order, is_pattern, text_of
from tests.cards.random_queries import SORTS, Questions, terms_in

SHARES, QUERIES = 4, 250
pytestmark = pytest.mark.django_db


def questions_of(world: World, share: int) -> Questions:
    rng = Random(share)
    real = [card for card in world.cards if card.source != "generated"]
    return Questions(rng, world.cards, sorted(world.decks), rng.sample(real, 25))


@pytest.mark.parametrize("share", range(SHARES))
def test_random_queries_find_what_the_plain_filter_finds(world, share):
    questions = questions_of(world, share)
    rng = questions.rng
    for number in range(QUERIES):
        question = questions.question()
        world.rules = rng.choice(("1.4a", "1.3"))
        sort, turned = rng.choice(SORTS), rng.random() < 0.3
        text = f"{text_of(question)} rules:{world.rules} sort:{'-' if turned else ''}{sort}"
        search = CardSearch(text)
        cards = in_order(found(question, world), sort, turned=turned, words=searched(question))
        expected = [card.key for card in cards]
        assert search.card_keys() == expected, text
        assert not search.corrections, text
        if number % 10 == 0:
            assert search.count == len(expected), text
            assert [card.key for card in search.page(2, 7)] == expected[7:14], text


def test_the_random_queries_use_every_field_with_every_operator(world):
    used: Counter[tuple[str, str]] = Counter()
    for share in range(SHARES):
        questions = questions_of(world, share)
        for _number in range(QUERIES):
            used.update((term.name, term.operator) for term in terms_in(questions.question()))
    asked = [field for field in FIELDS if field.nature not in ("rules", "sort")]
    assert {(field.name, operator) for field in asked for operator in field.operators} == {
        pair for pair, times in used.items() if pair[0] and times >= 3
    }


def searched(question) -> list[tuple[str, ...]]:
    """The words of the top level, each once, as the order by relevance reads them."""
    parts = question.parts if isinstance(question, All) else () if isinstance(question, Some) else (question,)
    parts = [
        part.part.part if isinstance(part, Not) and isinstance(part.part, Not) else part for part in parts
    ]
    terms = [part for part in parts if isinstance(part, Term) and part.operator != "!="]
    named = [term for term in terms if term.name in ("", "name") and not any(map(is_pattern, term.values))]
    return list(dict.fromkeys(tuple(dict.fromkeys(map(fold, term.values))) for term in named))
