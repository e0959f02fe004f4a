"""Sets in lists and on their page: what is shown of how many, and how often the database is asked."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cards.models import Builder, Card, Visibility
from cards.sets import services
from cards.sets.models import Collection
from cards.sets.pages import lists
from tests.factories import CardFactory
from tests.sets.conftest import Class


@pytest.fixture
def many(pond: Class) -> Class:
    """The owner has 12 sets more, each of four cards, and shows them to everybody."""
    owner = pond.people["owner"]
    cards = [
        *Card.objects.filter(key__in=["clover", "nettle"]),
        CardFactory(key="sage"),
        CardFactory(key="fern"),
    ]
    for number in range(12):
        made = services.create_set(owner=owner, name=f"Wood {number:02}")
        for card in cards:
            services.put_card(collection_id=made.pk, builder=Builder(user=owner), card=card)
    Collection.objects.update(visibility=Visibility.PUBLIC)
    return pond


def asked(client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_however_many_sets_there_are_the_list_asks_as_often(many: Class):
    """Accounts, and twice (one's own, public ones): how many, which, their cards and faces."""
    client = many.client("owner")
    all_of_them = asked(client, reverse("sets"))
    Collection.objects.exclude(name="Wood 00").delete()
    assert asked(client, reverse("sets")) == all_of_them <= 16


def test_a_tile_shows_the_first_three_cards_and_counts_all(many: Class, client):
    card = many.make("member")
    services.show_card(card_id=card.pk, builder=many.builders["owner"], shown=True)
    many.make("guest")
    shown = {tile["set"].name: tile for tile in client.get(reverse("sets")).context["tiles"]}
    wood, pond = shown["Wood 00"], shown["Pond of class 5b"]
    assert (wood["count"], [face["key"] for face in wood["faces"]]) == (4, ["clover", "nettle", "sage"])
    assert (pond["count"], pond["faces"]) == (1, []), "what waits is not counted"


def test_ones_own_sets_come_in_pages(many: Class, monkeypatch):
    monkeypatch.setattr(lists, "PAGE", 5)
    client = many.client("owner")
    first = client.get(reverse("sets"), {"q": "wood", "page": 2})
    assert [tile["set"].name for tile in first.context["own_tiles"]][:2] == ["Pond of class 5b", "Wood 00"]
    assert 'href="?q=wood&amp;page=2&amp;mine=2"' in first.content.decode()
    last = client.get(reverse("sets"), {"mine": 3})
    assert [tile["set"].name for tile in last.context["own_tiles"]] == ["Wood 09", "Wood 10", "Wood 11"]
    assert client.get(reverse("sets"), {"mine": "x"}).status_code == 404


@pytest.mark.parametrize("actor", ["owner", "editor", "member", "guest", "reviewer"])
def test_a_set_asks_once_who_reads_it(many: Class, actor: str):
    many.seen_by("public")
    for name in ("editor", "member", "guest"):
        many.make(name)
    client = many.client(actor)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(reverse("set", args=[many.set.slug])).status_code == 200
    alone = [
        each["sql"] for each in queries if 'FROM "cards_collectionperson"' in each["sql"].split("WHERE")[0]
    ]
    # The editors are told besides what the guests are called.
    assert len(alone) <= (1 if actor in ("member", "guest", "reviewer") else 2)
    assert len(queries) <= 12
