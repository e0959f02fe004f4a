"""Lessons that people write at a step of a replay: who may do what, what is refused, and playing them."""

import re
from typing import Any

import pytest
from django.test import Client

from cards.curation.models import Curator
from games.lessons.models import LessonProgress, ProposedLesson
from games.lessons.pages import lessons as lesson_pages
from games.lessons.pages import proposed as proposed_pages
from games.lessons.services import proposing
from games.lessons.shipped import course
from games.lessons.words import lessons as lesson_words
from games.matches.models import Match
from games.matches.services.errors import StaleVersion
from games.matches.services.players import resign
from games.matches.services.positions import phylo_at
from phylo.accounts.models import User
from phylo.http.refusals import BadValue
from tests.factories import deal
from tests.members import person, signed_in

TOLD = "Lay a plant beside HOME. It needs the number 1."


def curator(name: str, **facts: Any) -> User:
    user = person(name)
    Curator.objects.create(user=user, **facts)
    return user


@pytest.fixture
def tess(db) -> User:
    return curator("Tess", accepted=5)


@pytest.fixture
def rosa(db) -> User:
    return curator("Rosa", reviewer=True)


@pytest.fixture
def ben(db) -> User:
    return curator("Ben", accepted=1)


@pytest.fixture
def match(ada, ben) -> Match:
    """A finished match that everybody may watch, in whose first turn clover can be played."""
    for seed in range(100):
        found = deal(ada, seed=seed, public=True)
        state = phylo_at(found)
        seat = state.to_act[0]
        if any(each["do"] == "play" and each["card"] == "clover" for each in state.legal(seat)):
            break
    resign(match_id=found.pk, seat=0, key="resign")
    found.refresh_from_db()
    return found


def form(**more: Any) -> dict[str, Any]:
    return {
        "title": "A plant first", "told": TOLD, "goal": "place", "card": "clover",
        "nudge": "Clover has the number 1.", "after": "Now others can eat it.", "hand": ["clover"],
        "actions": "1", **more,
    }  # fmt: skip


def address(match: Match) -> str:
    return f"/matches/{match.pk}/lesson/?version=0"


def written(match: Match, author: Client, **more: Any) -> ProposedLesson:
    answer = author.post(address(match), form(**more))
    assert answer.status_code == 302, answer.content
    return ProposedLesson.objects.get()


def step(client: Client, lesson: ProposedLesson, do: str, **more: Any):
    lesson.refresh_from_db()
    return client.post(
        f"/learn/proposed/{lesson.pk}/", {"do": do, "version": lesson.version, **more}, follow=True
    )


def play(client: Client, lesson: ProposedLesson) -> None:
    at = [-1, 0] if lesson.content["seat"] == 0 else [2, 0]
    answer = client.post(
        f"/api/v1/lessons/{lesson.slug}/actions/",
        {"action": {"do": "play", "card": "clover", "at": at}, "version": 0, "key": "play"},
        content_type="application/json",
    )
    assert answer.status_code == 200, answer.content


def test_from_a_replay_to_a_lesson_for_all(match, tess, rosa, ben):
    author, reviewer, reader = signed_in(tess), signed_in(rosa), signed_in(ben)
    replay = f"/matches/{match.pk}/replay/"
    assert "Make this a lesson" in author.get(replay).content.decode()
    assert "Make this a lesson" not in reader.get(replay).content.decode()
    lesson = written(match, author)
    page = f"/learn/proposed/{lesson.pk}/"
    assert "The solution does not reach the goal." in author.get(page).content.decode()
    assert "It cannot be proved" in step(author, lesson, "submit").content.decode()
    for client in (reader, reviewer, Client()):
        assert client.get(f"/learn/{lesson.slug}/").status_code == 404
    play(author, lesson)
    assert "It can be solved" in step(author, lesson, "solve").content.decode()
    step(author, lesson, "submit")
    assert reader.get(page).status_code == 404
    assert "A plant first" in reviewer.get("/learn/proposed/").content.decode()
    step(author, lesson, "approve")
    step(reader, lesson, "approve")
    lesson.refresh_from_db()
    assert lesson.state == "open"
    step(reviewer, lesson, "approve")
    lesson.refresh_from_db()
    assert lesson.state == "published"
    everybody = Client()
    assert "by Tess" in everybody.get("/learn/lessons/").content.decode()
    assert TOLD in everybody.get(f"/learn/{lesson.slug}/").content.decode()
    play(everybody, lesson)
    assert LessonProgress.objects.filter(lesson=lesson.slug, done__isnull=False).count() == 2
    told = everybody.get(f"/api/v1/lessons/{lesson.slug}/").json()
    assert (told["status"], told["group"]) == ("done", "")
    tess.delete()
    assert "by a former member" in everybody.get("/learn/lessons/").content.decode()
    assert everybody.get(f"/learn/{lesson.slug}/").status_code == 200


