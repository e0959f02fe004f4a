"""Fair shares: no client takes the threads and streams that others need."""

import asyncio
import json
import threading

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.urls import get_resolver

from phylo.http.limits import WHILE_SENT
from phylo.serving.handler import Handler, LiveResponse
from phylo.serving.shares import Client, Full, Limits, Shares

SOON = 60  # seconds
GREEDY, OTHER = "192.0.2.1", "2001:db8::1"
SEARCH, PAGE, STREAM = "/cards/", "/rules/", "/api/v1/stream/"


class Asked:
    """A request to a handler, and what it has been answered so far. `leave` ends the connection."""

    def __init__(
        self,
        handler,
        path=PAGE,
        *,
        address=GREEDY,
        session="",
        accept="*/*",
        method="GET",
        body=b"",
        receipt=b"",
    ):
        self.status, self.headers, self.body, self.left = 0, {}, b"", asyncio.Event()
        cookie = f"{settings.SESSION_COOKIE_NAME}={session}".encode()
        headers = [(b"accept", accept.encode()), *([(b"cookie", cookie)] if session else [])]
        headers += [(b"content-length", str(len(body)).encode()), (b"x-arrived", receipt)]
        scope = {
            "type": "http", "method": method, "path": path, "query_string": b"", "headers": headers,
            "client": (address, 1),
        }  # fmt: skip
        self.received = iter([{"type": "http.request", "body": body}])
        self.task = asyncio.create_task(handler(scope, self.receive, self.send))

    async def receive(self):
        if (message := next(self.received, None)) is None:
            await self.left.wait()
        return message or {"type": "http.disconnect"}

    async def send(self, message):
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.lower(): value for name, value in message["headers"]}
        self.body += message.get("body", b"")
        if message["type"] == "http.response.body" and not message.get("more_body"):
            self.left.set()

    async def leave(self):
        self.left.set()
        await self.task


class Gated(Handler):
    """Requests of GREEDY wait in their thread until the gate opens."""

    def __init__(self):
        super().__init__()
        self.gate, self.lock, self.computing, self.most = threading.Event(), threading.Lock(), 0, 0

    def get_response(self, request):
        if request.META["REMOTE_ADDR"] == GREEDY:
            with self.lock:
                self.computing += 1
                self.most = max(self.most, self.computing)
            assert self.gate.wait(SOON)
            with self.lock:
                self.computing -= 1
        return HttpResponse(b"answered")


def run(coroutine):
    async def soon():
        async with asyncio.timeout(SOON):
            return await coroutine

    return asyncio.run(soon())


async def until(done):
    while not done():
        await asyncio.sleep(0.001)


@pytest.mark.once
@pytest.mark.parametrize(("path", "kind"), [(SEARCH, "expensive"), (PAGE, "requests")])
def test_while_one_address_has_its_share_others_are_answered(monkeypatch, path, kind):
    """A hundred and more at the same time."""
    limits = settings.FAIR_SHARES[kind]._replace(waiting=100)
    monkeypatch.setitem(settings.FAIR_SHARES, kind, limits)

    async def greed():
        handler = Gated()
        greedy = [Asked(handler, path) for _ in range(limits.address + limits.waiting + 7)]
        await until(lambda: sum(bool(each.status) for each in greedy) == 7)
        other = Asked(handler, path, address=OTHER)
        await other.task
        assert (other.status, other.body) == (200, b"answered")
        refused = [each for each in greedy if each.status]
        assert {each.status for each in refused} == {429}
        assert json.loads(refused[0].body)["code"] == "too-many"
        assert int(refused[0].headers[b"retry-after"]) > 0
        handler.gate.set()
        await asyncio.gather(*(each.task for each in greedy))
        assert sum(each.status == 200 for each in greedy) == limits.address + limits.waiting
        return handler.most, limits.address

    most, allowed = run(greed())
    assert most == allowed


