"""Lessons that people write at a step of a replay: who may do what, what is refused, and playing them."""

from typing import Any

import pytest
from django.test import Client

from cards.models import Curator
from games.models import LessonProgress, Match, ProposedLesson
from games.services import proposed_lessons
from games.services.errors import StaleVersion
from games.services.players import resign
from games.services.positions import phylo_at
from phylo.accounts.models import User
from tests.factories import deal
from tests.people import person, signed_in

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
    assert "by Tess" in everybody.get("/learn/").content.decode()
    assert TOLD in everybody.get(f"/learn/{lesson.slug}/").content.decode()
    play(everybody, lesson)
    assert LessonProgress.objects.filter(lesson=lesson.slug, done__isnull=False).count() == 2
    told = everybody.get(f"/api/v1/lessons/{lesson.slug}/").json()
    assert (told["status"], told["group"]) == ("done", "")
    tess.delete()
    assert "by a former member" in everybody.get("/learn/").content.decode()
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
        proposed_lessons.step(user=rosa, lesson_id=lesson.pk, version=1, action="approve")
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


def test_there_is_an_end_to_drafts(match, tess, monkeypatch):
    monkeypatch.setattr(proposed_lessons, "MOST_UNDECIDED", 1)
    author = signed_in(tess)
    written(match, author)
    assert author.post(address(match), form()).status_code == 400
    assert ProposedLesson.objects.count() == 1
