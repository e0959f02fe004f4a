"""While Redis does not answer, it is asked rarely, and its work is done without it or later."""

from uuid import uuid4

import pytest

from games.matches import presence
from phylo.http import limits, redis
from phylo.http.redis import CountingCache, Unreachable, reaching_redis


@pytest.fixture
def clock(monkeypatch):
    """`clock.now` in seconds; Redis answers at first."""

    class Clock:
        now = 100.0

    monkeypatch.setattr(redis, "monotonic", lambda: Clock.now)
    monkeypatch.setattr(redis, "_next_try", None)
    return Clock


def fail() -> None:
    with pytest.raises(Unreachable), reaching_redis():
        raise OSError("timed out")


def test_after_a_failure_nobody_tries_for_a_moment_and_then_one_for_all(clock):
    fail()
    with pytest.raises(Unreachable), reaching_redis():
        pytest.fail("was tried")
    clock.now += redis.PAUSE
    with reaching_redis(), pytest.raises(Unreachable), reaching_redis():
        pytest.fail("was tried by a second one")
    with reaching_redis():
        pass


@pytest.mark.parametrize(("embedded", "who"), [(False, "Redis"), (True, "The main process")])
def test_it_is_logged_once(clock, caplog, settings, embedded, who):
    settings.EMBEDDED = embedded
    for _time in range(3):
        fail()
        clock.now += redis.PAUSE
    with reaching_redis():
        pass
    assert [record.message for record in caplog.records] == [
        f"{who} does not answer: timed out",
        f"{who} answers again",
    ]


def test_a_mistake_of_ours_is_not_blamed_on_redis(clock):
    with pytest.raises(ZeroDivisionError), reaching_redis():
        raise ZeroDivisionError
    with reaching_redis():
        pass


def test_each_process_counts_for_itself_meanwhile(clock, monkeypatch):
    fail()
    monkeypatch.setattr(limits, "cache", CountingCache("redis://127.0.0.1:1", {}))
    assert [limits.counted("someone", 60) for _time in range(3)] == [1, 2, 3]


def test_each_process_knows_who_is_with_it_meanwhile(clock, monkeypatch, caplog):
    fail()
    monkeypatch.setattr(presence, "cache", CountingCache("redis://127.0.0.1:1", {}))
    ada, ben, match = uuid4(), uuid4(), uuid4()
    presence.Presence(ada, match).note()
    presence.Presence(ben).visit()
    assert presence.here(match, [ada, ben]) == {ada}
    assert presence.on_site([ada, ben]) == {ada, ben}
    assert "answers again" not in caplog.text
