"""Who is let in when more is asked for than can be done, and what the others are told."""

import asyncio
import json
import random
import selectors
import threading
import time
from collections import Counter

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.urls import resolve

from phylo.http.arrival import HOLDS, arrival
from phylo.http.work import Work, work_of
from phylo.serving import admission
from phylo.serving.admission import LATE, QUICK, STILL, TERMS, Admission, Busy
from phylo.serving.handler import Handler
from tests.services.test_shares import Asked, until
from tests.services.test_shares import run as run_soon

pytestmark = pytest.mark.once


class Passing(selectors.SelectSelector):
    """Nothing is waited for: the time passes instead."""

    now = 0.0

    def select(self, timeout=None):
        self.now += timeout or 0.0
        return super().select(0)


def run(coroutine):
    """In an event loop whose clock goes on only when there is nothing to do."""
    passing = Passing()
    loop = asyncio.SelectorEventLoop(passing)
    loop.time = lambda: passing.now
    try:
        return loop.run_until_complete(coroutine)
    finally:
        loop.close()


@pytest.fixture(autouse=True)
def _nothing_is_late(monkeypatch):
    monkeypatch.setattr(admission, "BEHIND", [])


class Crowd:
    """Requests, each of which takes so many seconds once it is let in; and what became of each kind."""

    def __init__(self, takes=0.02):
        self.admission, self.takes = Admission(), takes
        self.done, self.refused = Counter(), Counter()
        self.order, self.again, self.waits = [], [], {work: [] for work in Work}

    async def ask(self, work, takes=None):
        came = asyncio.get_running_loop().time()
        try:
            since = await self.admission.enter(work)
        except Busy as busy:
            self.refused[work] += 1
            self.waits[work].append(asyncio.get_running_loop().time() - came)
            self.again.append(busy.again)
            return
        self.order.append(work)
        self.waits[work].append(since - came)
        await asyncio.sleep(self.takes if takes is None else takes)
        self.admission.leave(work, since)
        self.done[work] += 1

    async def rush(self, rates, seconds):
        """So many of each kind a second."""
        rng, tasks = random.Random(1), []
        for work, rate in rates.items():
            due = 0.0
            while (due := due + rng.expovariate(rate)) < seconds:
                tasks.append(self._later(due, work))
        await asyncio.gather(*tasks)

    async def _later(self, seconds, work):
        await asyncio.sleep(seconds)
        await self.ask(work)


def test_who_finds_room_waits_for_nobody():
    crowd = Crowd()
    run(crowd.rush({Work.MOVE: 10, Work.PAGE: 10, Work.SEARCH: 5}, 20))
    assert not crowd.refused
    assert max(crowd.waits[Work.MOVE]) < 0.1


def test_moves_come_first_then_tables_forms_pages_who_looks_on_and_searches():
    async def all_at_once():
        crowd = Crowd()
        before = [asyncio.create_task(crowd.ask(Work.PAGE)) for _ in range(QUICK)]
        await asyncio.sleep(0)
        kinds = [work for work in TERMS for _ in range(2)]
        random.Random(2).shuffle(kinds)
        await asyncio.gather(*before, *(crowd.ask(work) for work in kinds))
        return crowd.order[QUICK:]

    assert run(all_at_once()) == [work for work in TERMS for _ in range(2)]


def test_of_more_than_can_be_done_moves_are_quick_and_the_rest_is_refused_at_once():
    """100 moves a second can be done; of 80 moves and as many pages and searches there is too much."""
    crowd = Crowd()
    run(crowd.rush({Work.MOVE: 80, Work.PAGE: 80, Work.SEARCH: 40}, 60))
    assert crowd.refused[Work.MOVE] < crowd.done[Work.MOVE] / 100
    assert sorted(crowd.waits[Work.MOVE])[-50] < 0.15
    assert crowd.refused[Work.SEARCH] > crowd.done[Work.SEARCH]
    # What the moves leave is done, and nobody has waited in vain for longer than that kind may.
    assert sum(crowd.done.values()) > 0.95 * 100 * 60
    assert all(max(crowd.waits[work]) <= TERMS[work].patience + 0.01 for work in TERMS if crowd.waits[work])


