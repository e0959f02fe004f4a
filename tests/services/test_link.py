"""What web processes on one machine tell each other, and what they keep together."""

import socket
import threading
import time
import uuid

import pytest
from django.core.cache.backends.locmem import LocMemCache

from phylo.beside import link, machine
from phylo.beside.cache import CommonCache
from phylo.beside.link import Asked, Link, Main, Other, Queued, Ready, Woken
from phylo.http import limits, redis
from phylo.jobs.queue import queue
from tests.services.processes import PATIENCE, until

SUBJECT = str(uuid.uuid4())
MANY = 100_000  # messages, more than a socket takes


@pytest.fixture
def ends():
    both = socket.socketpair()
    yield both
    for each in both:
        each.close()


@pytest.fixture
def happened(monkeypatch):
    """What the processes have been told, or what has become of them."""
    found = []
    monkeypatch.setattr(link, "wake", found.append)
    return found


@pytest.fixture
def kept():
    """The main process's cache."""
    cache = LocMemCache("of-the-main-process", {})
    yield cache
    cache.clear()


@pytest.fixture
def main(ends, happened, kept, settings, monkeypatch):
    """This is another process, and the main one, which answers, is in a thread."""
    monkeypatch.setattr(redis, "_next_try", None)
    settings.EMBEDDED = True
    ours, theirs = ends
    other = Other(
        ours,
        answers={"cache": lambda name, *args, **kwargs: getattr(kept, name)(*args, **kwargs)},
        queue=happened.append,
        ready=lambda: happened.append("ready"),
        lost=lambda: happened.append("lost"),
    )
    main = Main(theirs)
    threads = [threading.Thread(target=each, daemon=True) for each in (other.hear_all, main.hear_all)]
    for thread in threads:
        thread.start()
    monkeypatch.setattr(link, "main", main)
    yield main
    theirs.shutdown(socket.SHUT_RDWR)
    for thread in threads:
        thread.join(PATIENCE)


def test_the_main_process_keeps_what_all_note_and_count(main, kept):
    cache = CommonCache("", {})
    assert cache.add("key", "value", timeout=60)
    assert not cache.add("key", "other", timeout=60)
    assert (cache.get("key"), cache.get("none", 0), cache.has_key("key")) == ("value", 0, True)
    cache.set_many({"one": True, "two": [1.5, None]}, timeout=60)
    assert (
        cache.get_many({"one", "two", "three"})
        == kept.get_many(["one", "two"])
        == {"one": True, "two": [1.5, None]}
    )
    # Keys come from dictionaries as well, and what these lead to is nobody's business.
    assert cache.get_many({"one": object()}) == {"one": True}
    assert cache.delete("one")
    assert kept.get("one") is None
    with pytest.raises(ValueError, match="number"):
        cache.incr("number")


def test_all_count_together(main, kept, monkeypatch):
    monkeypatch.setattr(limits, "cache", kept)
    assert limits.counted("who", 60) == 1
    monkeypatch.setattr(limits, "cache", CommonCache("", {}))
    assert [limits.counted("who", 60) for _time in range(2)] == [2, 3]


def test_a_task_is_for_the_worker_of_the_main_process(main, happened):
    queue("phylo.wake", 1, "two", expires=5, to="thinking")
    until(lambda: happened == [Queued("phylo.wake", [1, "two"], 5, "thinking", None)])


def test_each_hears_whom_another_wakes(main, happened):
    main.tell(Woken(SUBJECT))
    main.tell(Ready())
    until(lambda: happened == [SUBJECT, "ready"])
    for other in link.others:
        other.tell(Woken("back"))
    until(lambda: happened == [SUBJECT, "ready", "back"])


def test_a_mistake_of_the_main_process_costs_an_answer_and_no_more(main, monkeypatch, caplog):
    monkeypatch.setattr(link, "LIMIT", 0.2)
    with pytest.raises(TimeoutError):
        main.ask("nothing like that")
    assert main.ask("cache", "get", "key", "value") == "value"
    assert "KeyError" in caplog.text


def test_while_the_main_process_does_not_answer_each_counts_for_itself(ends, settings, monkeypatch, caplog):
    monkeypatch.setattr(redis, "_next_try", None)
    settings.EMBEDDED = True
    monkeypatch.setattr(link, "LIMIT", 0.2)
    monkeypatch.setattr(link, "main", Main(ends[1]))
    monkeypatch.setattr(limits, "cache", CommonCache("", {}))
    who, began = uuid.uuid4().hex, time.monotonic()
    assert [limits.counted(who, 60) for _time in range(20)] == list(range(1, 21))
    assert time.monotonic() - began < 20 * link.LIMIT
    assert [record.message for record in caplog.records] == [
        "The main process does not answer: nothing within 0.2 seconds"
    ]


def test_who_does_not_read_holds_up_nobody_and_then_hears_whole_words(ends, monkeypatch):
    monkeypatch.setattr(link, "LIMIT", 0.2)
    ours, theirs = ends
    speaker, said, began = Link(ours), 0, time.monotonic()
    try:
        for said in range(MANY):
            speaker.send(Asked(said, "x" * 500, [], {}))
    except TimeoutError:
        pass
    # Not even tried.
    with pytest.raises(TimeoutError):
        speaker.send(Ready())
    assert time.monotonic() - began < PATIENCE
    heard = []
    listening = threading.Thread(target=Link(theirs).listen, args=[heard.append])
    listening.start()
    until(lambda: len(heard) >= said - 1)
    speaker._next_try = 0.0
    speaker.send(Ready())
    ours.shutdown(socket.SHUT_RDWR)
    listening.join(PATIENCE)
    assert [each.number for each in heard[:-1]] == list(range(len(heard) - 1))
    assert heard[-1] == Ready()


def test_another_process_that_does_not_read_is_lost(ends, happened, monkeypatch):
    monkeypatch.setattr(link, "LIMIT", 0.2)
    other = Other(ends[0], answers={}, queue=print, ready=print, lost=lambda: happened.append("lost"))
    for _time in range(MANY):
        other.tell(Woken(SUBJECT))
        if happened:
            return
    raise AssertionError("nobody is held up for ever, and nobody noticed")


@pytest.mark.parametrize(
    ("cores", "cpu", "memory", "processes"),
    [
        ({0, 1}, "", "", 2),
        ({0}, "", "", 1),
        ({0, 1}, "max 100000", "max", 2),
        ({0, 1}, "150000 100000", "max", 1),
        ({0, 1, 2, 3}, "200000 100000", "4000000000", 2),
        ({0, 1}, "", "512000000", 1),
    ],
)
def test_two_processes_where_there_is_room(monkeypatch, cores, cpu, memory, processes):
    limits = {"cpu.max": cpu, "memory.max": memory}
    monkeypatch.setattr(machine, "limit", limits.__getitem__)
    monkeypatch.setattr(machine.os, "sched_getaffinity", lambda pid: cores, raising=False)
    monkeypatch.setattr(machine.os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 2**21}.__getitem__)
    assert machine.web_processes() == processes


def test_a_machine_without_groups_has_no_limit(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "GROUPS", tmp_path)
    assert machine.limit("cpu.max") == ""
    monkeypatch.setattr(machine, "group", lambda: "")
    (tmp_path / "cpu.max").write_text("max 100000\n")
    assert machine.limit("cpu.max") == "max 100000"
