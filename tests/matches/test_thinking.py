"""Who thinks about a turn, for how long, and what is told of a thought whose time was up."""

import os
import threading

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from engine.bots import thinking as bots
from engine.bots.thought import Thought
from engine.phylo.record import judge
from games.matches import tasks, thinking
from games.matches.models import Match, Move
from games.matches.services.play import play, play_bot_turn
from games.matches.services.records import differences, export_record
from phylo.jobs import thinker
from tests.factories import PlayerFactory, client_of
from tests.matches.test_bots import LONG, bot_to_act, bot_turn
from tests.services.processes import until


@pytest.fixture(autouse=True)
def nothing_claimed():
    cache.clear()


@pytest.fixture
def queued(monkeypatch):
    calls = []
    monkeypatch.setattr(
        tasks.play_bot_turn, "apply_async", lambda args, *_rest, **_options: calls.append(args)
    )
    return calls


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(bots, "think", lambda rules, level, view, legal, *rest: Thought((), legal[0], True))


@pytest.fixture
def apart(settings):
    """The computer thinks in a child process, as on a real site."""
    settings.THINKING_APART = True
    yield
    thinker.child.stop()


def waiting(player) -> Match:
    """A match whose turn of the computer may have been lost."""
    match = bot_to_act(player)
    Match.objects.filter(pk=match.pk).update(updated=timezone.now() - LONG)
    Match.objects.exclude(pk=match.pk).delete()
    return match


def test_a_turn_that_another_worker_thinks_about_is_left_to_it(ada):
    match = bot_to_act(ada)
    with thinking.claimed(match.pk, 0) as keep:
        assert keep is not None
        assert bot_turn(match) is None
    assert bot_turn(match).number == 1


def test_the_claim_of_a_worker_that_was_killed_ends(ada, queued, monkeypatch):
    monkeypatch.setattr(thinking, "CLAIM", 0.2)
    match = waiting(ada)
    claim = thinking.claimed(match.pk, 0)
    claim.__enter__()
    until(lambda: tasks.sweep() == 1)
    assert bot_turn(match)


def test_the_sweep_queues_a_turn_once_and_not_while_it_is_thought_about(ada, queued):
    match = waiting(ada)
    with thinking.claimed(match.pk, 0):
        assert tasks.sweep() == 0
    assert (tasks.sweep(), tasks.sweep()) == (1, 0)
    assert queued == [(str(match.pk), 0)]


def failing(monkeypatch, failure: Exception) -> None:
    def fail(*args, **options):
        raise failure

    monkeypatch.setattr(thinker, "compute", fail)


def test_a_thought_that_was_lost_is_queued_again_by_the_next_sweep(ada, queued, monkeypatch):
    match = waiting(ada)
    assert tasks.sweep() == 1
    with monkeypatch.context() as broken:
        failing(broken, thinker.Lost("killed"))
        with pytest.raises(thinker.Lost):
            bot_turn(match)
    assert tasks.sweep() == 1
    assert bot_turn(match).number == 1


def test_where_a_thought_fails_or_is_lost_again_a_simpler_level_chooses(ada, monkeypatch):
    match = bot_to_act(ada)
    failing(monkeypatch, thinker.Failed("broken"))
    assert bot_turn(match).hurried
    other = bot_to_act(ada)
    failing(monkeypatch, thinker.Lost("killed"))
    with pytest.raises(thinker.Lost):
        bot_turn(other)
    assert bot_turn(other).hurried


def test_a_claim_that_another_worker_has_taken_over_is_left_to_it(ada):
    match = bot_to_act(ada)
    slow, other = thinking.claimed(match.pk, 0), thinking.claimed(match.pk, 0)
    keep = slow.__enter__()
    cache.clear()
    other.__enter__()
    keep()
    slow.__exit__(None, None, None)
    assert bot_turn(match) is None