def test_too_many_moves_do_not_make_each_other_slow():
    crowd = Crowd()
    run(crowd.rush({Work.MOVE: 300}, 30))
    assert crowd.done[Work.MOVE] > 0.95 * 100 * 30
    assert max(crowd.waits[Work.MOVE]) <= TERMS[Work.MOVE].patience + 0.01
    assert crowd.refused[Work.MOVE] > 180 * 30
    # They do not come back together.
    least, most = TERMS[Work.MOVE].again
    assert {*crowd.again} == {*range(least, most + 1)}


def test_after_a_rush_everything_is_as_before():
    async def rush_and_rest():
        crowd = Crowd()
        await crowd.rush(dict.fromkeys(TERMS, 60), 10)
        crowd.refused.clear()
        await asyncio.sleep(0.1)
        await crowd.rush({Work.MOVE: 10, Work.PAGE: 10, Work.SEARCH: 5}, 10)
        return crowd.refused, crowd.admission.inside, [*map(len, crowd.admission._waiting.values())]

    assert run(rush_and_rest()) == (Counter(), 0, [0] * len(TERMS))


def test_if_those_inside_stand_still_others_are_let_in_and_the_last_places_are_for_moves():
    async def blocked():
        crowd = Crowd()
        held = [asyncio.create_task(crowd.ask(Work.SEARCH, 60)) for _ in range(20)]
        held += [asyncio.create_task(crowd.ask(Work.PAGE, 60)) for _ in range(20)]
        await asyncio.sleep(2 * max(TERMS[work].patience for work in (Work.SEARCH, Work.PAGE)))
        inside = crowd.admission.inside
        came = asyncio.get_running_loop().time()
        await crowd.ask(Work.MOVE)
        took = asyncio.get_running_loop().time() - came
        await asyncio.gather(*held)
        return inside, took, crowd.refused[Work.PAGE] + crowd.done[Work.PAGE]

    inside, took, pages = run(blocked())
    assert inside == TERMS[Work.PAGE].below
    assert took < STILL
    assert pages == 20


def test_who_leaves_while_waiting_takes_no_place():
    async def leave():
        admission = Admission()
        inside = [await admission.enter(Work.PAGE) for _ in range(QUICK)]

        async def waiting():
            task = asyncio.create_task(admission.enter(Work.PAGE))
            await asyncio.sleep(0)
            return task

        gone, goes, comes = [await waiting() for _ in range(3)]
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        # A moment before its turn comes, and a moment after.
        goes.cancel()
        admission.leave(Work.PAGE, inside.pop())
        comes.cancel()
        await asyncio.gather(goes, comes, return_exceptions=True)
        return admission.inside, len(admission._waiting[Work.PAGE])

    assert run(leave()) == (QUICK - 1, 0)


def test_a_move_waits_for_what_others_have_led_to(monkeypatch):
    """If it is late for longer than a moment, which only those can tell who come in time."""
    monkeypatch.setattr(admission, "BEHIND", [lambda: LATE + 0.1])
    rush, seldom = Crowd(), Crowd()
    run(rush.rush(dict.fromkeys((Work.MOVE, Work.PAGE), 20), 5))
    assert 0 < rush.done[Work.MOVE] < rush.refused[Work.MOVE] / 5

    async def now_and_then():
        for _move in range(10):
            await seldom.ask(Work.MOVE)
            await asyncio.sleep(2)

    run(now_and_then())
    assert rush.refused[Work.PAGE] == seldom.refused[Work.MOVE] == 0


@pytest.mark.parametrize(
    ("method", "path", "known", "work"),
    [
        ("POST", "/api/v1/matches/{}/actions/", True, Work.MOVE),
        ("GET", "/api/v1/matches/{}/actions/", True, Work.TABLE),
        ("GET", "/matches/{}/table/", True, Work.TABLE),
        ("GET", "/matches/{}/table/?watching=true", True, Work.WATCHED),
        ("GET", "/api/v1/matches/{}/stream/", True, Work.STREAM),
        ("GET", "/api/v1/matches/{}/stream/", False, Work.WATCHED),
        ("GET", "/decks/", False, Work.PAGE),
        ("POST", "/sign-in/", False, Work.SENT),
        ("GET", "/cards/", True, Work.SEARCH),
        ("GET", "/healthz", False, Work.HEALTH),
    ],
)
def test_what_a_request_asks_for(method, path, known, work):
    address, _mark, query = path.format("00000000-0000-4000-8000-000000000000").partition("?")
    asked = dict(part.split("=") for part in query.split("&")) if query else {}
    assert work_of(resolve(address).func, method, asked, known=known) is work