@pytest.mark.once
def test_a_person_is_refused_with_a_page(monkeypatch):
    monkeypatch.setitem(settings.FAIR_SHARES, "requests", Limits(1, 1))

    async def ask():
        handler = Gated()
        first, second = (Asked(handler, accept="text/html") for _ in range(2))
        await second.task
        handler.gate.set()
        await first.task
        return first.status, second.status, second.body.decode()

    first, second, page = run(ask())
    assert (first, second) == (200, 429)
    assert "Your address asks for too much at the same time" in page


@pytest.mark.once
def test_who_hangs_up_keeps_the_share_until_its_thread_has_ended(monkeypatch):
    monkeypatch.setitem(settings.FAIR_SHARES, "requests", Limits(1, 1, 1, 1))

    async def hang_up():
        handler = Gated()
        gone = Asked(handler)
        await until(lambda: handler.computing)
        await gone.leave()
        waiting, third = Asked(handler), Asked(handler)
        await third.task
        # One who waits and hangs up makes room for another who waits.
        await waiting.leave()
        fourth = Asked(handler)
        handler.gate.set()
        await fourth.task
        return handler.most, third.status, fourth.status

    assert run(hang_up()) == (1, 429, 200)


@pytest.mark.once
def test_streams_are_counted_until_they_end(monkeypatch):
    monkeypatch.setitem(settings.FAIR_SHARES, "streams", Limits(3, 2))

    class Live(Handler):
        def get_response(self, request):
            async def events():
                yield "data: 1\n\n"
                await asyncio.Event().wait()

            return LiveResponse(events())

    async def open_streams():
        handler = Live()
        statuses = []

        async def opened(address, session):
            asked = Asked(handler, STREAM, address=address, session=session)
            await until(lambda: asked.body)
            statuses.append(asked.status)
            return asked

        first = await opened(GREEDY, "ada")
        held = [await opened(GREEDY, "ada") for _ in range(2)]
        held += [await opened(GREEDY, "ben"), await opened(GREEDY, "cleo"), await opened(OTHER, "ada")]
        await first.leave()
        held.append(await opened(GREEDY, "ben"))
        await asyncio.gather(*(each.leave() for each in held))
        assert handler._sent["streams"].taken == 0
        return statuses

    assert run(open_streams()) == [200, 200, 429, 200, 429, 200, 200]


@pytest.mark.once
def test_turns_go_around_among_the_sessions_of_an_address():
    async def take_turns():
        shares = Shares(Limits(2, 1, 5, 2), most=None)
        ada, ben = Client("a", "ada"), Client("a", "ben")
        got = []

        async def take(client):
            await shares.take(client)
            got.append(client.session)

        await take(ada)
        adas = [asyncio.create_task(take(ada)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Full):
            await shares.take(ada)
        await take(ben)
        bens = asyncio.create_task(take(ben))
        await asyncio.sleep(0)
        shares.give_back(ben)
        await bens
        assert got == ["ada", "ben", "ben"]
        # Cancelled at the very moment at which its turn comes.
        shares.give_back(ada)
        adas[0].cancel()
        await asyncio.gather(*adas, return_exceptions=True)
        assert got == ["ada", "ben", "ben", "ada"]
        shares.give_back(ada)
        shares.give_back(ben)
        return shares.taken, shares._queues

    assert run(take_turns()) == (0, {})


@pytest.mark.once
def test_when_all_have_what_there_is_nobody_gets_more():
    shares = Shares(Limits(2, 2), most=1)
    run(shares.take(Client("a", "")))
    with pytest.raises(Full) as refused:
        run(shares.take(Client("b", "")))
    assert refused.value.everybody


@pytest.mark.once
def test_a_class_of_forty_behind_one_address_meets_no_limit():
    """Each with three tabs; all of them print at the same time, while a page of 20 pictures loads."""
    people, tabs, pictures = 40, 3, 20
    shares = settings.FAIR_SHARES
    assert people * tabs <= shares["streams"].address
    assert people <= shares["expensive"].waiting
    assert people * (pictures + 1) <= shares["requests"].waiting
    assert people * (tabs + 6) <= settings.CONNECTIONS_PER_ADDRESS
    assert get_resolver().reverse_dict.keys() >= WHILE_SENT.keys()
