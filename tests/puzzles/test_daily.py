"""The puzzle of the day: one a day, the same for everybody; its page, picture, feeds and API; streaks."""

import json
import struct
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from games.matches.models import Player
from games.matches.services.site_clock import site_time
from games.people.models import Rating
from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleAttempt
from games.puzzles.services import daily
from games.puzzles.services.runs import day_of
from phylo.accounts.models import Guest
from tests.members import client_of
from tests.puzzles.puzzles import a_puzzle

DAY = date(2026, 11, 23)
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def at(monkeypatch):
    """Sets the time of the site."""

    def set_to(moment: datetime) -> None:
        monkeypatch.setattr(site_time, "wall", lambda: moment)
        monkeypatch.setattr(site_time, "last", None)

    set_to(datetime(2026, 11, 23, 12, tzinfo=UTC))
    return set_to


def chosen(day: date) -> str:
    return daily.puzzle_of(day, today=day).puzzle.key


def took_part(player: Player, row: DailyPuzzle, ended: datetime, result: str = "failed") -> None:
    PuzzleAttempt.objects.create(puzzle=row.puzzle, player=player, rated=False, result=result, ended=ended)


def test_a_year_of_days_has_no_puzzle_twice_and_alternates_the_rules(db, monkeypatch):
    monkeypatch.setattr(daily, "YEAR", timedelta(days=60))
    for number in range(130):
        rules = ("phylo-1.3", "phylo-1.4a")[number % 2]
        Puzzle.objects.create(key=f"puzzle-{number}", rules=rules, length=1 + number % 3, content={})
    days = [DAY + timedelta(days=number) for number in range(90)]
    rows = [daily.puzzle_of(day, today=day) for day in days]
    for first in range(30):
        assert len({row.puzzle_id for row in rows[first : first + 60]}) == 60
    assert all(one.puzzle.rules != next_.puzzle.rules for one, next_ in pairwise(rows))


def test_a_day_keeps_its_puzzle_whatever_is_added_or_withdrawn(db):
    for number in range(8):
        a_puzzle(f"puzzle-{number}")
    first = chosen(DAY)
    Puzzle.objects.filter(key=first).update(listed=False)
    for number in range(8, 40):
        a_puzzle(f"puzzle-{number}")
    assert chosen(DAY) == first
    # What is not offered any more comes on no other day; and the choice is the day's, not that of chance.
    later = DAY + timedelta(days=1)
    again = chosen(later)
    DailyPuzzle.objects.filter(day=later).delete()
    assert first != again == chosen(later)


def test_who_opens_the_puzzle_of_a_day_finds_it_though_it_is_withdrawn(db, client, ada):
    past, to_come = a_puzzle("past"), a_puzzle("to-come")
    for day, puzzle in ((date(2020, 1, 1), past), (date(9999, 1, 1), to_come)):
        DailyPuzzle.objects.create(day=day, puzzle=puzzle)
    Puzzle.objects.update(listed=False)
    for who in (client, client_of(ada)):
        opened = [who.get(reverse("puzzle", args=[each.key])).status_code for each in (past, to_come)]
        assert opened == [200, 404]


def test_it_is_of_medium_difficulty_and_comes_again_only_when_all_have_come(db):
    for number in range(8):
        a_puzzle(f"puzzle-{number}")
        Rating.objects.filter(puzzle__key=f"puzzle-{number}").update(mu=20 + number)
    days = [DAY + timedelta(days=number) for number in range(9)]
    keys = [chosen(day) for day in days]
    assert {*keys[:4]} == {"puzzle-2", "puzzle-3", "puzzle-4", "puzzle-5"}
    assert len({*keys[:8]}) == 8
    assert keys[8] == keys[0]


def test_days_to_come_and_days_without_one_are_not_found(db, client, at):
    assert client.get(reverse("puzzle-of-today")).status_code == 404
    a_puzzle()
    assert client.get(reverse("puzzle-of-today")).status_code == 200
    assert client.get(reverse("puzzle-of-day", args=[DAY])).status_code == 200
    for day in ("2026-11-24", "2026-11-22", "2026-02-30", "9999-12-31"):
        assert client.get(f"/puzzles/daily/{day}/").status_code == 404
        assert client.get(f"/puzzles/daily/{day}/0-1200.png").status_code == 404
        assert client.get(f"/api/v1/puzzles/daily/?day={day}").status_code in (400, 404)
    assert DailyPuzzle.objects.count() == 1


@override_settings(TIME_ZONE="Europe/Berlin")
def test_the_day_changes_at_midnight_of_the_site_and_lasts_as_long_as_its_clocks_say(db, client, at):
    """In the night to 26 October 2026 the clocks go back at three; the day before has 25 hours."""
    a_puzzle("one"), a_puzzle("two")
    for moment, day in (
        (datetime(2026, 10, 24, 21, 59, 59, tzinfo=UTC), date(2026, 10, 24)),
        (datetime(2026, 10, 24, 22, 0, tzinfo=UTC), date(2026, 10, 25)),
        (datetime(2026, 10, 25, 22, 59, 59, tzinfo=UTC), date(2026, 10, 25)),
        (datetime(2026, 10, 25, 23, 0, tzinfo=UTC), date(2026, 10, 26)),
    ):
        at(moment)
        assert day_of(moment) == day
        assert client.get("/api/v1/puzzles/daily/").json()["day"] == day.isoformat()
        assert client.get(f"/puzzles/daily/{day + timedelta(days=1)}/").status_code == 404
    assert daily.begins(date(2026, 10, 26)) - daily.begins(date(2026, 10, 25)) == timedelta(hours=25)
    assert daily.begins(date(2026, 3, 30)) - daily.begins(date(2026, 3, 29)) == timedelta(hours=23)