class Blocked(Handler):
    """Pages of one address wait in their threads until the gate opens; all else is answered."""

    def __init__(self):
        super().__init__()
        self.gate, self.threads = threading.Event(), []

    def get_response(self, request):
        if request.path_info == "/rules/":
            assert self.gate.wait(60)
        self.threads.append(threading.current_thread().name)
        return HttpResponse(b"answered")


def test_a_move_that_is_refused_counts_from_when_it_was_first_sent(monkeypatch):
    """With its receipt, and only if it is the same move that is sent again."""
    now = [1000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    late = [True]
    monkeypatch.setattr(admission, "BEHIND", [lambda: 60.0 * late[0]])
    monkeypatch.setattr(admission, "LASTS", -1.0)
    waited = []

    class Noting(Handler):
        def get_response(self, request):
            waited.append(round(time.monotonic() - arrival()))
            return HttpResponse(b"answered")

    async def send():
        handler = Noting()

        async def sent(receipt=b"", body=b'{"version": 1}'):
            move = Asked(handler, MOVE, session="ada", method="POST", body=body, receipt=receipt)
            await move.task
            return move.headers.get(b"x-arrived", b"")

        first = await sent()
        now[0] += 3
        again = await sent(first)
        now[0] += 4
        late[0] = False
        for receipt, body in ((again, b'{"version": 1}'), (again, b'{"version": 2}'), (b"made up", b"{}")):
            assert await sent(receipt, body) == b""
        now[0] += HOLDS
        await sent(again)

    run_soon(send())
    assert waited == [7, 0, 0, 0]


MOVE = "/api/v1/matches/00000000-0000-4000-8000-000000000000/actions/"


def test_while_all_threads_are_blocked_a_move_gets_in_and_a_search_is_told_to_come_back():
    async def blocked():
        handler = Blocked()
        held = [Asked(handler, address=f"192.0.2.{number}") for number in range(TERMS[Work.PAGE].below)]
        await until(lambda: handler._admission.inside == TERMS[Work.PAGE].below)
        move = Asked(handler, MOVE, address="198.51.100.1", session="ada", method="POST")
        health = Asked(handler, "/healthz", address="198.51.100.2")
        await asyncio.gather(move.task, health.task)
        # Now nothing has moved for as long as a search may wait.
        handler._admission._moved -= 60
        program = Asked(handler, "/api/v1/cards/", address="198.51.100.3")
        person = Asked(handler, "/cards/", address="198.51.100.4", accept="text/html")
        sender = Asked(handler, "/decks/new/", address="198.51.100.5", accept="text/html", method="POST")
        began = asyncio.get_running_loop().time()
        await asyncio.gather(program.task, person.task, sender.task)
        took = asyncio.get_running_loop().time() - began
        handler.gate.set()
        await asyncio.gather(*(each.task for each in held))
        return [each.status for each in held], move, health, (program, person, sender), took, handler

    held, move, health, refused, took, handler = run_soon(blocked())
    assert {*held, move.status, health.status} == {200}
    assert any(name.startswith("aside") for name in handler.threads)
    program, person, sender = refused
    assert [each.status for each in refused] == [503] * 3
    assert took < 1
    for each, work in zip(refused, (Work.SEARCH, Work.SEARCH, Work.SENT), strict=True):
        least, most = TERMS[work].again
        assert least <= int(each.headers[b"retry-after"]) <= most
        assert each.headers[b"cache-control"] == b"no-store"
    assert program.headers[b"content-type"] == b"application/problem+json"
    assert json.loads(program.body)["code"] == "busy"
    assert "tries again by itself" in person.body.decode()
    assert 'http-equiv="refresh"' in person.body.decode()
    assert 'http-equiv="refresh"' not in sender.body.decode()


def test_the_threads_of_an_address_are_fewer_than_pages_may_have():
    assert settings.FAIR_SHARES["requests"].address < TERMS[Work.PAGE].below
    assert settings.FAIR_SHARES["expensive"].address < TERMS[Work.SEARCH].below
    waits = [terms.below for terms in TERMS.values()]
    assert waits == sorted(waits, reverse=True)