def test_a_rated_match_is_not_hurried_by_others(ada, monkeypatch):
    asked = []
    monkeypatch.setattr(thinking, "ceiling", lambda waiting: asked.append(waiting) or 1.5)
    matches = [bot_to_act(ada) for _ in range(3)]
    Match.objects.filter(pk=matches[0].pk).update(rated=True)
    assert all(bot_turn(match) for match in matches[:2])
    assert (asked[0], asked[1] > 1) == (1, True)


def test_a_repeat_that_finds_the_turn_taken_does_not_count_as_queued(ada, queued):
    """The worker that has it may be killed, and then nothing is left in the queue."""
    match = waiting(ada)
    assert tasks.sweep() == 1
    with thinking.claimed(match.pk, 0):
        assert bot_turn(match) is None
    assert tasks.sweep() == 1


def test_the_more_matches_wait_the_less_time_each_gets():
    seconds = [thinking.ceiling(waiting) for waiting in range(0, 200, 10)]
    assert seconds[0] == thinking.ceiling(1) == thinking.ROUND / thinking.ACTIONS
    assert seconds == sorted(seconds, reverse=True)
    assert min(seconds) == thinking.LEAST
    assert 40 * thinking.ACTIONS * thinking.ceiling(40) <= thinking.ROUND + 1e-9


def test_a_hurried_move_is_marked_in_the_record_and_for_programs(ada, hurried):
    match = bot_to_act(ada)
    assert bot_turn(match).hurried
    client = client_of(ada)
    answer = client.get(f"/api/v1/matches/{match.pk}/view/").json()
    assert (answer["version"], answer["hurried"]) == (1, True)
    assert not client.get(f"/api/v1/matches/{match.pk}/view/?version=0").json()["hurried"]
    play(match_id=match.pk, seat=0, action={"do": "resign"}, version=1, key="ada")
    match.refresh_from_db()
    record = export_record(match)
    assert (record["hurried"], len(record["actions"])) == ([0], 2)
    assert judge(record)["ok"]
    assert differences(match) == []


def test_a_move_that_was_thought_to_the_end_is_not_marked(ada):
    match = bot_to_act(ada)
    assert not bot_turn(match).hurried
    assert "hurried" not in export_record(match, even_playing=True)


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_with_the_same_turn_one_thinks(monkeypatch):
    match = bot_to_act(PlayerFactory())
    thoughts, begun, go_on = [], threading.Event(), threading.Event()
    real = thinking.think

    def slowly(**question):
        thoughts.append(question)
        begun.set()
        assert go_on.wait(60)
        return real(**question)

    monkeypatch.setattr(thinking, "think", slowly)

    def first() -> None:
        play_bot_turn(match_id=match.pk, version=0)
        connection.close()

    worker = threading.Thread(target=first)
    worker.start()
    assert begun.wait(60)
    assert play_bot_turn(match_id=match.pk, version=0) is None
    go_on.set()
    worker.join()
    assert (len(thoughts), Move.objects.filter(match=match).count()) == (1, 1)


@pytest.mark.skipif(
    not settings.EMBEDDED, reason="the worker within a web process is for sites without Redis"
)
@pytest.mark.django_db(transaction=True)
def test_turns_are_thought_about_in_another_process_first_come_first_served(apart, embedded_worker):
    """As on a one-process site, whose child process is killed."""
    matches = [bot_to_act(PlayerFactory()) for _ in range(3)]
    until(lambda: Move.objects.filter(number=1).count() == len(matches))
    first = Move.objects.filter(number=1).order_by("created").values_list("match", flat=True)
    assert list(first) == [match.pk for match in matches]
    until(lambda: not Match.objects.filter(bot_to_act=True).exists())
    before = thinker.child.pid
    assert before not in (None, os.getpid())
    thinker.child.stop()
    late = bot_to_act(PlayerFactory())
    until(lambda: late.moves.exists())
    assert thinker.child.pid != before
    # Otherwise the worker might be asked to stop in the middle of a thought.
    until(lambda: not Match.objects.filter(bot_to_act=True).exists())
