"""Lessons and puzzles that were done elsewhere are judged by their moves."""

import pytest
from django.urls import reverse

from games.lessons.models import LessonProgress
from games.lessons.services import playing
from games.lessons.shipped import course
from games.puzzles.models import PuzzleAttempt
from games.puzzles.services.answers import answer
from games.transfer.models import Taken
from tests.puzzles.puzzles import HUNT, TICK, WRONG, a_puzzle
from tests.transfer.conftest import bring, outcomes, player_of

pytestmark = pytest.mark.django_db
LESSON = next(iter(course().lessons.values()))
GOAL = {"do": "play", "card": "english-oak", "at": [-1, 0]}
AGAIN, PASS = {"do": "again"}, {"do": "pass"}


def learn(player, *actions):
    for action in actions:
        found = playing.standing(LESSON, player.pk)
        playing.act(
            lesson=LESSON, player=player, action=action, version=found.version, key=f"k{found.version}"
        )


def solve(player, puzzle, *actions):
    for number, action in enumerate(actions):
        answer(player=player, puzzle=puzzle, action=action, version=number, key=f"k{number}")


def test_a_lesson_that_was_done_is_done_here_though_it_was_begun_again(device, ada, ada_client):
    learn(device.player, GOAL, AGAIN, PASS)
    found = bring(ada_client, device.leave())
    assert outcomes(found) == [("lesson", "taken")]
    row = LessonProgress.objects.get(player=player_of(ada))
    assert (row.lesson, row.done is not None, row.solution) == (LESSON.key, True, [GOAL])
    assert ada_client.get(found.items.get().page).status_code == 200


def test_what_is_done_here_stays_as_it_is(device, ada, ada_client):
    learn(device.player, GOAL)
    data = device.leave()
    bring(ada_client, data)
    before = LessonProgress.objects.get().done
    assert outcomes(bring(ada_client, data)) == [("lesson", "known")]
    assert LessonProgress.objects.get().done == before


def test_what_is_begun_here_stays_and_is_done(device, ada, ada_client):
    learn(device.player, GOAL)
    data = device.leave()
    ada_client.post(
        reverse("api-lesson-actions", args=[LESSON.key]),
        {"action": PASS, "version": 0, "key": "a"},
        content_type="application/json",
    )
    assert outcomes(bring(ada_client, data)) == [("lesson", "taken")]
    row = LessonProgress.objects.get(player=player_of(ada))
    assert ([move["action"] for move in row.moves], row.solution) == ([PASS], [GOAL])


@pytest.mark.parametrize("solution", [[PASS, PASS, PASS], [GOAL, GOAL], [{"do": "play"}], [1], "x", {}])
def test_a_lesson_is_not_believed_to_be_done(device, ada, ada_client, solution):
    learn(device.player, GOAL)
    data = device.leave()
    data["lessons"][0] |= {"solution": solution, "actions": []}
    assert outcomes(bring(ada_client, data)) == [("lesson", "refused")]
    assert not LessonProgress.objects.filter(player=player_of(ada)).exists()
    assert not Taken.objects.exists()


def test_somebody_elses_lesson(device, ada_client, ben_client):
    learn(device.player, GOAL)
    data = device.leave()
    bring(ada_client, data)
    assert outcomes(bring(ben_client, data)) == [("lesson", "refused")]
    assert LessonProgress.objects.count() == 1


def test_a_puzzle_comes_along_unrated(device, ada, ada_client):
    puzzle = a_puzzle()
    solve(device.player, puzzle, TICK, HUNT)
    data = device.leave()
    assert outcomes(bring(ada_client, data)) == [("puzzle", "taken")]
    [attempt] = PuzzleAttempt.objects.filter(player=player_of(ada))
    assert (attempt.result, attempt.rated, attempt.mu_after) == ("solved", False, None)
    assert [each["verdict"] for each in attempt.answers] == ["right", "right"]
    assert outcomes(bring(ada_client, data)) == [("puzzle", "known")]
    assert PuzzleAttempt.objects.filter(player=player_of(ada)).count() == 1


def test_a_puzzle_is_not_believed_to_be_solved(device, ada, ada_client):
    solve(device.player, a_puzzle(), WRONG)
    data = device.leave()
    data["puzzles"][0] |= {"result": "solved"}
    data["puzzles"][0]["answers"][0]["verdict"] = "right"
    assert outcomes(bring(ada_client, data)) == [("puzzle", "taken")]
    assert PuzzleAttempt.objects.get(player=player_of(ada)).result == "failed"


@pytest.mark.parametrize("answers", [[TICK], [TICK, HUNT, WRONG], [{"do": "fly"}], [], [1], None])
def test_a_puzzle_that_does_not_replay(device, ada, ada_client, answers):
    solve(device.player, a_puzzle(), TICK, HUNT)
    data = device.leave()
    data["puzzles"][0]["answers"] = answers and [
        {"action": each} if isinstance(each, dict) else each for each in answers
    ]
    assert outcomes(bring(ada_client, data)) == [("puzzle", "refused")]
    assert not PuzzleAttempt.objects.filter(player=player_of(ada)).exists()


def test_an_attempt_under_way_here_is_not_disturbed(device, ada, ada_client):
    puzzle = a_puzzle()
    solve(device.player, puzzle, TICK, HUNT)
    data = device.leave()
    ada_client.post(
        reverse("api-puzzle-actions", args=[puzzle.key]),
        {"action": TICK, "version": 0, "key": "a"},
        content_type="application/json",
    )
    assert outcomes(bring(ada_client, data)) == [("puzzle", "refused")]
    assert PuzzleAttempt.objects.get(player=player_of(ada)).result == "playing"
    answer(player=player_of(ada), puzzle=puzzle, action=WRONG, version=1, key="b")
    assert outcomes(bring(ada_client, data)) == [("puzzle", "taken")]
    answer(player=player_of(ada), puzzle=puzzle, action=AGAIN, version=4, key="c")


def test_what_this_site_does_not_have(device, ada_client):
    puzzle = a_puzzle()
    solve(device.player, puzzle, WRONG)
    learn(device.player, GOAL)
    data = device.leave()
    data["puzzles"][0]["puzzle"] = data["lessons"][0]["lesson"] = "none-such"
    assert outcomes(bring(ada_client, data)) == [("lesson", "refused"), ("puzzle", "refused")]
