"""The service: pages, cursors, neighbours, orders, and how often it asks the database."""

import base64
import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards.models import Card
from cards.search.services.search import CardSearch
from cards.services.publishing import store_cards
from phylo.http.problems import CursorError
from tests.cards.generated import generated_cards
from tests.factories import CardFactory
from tests.search.random_queries import SORTS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("sort", [*SORTS, *(f"-{sort}" for sort in SORTS)])
@pytest.mark.parametrize("text", ["", "fox or points>=4"])
def test_pages_and_cursors_walk_through_everything_once(world, text, sort):
    search = CardSearch(f"{text} sort:{sort}")
    expected = search.card_keys()
    pages = [card.key for number in range(1, search.pages(190) + 1) for card in search.page(number, 190)]
    walked, cursor = [], None
    while True:
        part = CardSearch(search.text).slice_after(cursor, size=170)
        walked += [card.key for card in part.cards]
        cursor = part.next
        if cursor is None:
            break
    assert pages == walked == expected
    assert len(set(expected)) == search.count


def test_a_cursor_is_given_only_if_something_follows(world):
    search = CardSearch("in:african-savanna")
    assert search.slice_after(None, size=search.count).next is None
    first = search.slice_after(None, size=search.count - 1)
    assert first.next is not None
    rest = search.slice_after(first.next, size=5)
    assert (len(rest.cards), rest.next) == (1, None)
    assert CardSearch("points>99").slice_after().next is None


def test_a_cursor_holds_its_place_when_cards_come_and_go(world):
    search = CardSearch("kind:event")
    expected, first = search.card_keys(), search.slice_after(None, size=10)
    CardFactory(key="aaa", name="Aaa", event=True)
    rest = CardSearch("kind:event").slice_after(first.next, size=200)
    assert [card.key for card in first.cards + rest.cards] == expected


def cursor_of(*values) -> str:
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    ["", "x", "é", "\0", "====", "a" * 5000, cursor_of(), cursor_of("name"), cursor_of("name", False),
     cursor_of("name", False, None), cursor_of("name", False, 5), cursor_of("name", False, ["a"]),
     cursor_of("name", True, "a"), cursor_of("points", False, 5, "a"), cursor_of("name", False, "a", "b"),
     cursor_of({"name": False}), base64.urlsafe_b64encode(b"[" * 3000).decode(),
     base64.urlsafe_b64encode(b"7").decode(), base64.urlsafe_b64encode(b"\xff\xff").decode()],
    ids=range(19),
)  # fmt: skip
def test_a_broken_cursor_is_refused(world, cursor):
    with pytest.raises(CursorError):
        CardSearch("").slice_after(cursor)


@pytest.mark.parametrize(
    ("sort", "values"),
    [("points", [10**9, "a"]), ("points", [True, "a"]), ("points", ["5", "a"]), ("new", ["yesterday", "a"]),
     ("new", ["2026-01-01T00:00:00", "a"]), ("new", [5, "a"]), ("latin", [5, "a"]), ("name", ["\ud800"])],
)  # fmt: skip
def test_a_forged_cursor_is_refused(world, sort, values):
    with pytest.raises(CursorError):
        CardSearch(f"sort:{sort}").slice_after(cursor_of(sort, False, *values))


@pytest.mark.parametrize(("number", "size"), [(0, 60), (-1, 60), (1, 0), (1, 201)])
def test_what_is_no_page_is_refused(world, number, size):
    with pytest.raises(ValueError, match="page"):
        CardSearch("").page(number, size)


def test_behind_the_last_page_is_nothing(world):
    search = CardSearch("in:african-savanna")
    assert search.pages() == 1
    assert search.page(2) == []
    assert search.page(10**18) == []
    assert CardSearch("points>99").pages() == 1


