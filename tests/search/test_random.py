"""The search against the plain filter: the same cards in the same order, on every database."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from django.db import connection

from cards.models import Card, CardRevision
from cards.search.indexed import IndexedVocabulary
from cards.search.services.search import FIELDS, CardSearch, QueryError
from cards.search.vocabulary import Vocabulary
from cards.services.publishing import store_cards
from cards.services.version import Version
from tests.cards.generated import generated_cards
from tests.search.plain_filter import All, Not, Some, Term, World, fold, found, in_order, is_pattern, text_of
from tests.search.random_queries import SORTS, Questions, terms_in

SHARES, QUERIES, BOTH = 4, 250, 40
SLIPS = (
    "hrose", "bald egle", "qxzzqjxk", "blac", "a", "e or a", "ae", "name:o", "latin=x", "woodpekcer", "wolf*",
)  # fmt: skip
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


@pytest.fixture
def known(world) -> IndexedVocabulary:
    return IndexedVocabulary.build(Version.now())


def test_both_ways_to_answer_say_the_same(world, known, monkeypatch):
    compare([*SLIPS, *texts(world, 11, BOTH)], known, monkeypatch)
    for word in ("hor", "black", "b", "zz"):
        plain = Vocabulary(Version.now())
        for field in FIELDS:
            assert known.values(field, word) == plain.values(field, word), (field.name, word)


def test_the_index_follows_changes(world, known, monkeypatch):
    """Cards are renamed, retired, added, and changed by a machine whose clock is late."""
    rng = Random(5)
    for number in range(4):
        cards = rng.sample(list(Card.objects.filter(source="generated")), 3)
        made = list(generated_cards(2, seed=100 + number))
        cards[0].name, cards[0].points = made[0].name, 3
        cards[1].retired = not cards[1].retired
        cards[1].save()
        cards[2].latin_name, cards[2].terrain_mask, cards[2].tags = "Novus novus", 1 + number, ["new tag"]
        for card in made:
            card.key += f"-{number}"
        store_cards([cards[0], cards[2], *made])
        if number == 3:
            late = [cards[0].pk, cards[2].pk]
            Card.objects.filter(pk__in=late).update(changed_at=cards[0].added_at)
        before, known = known, known.followed(Version.now())
        assert known is not None
        assert len(known.index.cards) == Card.objects.count() == len(before.index.cards) + 2
        asked = [made[0].name, "novus", "tag:new", "is:species", *SLIPS[:4], *texts(world, number, 3)]
        compare(asked, known, monkeypatch)


def test_a_deletion_is_no_change_that_can_be_followed(world, known):
    card = Card.objects.filter(source="generated").first()
    CardRevision.objects.filter(card=card)._raw_delete(connection.alias)
    Card.objects.filter(pk=card.pk)._raw_delete(connection.alias)
    Card.objects.exclude(pk=card.pk).first().save()
    assert known.followed(Version.now()) is None


def texts(world: World, seed: int, number: int) -> list[str]:
    questions, rng = questions_of(world, seed), Random(seed)
    orders = [f"sort:{rng.choice(('', '-'))}{rng.choice(SORTS)}" for _ in range(number)]
    return [f"{text_of(questions.question())} {order}" for order in orders]


def compare(asked: Sequence[str], known: IndexedVocabulary, monkeypatch) -> None:
    """Each text is answered by the index and by the database."""
    plain = Vocabulary(Version.now())
    for text in asked:
        assert said(text, known, monkeypatch) == said(text, plain, monkeypatch), text


def said(text: str, known: Vocabulary, monkeypatch) -> object:
    """All that a search says."""
    monkeypatch.setattr("cards.search.services.search.vocabulary", lambda: known)
    try:
        search = CardSearch(text)
    except QueryError as error:
        return error.message, error.mended
    pages = [[card.key for card in search.page(number, size)] for number, size in ((1, 60), (2, 7), (4, 50))]
    words = search.total, search.corrections, search.mended, search.surprise(3)
    return search.count, search.facets(), pages, words, walked(search)


def walked(search: CardSearch) -> object:
    """Slices behind each other, and the cards beside those where one begins."""
    cursor, found = None, []
    for size in (3, 40):
        part = search.slice_after(cursor, size)
        cursor = part.next
        found.append(([card.key for card in part.cards], cursor))
        found += [search.neighbours(card.key) for card in part.cards[:1]]
        if cursor is None:
            break
    return found