def test_who_may_write(match, ben, tess):
    assert signed_in(ben).get(address(match)).status_code == 403
    assert signed_in(ben).post(address(match), form()).status_code == 403
    assert Client().post(address(match), form()).status_code == 302
    Curator.objects.filter(user=tess).update(blocked=True)
    assert signed_in(tess).post(address(match), form()).status_code == 403
    assert not ProposedLesson.objects.exists()


def test_running_and_private_matches_are_none(ada, match, tess):
    running = deal(ada, seed=1, public=True)
    assert signed_in(tess).post(address(running), form()).status_code == 302
    Match.objects.filter(pk=match.pk).update(public=False)
    assert signed_in(tess).post(address(match), form()).status_code == 404
    assert not ProposedLesson.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"told": "One sentence only."},
        {"title": ""},
        {"card": ""},
        {"card": "unicorn"},
        {"goal": "points", "points": "0"},
        {"goal": "use", "use": "fly"},
        {"hand": ["unicorn"]},
        {"actions": "7"},
        {"hand": ["clover", "nettle", "hare", "deer", "fire"], "actions": "3"},
    ],
)
def test_what_is_no_lesson_comes_back_with_what_was_typed(match, tess, wrong):
    answer = signed_in(tess).post(address(match), form(**wrong))
    assert answer.status_code == 400
    assert "Clover has the number 1." in answer.content.decode()
    assert not ProposedLesson.objects.exists()


def test_sent_twice_it_is_one_and_text_is_no_markup(match, tess):
    author = signed_in(tess)
    lesson = written(match, author, key="k" * 16, title="<b>Plants</b> 100%", nudge="<i>Look.</i> 5%")
    author.post(address(match), form(key="k" * 16, title="<b>Plants</b> 100%", nudge="<i>Look.</i> 5%"))
    assert ProposedLesson.objects.get() == lesson
    for page in (f"/learn/{lesson.slug}/", f"/learn/proposed/{lesson.pk}/", "/learn/proposed/"):
        text = author.get(page).content.decode()
        assert "&lt;b&gt;Plants" in text
        assert "<b>Plants" not in text
        assert "<i>Look" not in text


def test_a_reason_is_needed_and_the_version_that_was_read(match, tess, rosa):
    author, reviewer = signed_in(tess), signed_in(rosa)
    lesson = written(match, author)
    play(author, lesson)
    step(author, lesson, "solve")
    step(author, lesson, "submit")
    assert "Say why." in step(reviewer, lesson, "reject").content.decode()
    with pytest.raises(StaleVersion):
        proposing.step(user=rosa, lesson_id=lesson.pk, version=1, action="approve")
    step(reviewer, lesson, "ask-changes", reason="Shorter, please.")
    assert "Shorter, please." in author.get(f"/learn/proposed/{lesson.pk}/").content.decode()
    step(author, lesson, "edit", **form(title="Plants first"))
    lesson.refresh_from_db()
    assert (lesson.title, lesson.state, len(lesson.content["solution"])) == ("Plants first", "changes", 1)
    step(author, lesson, "submit")
    step(author, lesson, "withdraw")
    lesson.refresh_from_db()
    assert lesson.state == "withdrawn"
    assert reviewer.get(f"/learn/{lesson.slug}/").status_code == 404


