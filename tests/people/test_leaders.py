"""Leaderboards: who is on them, in which order, and one's own rank."""

import pytest
from django.test import Client

from games.matches.models import Player
from games.people.models import PROVISIONAL, Rating
from phylo.accounts.models import User

OLD = "phylo-1.3"


def rated(name: str, ordinal: float, *, games: int = PROVISIONAL, rules: str = "phylo-1.4a") -> Client:
    user, _new = User.objects.get_or_create(username=name)
    player, _new = Player.objects.get_or_create(user=user)
    Rating.objects.create(player=player, rules=rules, mu=ordinal + 6, sigma=2, ordinal=ordinal, games=games)
    client = Client()
    client.force_login(user)
    return client


def bot(level: str, ordinal: float, games: int = PROVISIONAL) -> None:
    Rating.objects.create(
        bot=level, rules="phylo-1.4a", mu=ordinal + 6, sigma=2, ordinal=ordinal, games=games
    )


def board(client=None, **query):
    response = (client or Client()).get("/leaders/", query, HTTP_ACCEPT="application/json")
    assert response.status_code == 200
    return response.json()


def names(rows) -> list[str]:
    return [row["name"] for row in rows]


def page(client=None, **query) -> str:
    return (client or Client()).get("/leaders/", query).content.decode()


@pytest.mark.django_db
def test_the_best_first_bots_among_them_and_marked():
    rated("Ada", 20)
    rated("Ben", 24)
    bot("greedy", 22)
    bot("random", 1, games=3)
    found = board()
    assert [(row["place"], row["name"], row["bot"]) for row in found["leaders"]] == [
        (1, "Ben", None), (2, "Normal", "greedy"), (3, "Ada", None),
    ]  # fmt: skip
    assert names(found["provisional"]) == ["By chance"]
    words = page()
    assert ("The computer (Normal)" in words, words.count(">program<")) == (True, 2)
    assert 'href="/people/Ben/"' in words


@pytest.mark.django_db
def test_provisional_ratings_stand_apart():
    rated("Ada", 20, games=PROVISIONAL - 1)
    rated("Ben", 10)
    found = board()
    assert (names(found["leaders"]), names(found["provisional"])) == (["Ben"], ["Ada"])


@pytest.mark.django_db
def test_each_rule_set_has_its_own():
    rated("Ada", 20, rules=OLD)
    rated("Ada", 10, games=1)
    assert names(board(rules=OLD)["leaders"]) == ["Ada"]
    assert names(board()["leaders"]) == []


@pytest.mark.django_db
def test_who_left_or_was_shut_out_is_not_listed():
    rated("Ada", 20)
    rated("Ben", 21)
    User.objects.filter(username="Ben").update(is_active=False)
    Player.objects.filter(user__username="Ada").update(user=None, former=True)
    assert names(board()["leaders"]) == []


@pytest.mark.django_db
def test_ones_own_place_is_told_on_every_page():
    for number in range(55):
        rated(f"Person{number}", 30 - number / 10)
    ada = rated("Ada", 1)
    found = board(ada, page="2")
    assert (len(board()["leaders"]), len(found["leaders"]), found["pages"]) == (50, 6, 2)
    assert [(row["place"], row["name"]) for row in found["leaders"] if row["you"]] == [(56, "Ada")]
    first = page(ada)
    assert "You are number <b>56</b>" in first
    assert "page=2" in first
    assert "Go there" not in page(ada, page="2")
    assert "You are number" not in page()


@pytest.mark.django_db
def test_a_provisional_rating_says_for_how_long():
    ada = rated("Ada", 10, games=PROVISIONAL - 2)
    assert "provisional for 2 more games" in page(ada)


@pytest.mark.django_db
def test_equals_share_no_place():
    ada, ben = rated("Ada", 10), rated("Ben", 10)
    assert "You are number <b>1</b>" in page(ada)
    assert "You are number <b>2</b>" in page(ben)


@pytest.mark.django_db
def test_an_empty_board():
    assert "Nobody has 10 rated games yet." in page()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query", [{"rules": "chess"}, {"page": "0"}, {"page": "2"}, {"page": "x"}, {"new": "²"}, {"new": "99"}]
)
def test_boards_that_there_are_not(query):
    assert Client().get("/leaders/", query).status_code == 404


@pytest.mark.django_db
def test_it_costs_the_same_for_many(django_assert_max_num_queries):
    for number in range(20):
        rated(f"Person{number}", 30 - number, games=number)
    with django_assert_max_num_queries(6):
        page()
