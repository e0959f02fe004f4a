"""A person's page, as everybody may see it."""

import itertools

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.models import Match, Player
from games.matches.services.players import resign
from tests.factories import deal
from tests.members import person, signed_in


def page_of(name: str, client: Client | None = None, **query):
    return (client or Client()).get(reverse("person", args=[name]), query)


def finished(mine: Player, opponent: Player | None = None, *, loser: int = 1) -> Match:
    match = deal(mine, opponent=opponent)
    resign(match_id=match.pk, seat=loser, key="r")
    match.refresh_from_db()
    return match


def test_matches_and_counts(ada, ben):
    mine, bens = Player.objects.create(user=ada), Player.objects.create(user=ben)
    finished(mine)
    finished(mine, loser=0)
    finished(mine, bens, loser=0)
    Match.objects.filter(pk=finished(bens, mine).pk).update(winner="draw")
    deal(mine)
    Match.objects.update(public=True)
    response = page_of("Ada")
    bots, people, _alone = response.context["tallies"]
    assert (bots.won, bots.drawn, bots.lost, bots.played) == (1, 0, 1, 2)
    assert (people.won, people.drawn, people.lost) == (0, 1, 1)
    assert [row.how for row in response.context["matches"]] == ["drawn", "lost", "lost", "won"]
    page = response.content.decode()
    assert ('href="/people/Ben/"' in page, "Normal (computer)" in page, "ended by giving up" in page) == (
        True,
    ) * 3
    bots, people, _alone = page_of("Ben").context["tallies"]
    assert (bots.played, people.won, people.drawn) == (0, 1, 1)


def test_what_is_private_stays_so(ada, ben):
    finished(Player.objects.create(user=ada))
    for client in (Client(), signed_in(ben)):
        page = page_of("Ada", client).content.decode()
        assert ("ada@example.org" in page, ">Account</a>" in page.split("<main")[1]) == (False, False)
    assert ">Account</a>" in page_of("Ada", signed_in(ada)).content.decode().split("<main")[1]


def test_replays_open_for_those_who_played(ada, ben):
    match = finished(Player.objects.create(user=ada), Player.objects.create(user=ben))
    link = reverse("match-replay", args=[match.pk])
    for client in (signed_in(ada), signed_in(ben)):
        assert link in page_of("Ada", client).content.decode()
        assert client.get(link).status_code == 200


def test_private_matches_count_for_everybody_and_are_listed_for_who_sat_there(ada, ben):
    mine, bens = Player.objects.create(user=ada), Player.objects.create(user=ben)
    carl = person("Carl")
    Player.objects.create(user=carl)
    private, public = finished(mine, bens), finished(mine, bens)
    Match.objects.filter(pk=public.pk).update(public=True)
    bot = finished(mine)
    for client, listed in (
        (signed_in(ada), [bot, public, private]),
        (signed_in(ben), [public, private]),
        (signed_in(carl), [public]),
        (Client(), [public]),
    ):
        response = page_of("Ada", client)
        assert [row.match for row in response.context["matches"]] == [each.pk for each in listed]
        assert [tally.played for tally in response.context["tallies"][:2]] == [1, 2]
        unlisted = 3 - len(listed)
        assert response.context["unlisted"] == unlisted
        assert ("not listed" in response.content.decode()) == bool(unlisted)
    response = page_of("Ben", signed_in(carl))
    assert [row.match for row in response.context["matches"]] == [public.pk]
    Match.objects.update(public=False)
    assert "None yet." not in page_of("Ada").content.decode()


def test_running_matches_are_not_shown(ada):
    match = deal(Player.objects.create(user=ada))
    for client in (Client(), signed_in(ada)):
        assert str(match.pk) not in page_of("Ada", client).content.decode()


def test_public_matches_are_for_everybody_to_watch(ada, ben):
    mine, bens = Player.objects.create(user=ada), Player.objects.create(user=ben)
    over, running = finished(mine, bens), deal(mine, opponent=bens)
    Match.objects.update(public=True)
    page = page_of("Ada").content.decode()
    assert reverse("match-replay", args=[over.pk]) in page
    assert f'href="{reverse("match", args=[running.pk])}"' in page
    assert "Playing now" in page


def test_how_matches_ended(ada, ben):
    mine = Player.objects.create(user=ada)
    for ending in ("time", "agreed"):
        Match.objects.filter(pk=finished(mine).pk).update(ending=ending, public=True)
    page = page_of("Ada").content.decode()
    assert ("ended by the clock" in page, "draw agreed" in page, "ended by giving up" in page) == (
        True,
        True,
        False,
    )


def test_ratings_with_the_line_that_they_went(ada, ben):
    mine, bens = Player.objects.create(user=ada), Player.objects.create(user=ben)
    assert "Ratings" not in page_of("Ada").content.decode()
    for loser in (1, 1, 0):
        match = deal(mine, opponent=bens)
        Match.objects.filter(pk=match.pk).update(rated=True, public=True)
        resign(match_id=match.pk, seat=loser, key="r")
    response = page_of("Ada")
    [line] = response.context["ratings"]
    changes = [row.gain for row in reversed(response.context["matches"])]
    assert line.version == "Short game (V1.4a)"
    assert (line.games, line.rating.games, line.rating.provisional) == (3, 3, True)
    assert line.numbers[0] == 1500
    assert [after - before for before, after in itertools.pairwise(line.numbers)] == changes
    assert (line.points.count(","), line.low, line.high) == (4, 1500, max(line.numbers))
    page = response.content.decode()
    assert (f">{line.rating.shown}</b>" in page, "3 rated games" in page) == (True, True)
    assert "<polyline" in page


def test_somebody_else_can_be_challenged(ada, ben):
    link = "/lobby/?to=Ada#new"
    for client in (Client(), signed_in(ben)):
        assert link in page_of("Ada", client).content.decode()
    assert link not in page_of("Ada", signed_in(ada)).content.decode()


def test_the_list_goes_on_over_pages(ada, django_assert_max_num_queries):
    mine = Player.objects.create(user=ada)
    for _match in range(22):
        finished(mine)
    Match.objects.update(public=True)
    with django_assert_max_num_queries(12):
        first = page_of("Ada")
    second = page_of("Ada", page="2")
    assert (len(first.context["matches"]), len(second.context["matches"])) == (20, 2)
    assert 'href="?page=2"' in first.content.decode()
    assert 'href="?" rel="prev"' in second.content.decode()
    times = [row.at for response in (first, second) for row in response.context["matches"]]
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize("page", ["0", "2", "-1", "x", "", "²", "9999999999"])
def test_pages_that_there_are_not(ada, page):
    assert page_of("Ada", page=page).status_code == 404


@pytest.mark.parametrize("path", ["/people/Nobody/", "/people/%00/", "/people/ada@example.org/", "/people/"])
def test_people_that_there_are_not(ada, path):
    assert Client().get(path).status_code == 404


def test_one_address_a_person(ada):
    response = page_of("aDA")
    assert (response.status_code, response["Location"]) == (302, "/people/Ada/")


def test_who_was_shut_out_has_no_page(ada):
    ada.is_active = False
    ada.save()
    assert page_of("Ada").status_code == 404


def test_names_are_text(ada):
    ada.display_name = "<b>Ada</b>"
    ada.save()
    page = page_of("Ada", signed_in(ada)).content.decode()
    assert ("<b>Ada</b>" in page, "&lt;b&gt;Ada&lt;/b&gt;" in page) == (False, True)
