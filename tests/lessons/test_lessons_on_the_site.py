"""Lessons on the site: what a visitor's actions store, what pages and API say of it, and to whom."""

import pytest
from django.test import Client
from django.urls import reverse

import engine
from games.exercises.table import table_of
from games.lessons.models import LessonProgress
from games.lessons.services import playing
from games.lessons.services.playing import Learnt, act, learnt, solved, standing
from games.lessons.shipped import course
from games.matches.models import Player
from games.matches.services import players
from games.matches.services.errors import StaleVersion
from phylo.accounts.models import Guest, User
from phylo.http.keys import KeyReused
from tests.factories import PlayerFactory, client_of
from tests.matches.test_races import race

pytestmark = [pytest.mark.django_db, pytest.mark.once]

FIRST, SECOND = [lesson.key for lesson in list(course().lessons.values())[:2]]
GOAL = {"do": "play", "card": "english-oak", "at": [-1, 0]}
PASS, AGAIN = {"do": "pass"}, {"do": "again"}


@pytest.fixture
def ada() -> Player:
    return PlayerFactory(name="Ada")


def first(player: Player, action: dict, version: int, key: str) -> playing.Standing:
    return act(lesson=course().lessons[FIRST], player=player, action=action, version=version, key=key)


def row_of(player: Player) -> tuple:
    row = LessonProgress.objects.get(player=player, lesson=FIRST)
    return row.began, [move["key"] for move in row.moves], row.missed, row.done is not None


def order(client: Client, action: dict, version: int, key: str, lesson: str = FIRST):
    body = {"action": action, "version": version, "key": key}
    return client.post(reverse("api-lesson-actions", args=[lesson]), body, content_type="application/json")


class TestService:
    def test_missed_started_again_and_done(self, ada):
        assert first(ada, PASS, 0, "a").progress.status == "missed"
        assert row_of(ada) == (0, ["a"], 1, False)
        assert first(ada, AGAIN, 1, "b").version == 2
        assert row_of(ada) == (2, ["b"], 1, False)
        assert first(ada, GOAL, 2, "c").progress.status == "done"
        assert row_of(ada) == (2, ["b", "c"], 1, True)
        done = LessonProgress.objects.get(player=ada).done
        # What was done stays done, and it can be done once more.
        first(ada, AGAIN, 3, "d")
        first(ada, PASS, 4, "e")
        assert LessonProgress.objects.get(player=ada).done == done

    def test_a_key_is_used_once(self, ada):
        first(ada, GOAL, 0, "a")
        before = row_of(ada)
        assert first(ada, GOAL, 0, "a").version == 1
        with pytest.raises(KeyReused):
            first(ada, PASS, 0, "a")
        assert row_of(ada) == before

    def test_what_is_refused_changes_nothing(self, ada):
        with pytest.raises(engine.IllegalAction):
            first(ada, {**GOAL, "card": "roe-deer"}, 0, "a")
        assert not LessonProgress.objects.exists()
        first(ada, PASS, 0, "b")
        before = row_of(ada)
        for action, version, error in (
            (AGAIN, 0, StaleVersion),
            (GOAL, 0, StaleVersion),
            (GOAL, 1, engine.IllegalAction),  # the lesson is over
            ({**AGAIN, "to": 0}, 1, engine.IllegalAction),
        ):
            with pytest.raises(error):
                first(ada, action, version, "c")
            assert row_of(ada) == before

    def test_a_lesson_that_has_changed_begins_anew(self, ada):
        first(ada, PASS, 0, "a")
        LessonProgress.objects.update(moves=[{"action": {"do": "move", "from": [7, 7]}, "key": "a"}])
        found = standing(course().lessons[FIRST], ada.pk)
        assert (found.version, found.progress.status) == (0, "playing")
        # What is done then takes the place of what no longer fits, at a version that nobody has seen.
        assert first(ada, GOAL, 0, "b").progress.status == "done"
        assert row_of(ada) == (2, ["b"], 1, True)
        with pytest.raises(StaleVersion):
            first(ada, PASS, 1, "c")

    def test_what_comes_next(self):
        keys = list(course().lessons)
        assert Learnt().next.key == keys[0]
        assert Learnt(frozenset(), keys[3]).next.key == keys[3]
        assert Learnt(frozenset({keys[3]}), keys[3]).next.key == keys[4]
        assert Learnt(frozenset({keys[-1]}), keys[-1]).next.key == keys[0]
        assert Learnt(frozenset(keys), keys[0]).next is None
        assert Learnt().after(keys[0]).key == keys[1]

    def test_every_solution_can_be_shown(self):
        for lesson in course().lessons.values():
            shown = solved(lesson)
            table = table_of(shown)
            assert table["choices"] == []
            assert table["version"] == len(shown.actions) > 0


@pytest.mark.django_db(transaction=True)
def test_sent_twice_at_once_it_is_one_action():
    ada = PlayerFactory(name="Ada")
    found = race(
        *[lambda: first(ada, PASS, 0, "a").version] * 4, *[lambda: first(ada, GOAL, 0, "b").version] * 4
    )
    assert LessonProgress.objects.count() == 1
    [kept] = row_of(ada)[1]
    assert found.count(1) == 4
    assert sum(isinstance(each, StaleVersion) for each in found) == 4
    assert row_of(ada)[2] == (kept == "a")