def test_a_streak_counts_days_of_taking_part_and_forgives_one_missed(ada, ben):
    for number in range(12):
        a_puzzle(f"puzzle-{number}")
    days = [DAY - timedelta(days=number) for number in range(10)]
    rows = {day: daily.puzzle_of(day, today=day) for day in reversed(days)}
    noon = {day: datetime(day.year, day.month, day.day, 12, tzinfo=UTC) for day in days}
    assert daily.streak(ada.pk, today=DAY) == daily.Streak(0, today=False)
    # Yesterday and three days ago; what failed counts as well.
    for day, result in ((days[1], "failed"), (days[3], "solved")):
        took_part(ada, rows[day], noon[day], result)
    assert daily.streak(ada.pk, today=DAY) == daily.Streak(2, today=False)
    took_part(ada, rows[DAY], noon[DAY])
    took_part(ada, rows[DAY], noon[DAY] + timedelta(hours=1), "solved")
    assert daily.streak(ada.pk, today=DAY) == daily.Streak(3, today=True)
    # An earlier day's puzzle that is solved today does not fill the gap, nor does anything of other people.
    took_part(ada, rows[days[5]], noon[DAY])
    took_part(ada, rows[days[6]], noon[days[6]])
    assert daily.streak(ada.pk, today=DAY).days == 3
    assert daily.streak(ben.pk, today=DAY).days == 0
    assert daily.streak(ada.pk, today=DAY + timedelta(days=2)).days == 3
    assert daily.streak(ada.pk, today=DAY + timedelta(days=3)).days == 0


def test_the_page_is_for_everybody_and_stores_nothing_of_who_looks(ada, at):
    row = a_puzzle()
    stranger, known = Client(), client_of(ada)
    page = stranger.get(reverse("puzzle-of-today"))
    assert f'href="{reverse("puzzle", args=[row.key])}"' in page.text
    assert f'<link rel="canonical" href="http://testserver/puzzles/daily/{DAY}/">' in page.text
    for overview in ("/", reverse("learn")):
        overview_page = stranger.get(overview).text
        assert f'href="/puzzles/daily/{DAY}/"' in overview_page
        assert f'href="{reverse("puzzle", args=[row.key])}"' in overview_page
    assert (Guest.objects.count(), Player.objects.count(), PuzzleAttempt.objects.count()) == (1, 1, 0)
    # A page that has not changed is not sent again.
    assert (
        stranger.get(reverse("puzzle-of-today"), headers={"If-None-Match": page["ETag"]}).status_code == 304
    )
    # The puzzle itself says which day's it is, and leads back.
    table = stranger.get(reverse("puzzle", args=[row.key])).text
    assert f'<a href="/puzzles/daily/{DAY}/">Puzzle of the day, {DAY.day} November 2026</a>' in table
    # Who has solved it before is told that today's is still to come, and takes part by trying again.
    noon, own = datetime(2026, 11, 23, 12, tzinfo=UTC), DailyPuzzle.objects.get()
    took_part(ada, own, noon - timedelta(days=9), "solved")
    assert not daily.streak(ada.pk, today=DAY).today
    for page in ("/", reverse("puzzle-of-today")):
        assert "You know it: try it once more for today." in known.get(page).text
    took_part(ada, own, noon, "failed")
    assert daily.streak(ada.pk, today=DAY).today
    assert "You have tried it." in known.get(reverse("puzzle-of-today")).text
    PuzzleAttempt.objects.filter(ended=noon).update(result="solved")
    assert "You have solved it." in known.get(reverse("puzzle-of-today")).text
    assert "You have solved it." not in stranger.get(reverse("puzzle-of-today")).text


@pytest.mark.once
def test_its_picture_is_kept_under_an_address_that_changes_with_it(db, client, at, monkeypatch):
    a_puzzle()
    told = client.get("/api/v1/puzzles/daily/").json()
    assert (told["day"], told["rules"], told["gain"]) == (str(DAY), "phylo-1.4a", 10)
    assert told["ends_at"] == "2026-11-24T00:00:00Z"
    picture = client.get(told["picture"])
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    assert "immutable" in picture["Cache-Control"]
    outdated = f"/puzzles/daily/{DAY}/000000000000-1200.png"
    assert told["picture"].endswith(client.get(outdated)["Location"])
    assert client.get(told["picture"].replace("-1200", "-9999")).status_code == 404
    monkeypatch.setattr("cards.services.pictures.has", lambda package: False)
    drawn = client.get(told["picture"])
    assert (drawn["Content-Type"], drawn.content[:5]) == ("image/svg+xml", b"<svg ")


def test_feeds_have_the_latest_days_with_their_pictures(db, client, at):
    assert client.get(reverse("daily-atom")).status_code == 200
    a_puzzle()
    daily.puzzle_of(DAY - timedelta(days=1), today=DAY - timedelta(days=1))
    atom = client.get(reverse("daily-atom"))
    entries = ElementTree.fromstring(atom.content).findall(f"{ATOM}entry")
    links = [entry.find(f"{ATOM}link").get("href") for entry in entries]
    assert links == [f"http://testserver/puzzles/daily/2026-11-{day}/" for day in (23, 22)]
    assert "-1200.png" in entries[0].find(f"{ATOM}summary").text
    assert client.get(reverse("daily-atom"), headers={"If-None-Match": atom["ETag"]}).status_code == 304
    told = json.loads(client.get(reverse("daily-json")).content)
    assert told["version"] == "https://jsonfeed.org/version/1.1"
    assert [item["url"] for item in told["items"]] == links
    assert told["items"][0]["image"].endswith("-1200.png")