def test_only_what_reaches_the_goal_becomes_a_solution(match, tess):
    author = signed_in(tess)
    other = next(key for key in hand_in(match) if key != "clover")
    lesson = written(match, author, hand=["clover", other])
    play(author, lesson)
    # The move that was played is refused now: there is nothing to take, and the lesson can be played anew.
    step(author, lesson, "edit", **form(goal="use", use="discard", hand=[other]))
    assert "Play the lesson to its goal first" in step(author, lesson, "solve").content.decode()
    discard = {"action": {"do": "discard", "card": other}, "version": 0, "key": "discard"}
    address = f"/api/v1/lessons/{lesson.slug}/actions/"
    assert author.post(address, discard, content_type="application/json").json() == {"version": 3}
    assert "It can be solved" in step(author, lesson, "solve").content.decode()
    # A solution stays only while it is one.
    step(author, lesson, "edit", **form(goal="win", card="", hand=[other]))
    lesson.refresh_from_db()
    assert lesson.content["solution"] == []
    assert author.get(f"/learn/{lesson.slug}/").status_code == 200


def hand_in(match: Match) -> list[str]:
    state = phylo_at(match, 0)
    return state.position()["hands"][state.to_act[0]]


def test_what_is_wrong_is_said_at_its_field(match, tess):
    author = signed_in(tess)
    for wrong, field, says in (
        ({"told": "One sentence only."}, "told", "Write two or three sentences, each with its full stop."),
        ({"after": "No full stop"}, "after", "Write one or two sentences, each with its full stop."),
    ):
        answer = author.post(address(match), form(**wrong))
        assert answer.status_code == 400
        [told] = re.findall(
            r'<ul class="errorlist" id="id_(\w+)_error"><li>(.*?)</li>', answer.content.decode()
        )
        assert told == (field, says)
    record = proposing.position_at(match, 0)
    alone = {**record, "position": {**record["position"], "hands": [["clover"]] * 2, "decks": [[], []]}}
    texts = {"title": "A plant first", "told": TOLD, "nudge": "Look.", "after": "Now others can eat it."}
    gone = proposing.Written(**texts, goal={"place": "nettle"}, hand=[], actions=1)
    with pytest.raises(BadValue) as refused:
        proposing.begin(author=tess, record=alone, written=gone)
    assert refused.value.field == "card"
    lesson = written(match, author)
    assert ">Decide<" not in author.get(f"/learn/proposed/{lesson.pk}/").content.decode()


def test_only_the_texts_of_the_site_are_translated(match, tess, monkeypatch):
    monkeypatch.setattr(lesson_words, "gettext", str.upper)
    author = signed_in(tess)
    page = author.get(f"/learn/{written(match, author).slug}/").content.decode()
    assert "A plant first" in page
    assert "A PLANT FIRST" not in page
    site = next(iter(course().lessons.values()))
    assert site.title.upper() in author.get(f"/learn/{site.key}/").content.decode()


def test_a_reason_is_text_that_every_database_holds(match, tess):
    author = signed_in(tess)
    lesson = written(match, author)
    step(author, lesson, "withdraw", reason="Not\0 yet.")
    lesson.refresh_from_db()
    assert (lesson.state, lesson.reason) == ("withdrawn", "Not yet.")


def test_lists_have_pages_and_load_no_content(match, tess, rosa, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(lesson_pages, "PAGE", 2)
    monkeypatch.setattr(proposed_pages, "PAGE", 2)
    content = written(match, signed_in(tess)).content
    for state in ("published", "open"):
        for number in range(3):
            named = {**content, "title": f"{state} {number}"}
            ProposedLesson.objects.create(author=tess, state=state, content=named)
    reviewer = signed_in(rosa)
    for address, more in (("/learn/lessons/", "published"), ("/learn/proposed/", "open")):
        with django_assert_max_num_queries(20) as queries:
            first = reviewer.get(address).content.decode()
        assert "Page 1 of 2" in first
        second = reviewer.get(f"{address}?page=2").content.decode()
        titles = [f"{more} {number}" for number in range(3)]
        assert sorted(title for title in titles if title in first + second) == titles
        assert [sum(title in page for title in titles) for page in (first, second)] == [2, 1]
        assert not any('"content",' in query["sql"] for query in queries)
    assert "published" not in reviewer.get("/learn/proposed/").content.decode()
    assert "Page 1 of 4" in signed_in(tess).get("/learn/proposed/").content.decode()


def test_there_is_an_end_to_drafts(match, tess, monkeypatch):
    monkeypatch.setattr(proposing, "MOST_UNDECIDED", 1)
    author = signed_in(tess)
    written(match, author)
    assert author.post(address(match), form()).status_code == 400
    assert ProposedLesson.objects.count() == 1