class TestPages:
    def test_who_only_looks_leaves_nothing(self, client):
        for address in (reverse("lessons"), reverse("lesson", args=[FIRST]), reverse("home")):
            assert client.get(address).status_code == 200
        assert client.get(reverse("lesson-table", args=[FIRST]), {"part": "table"}).status_code == 200
        assert client.get(reverse("lesson-solution", args=[FIRST]), {"version": 1}).status_code == 200
        assert not Guest.objects.exists()

    def test_a_guest_goes_on_where_they_were_and_takes_it_along(self, client):
        user = User.objects.create_user("ada")
        ada = PlayerFactory(user=user)
        assert order(client, GOAL, 0, "a").json() == {"version": 1}
        assert "1 of " in client.get(reverse("lessons")).content.decode()
        guest = Player.objects.get(guest__isnull=False)
        # The account has missed it; the guest has done it.
        first(ada, PASS, 0, "b")
        act(lesson=course().lessons[SECOND], player=guest, action=PASS, version=0, key="c")
        players.adopt_guest(guest_id=guest.guest_id, user=user)
        assert row_of(ada) == (0, ["b"], 1, True)
        assert learnt(ada.pk) == Learnt(frozenset({FIRST}), SECOND)

    def test_the_nudge_comes_after_two_misses(self, client):
        page = reverse("lesson", args=[FIRST])
        nudge = course().lessons[FIRST].nudges[0].text
        for version in (0, 2):
            assert f"<b>{nudge}</b></p>" not in shown(client.get(page))
            order(client, PASS, version, f"pass-{version}")
            assert "You have not played English Oak." in client.get(page).content.decode()
            order(client, AGAIN, version + 1, f"again-{version}")
        assert f"<b>{nudge}</b></p>" in shown(client.get(page))
        order(client, GOAL, 4, "goal")
        done = client.get(page).content.decode()
        assert course().lessons[FIRST].after in done
        assert reverse("lesson", args=[SECOND]) in done

    def test_everybody_has_lessons_of_their_own(self, client, ada):
        order(client, PASS, 0, "a")
        other = client_of(ada)
        assert other.get(reverse("api-lesson", args=[FIRST])).json()["status"] == "playing"
        assert other.get(reverse("lesson-table", args=[FIRST]), {"version": 1}).status_code == 404
        assert not LessonProgress.objects.filter(player=ada).exists()

    def test_there_is_no_such_lesson(self, client):
        for name in ("lesson", "lesson-table", "lesson-solution", "api-lesson"):
            assert client.get(reverse(name, args=["nonesuch"])).status_code == 404
        assert order(client, PASS, 0, "a", lesson="nonesuch").status_code == 404
        assert not LessonProgress.objects.exists()


def shown(answer) -> str:
    """The page without what is hidden on it."""
    return "".join(line for line in answer.content.decode().splitlines() if "data-nudge hidden" not in line)


class TestApi:
    def test_the_list_says_what_is_done_and_what_comes(self, client):
        order(client, GOAL, 0, "a")
        found = client.get(reverse("api-lessons")).json()
        assert found["next"] == SECOND
        assert [each["key"] for each in found["results"]] == list(course().lessons)
        assert [each["done"] for each in found["results"][:2]] == [True, False]

    def test_one_lesson(self, client):
        found = client.get(reverse("api-lesson", args=[FIRST])).json()
        assert (found["status"], found["version"], found["missed"]) == ("playing", 0, 0)
        assert GOAL in found["legal"]
        assert "decks" not in found["view"] or all(isinstance(each, int) for each in found["view"]["decks"])

    def test_why_and_where(self, client):
        refused = client.get(
            reverse("api-lesson-why", args=[FIRST]),
            {"action": '{"do": "play", "card": "roe-deer", "at": [-1, 0]}'},
        ).json()
        assert not refused["legal"]
        spaces = client.get(reverse("api-lesson-spaces", args=[FIRST]), {"source": "hand:english-oak"}).json()
        assert spaces["spaces"]["-1,0"]["fits"]
        draft = next(lesson.key for lesson in course().lessons.values() if lesson.rules == "ecosystem")
        answer = client.get(reverse("api-lesson-spaces", args=[draft]), {"source": "hand:BEAR"})
        assert answer.status_code == 404

    def test_refusals_are_those_of_a_match(self, client):
        illegal = order(client, {**GOAL, "card": "roe-deer"}, 0, "a")
        assert (illegal.status_code, bool(illegal.json()["clause"])) == (422, True)
        assert order(client, PASS, 5, "a").json()["code"] == "stale"
        assert order(client, {**PASS, "seat": 1}, 0, "a").status_code == 400

    def test_a_program_without_an_account_is_no_guest(self):
        program = Client(enforce_csrf_checks=True)
        assert order(program, PASS, 0, "a").status_code == 403
        assert not Guest.objects.exists()