@pytest.mark.parametrize("sort", ["name", "points", "-scale", "relevance", "latin", "-new"])
def test_neighbours_are_the_cards_before_and_after(world, sort):
    search = CardSearch(f"wolf or fox or terrain:tundra sort:{sort}")
    keys = search.card_keys()
    for place in (0, 1, len(keys) // 2, len(keys) - 1):
        beside = search.neighbours(keys[place])
        assert beside.position == place + 1
        assert (beside.previous.key if beside.previous else None) == (keys[place - 1] if place else None)
        assert (beside.next.key if beside.next else None) == (
            keys[place + 1] if place + 1 < len(keys) else None
        )
    assert search.neighbours("horse").position is None
    assert search.neighbours("no-such-card").previous is None


def test_relevance_puts_the_name_first(world):
    for key, name, latin in (
        ("z1", "Tern", "Sterna alba"),
        ("z2", "Tern of the North", "Sterna borealis"),
        ("z3", "Arctic Tern", "Sterna paradisaea"),
        ("z4", "Bitterns", "Botaurus"),
        ("z5", "Aaa", "Ternstroemia"),
    ):
        CardFactory(key=key, name=name, latin_name=latin)
    found = [key for key in CardSearch("tern").card_keys() if key in ("z1", "z2", "z3", "z4", "z5")]
    assert found == ["z1", "z2", "z3", "z4", "z5"]
    assert [key for key in CardSearch("tern sort:-relevance").card_keys() if key in found][:1] == ["z5"]


def test_accents_and_letters_of_other_languages(world):
    CardFactory(key="ö1", name="Łódź Øresund Æsop’s Straße", latin_name="Ærugo naïve")
    for text in ("lodz", "ŁÓDŹ", "oresund", "æsops", "aesop's", "strasse", "STRASSE", "naive", "NAÏVE"):
        assert "ö1" in CardSearch(text).card_keys(), text


def test_surprise_is_a_card_of_the_result(world):
    search = CardSearch("in:african-savanna")
    seen = {search.surprise(seed).key for seed in range(60)}
    assert seen <= set(search.card_keys())
    assert len(seen) > 5
    assert search.surprise(7).key == search.surprise(7).key
    assert CardSearch("points>99").surprise() is None


def test_the_menu_of_orders(world):
    choices = {choice.name: choice for choice in CardSearch("terrain:forest sort:points").sorts()}
    assert [name for name, choice in choices.items() if choice.chosen] == ["points"]
    assert choices["points"].query == "terrain:forest sort:-points"
    assert choices["name"].query == "terrain:forest"
    assert "relevance" not in choices
    for choice in CardSearch("wolf").sorts():
        assert CardSearch(choice.query).sort == choice.name


def test_terms_can_be_taken_away(world):
    terms = CardSearch("wolf -is:invasive (fox or deer) sort:points").terms
    assert [term.text for term in terms] == ["wolf", "-is:invasive", "(fox or deer)", "sort:points"]
    assert [term.column for term in terms] == [1, 6, 19, 33]
    assert terms[1].query_without == "wolf (fox or deer) sort:points"
    assert terms[3].query_without == "wolf -is:invasive (fox or deer)"


@pytest.mark.parametrize(
    ("text", "most"),
    [("", 8), ("terrain:forest", 8), ("hrose", 8), ("diet:herbivore scale<=6 kingdom:animalia", 12),
     ("eats:horse eatenby:lynx in:african-savanna set:core", 14)],
)  # fmt: skip
def test_a_search_takes_a_bounded_number_of_queries(world, text, most):
    with CaptureQueriesContext(
        connection,
    ) as few:
        look_at(text, 5)
    with CaptureQueriesContext(connection) as many:
        look_at(text, 200)
    assert len(many) <= len(few) <= most + 6  # what is kept of the card set is read the first time
    assert len(many) <= most


def look_at(text: str, size: int) -> None:
    search = CardSearch(text)
    for card in search.page(1, size):
        assert card.card_set.name
        card.as_face()
    assert search.count <= search.total
    assert search.facets()
    assert search.sentence


def test_new_words_are_known_at_once(world):
    assert CardSearch("zyzzyva").corrections == []
    assert CardSearch("zyzzyva").count == 0
    store_cards([Card(key="zyzzyva", name="Zyzzyva", kind="home", card_set_id="core")])
    assert CardSearch("zyzzyva").count == 1
    assert CardSearch("zyzyzva").corrections[0].taken == ["zyzzyva"]
    assert CardSearch("").total == len(world.cards) + 1


def test_storing_many_cards_at_once(world):
    cards = list(generated_cards(300, seed=9))
    assert str(store_cards(cards)) == "300 created, 0 changed, 0 unchanged"
    ids = dict(Card.objects.values_list("key", "pk"))
    before = Card.objects.get(key=cards[0].key)
    again = list(generated_cards(300, seed=9))
    again[0].fact = "Changed."
    with CaptureQueriesContext(connection) as queries:
        assert str(store_cards(again)) == "0 created, 1 changed, 299 unchanged"
    assert len(queries) <= 8
    after = Card.objects.get(key=cards[0].key)
    assert dict(Card.objects.values_list("key", "pk")) == ids
    assert (after.fact, after.added_at) == ("Changed.", before.added_at)
    assert after.changed_at > before.changed_at
    assert "changed" in after.fact_text
