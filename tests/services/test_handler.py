"""Requests in their threads, as the server runs them."""

import asyncio
import threading
import time

import pytest
from django.conf import settings
from django.db.backends.signals import connection_created
from django.http import HttpResponse

from phylo.serving.admission import QUICK
from phylo.serving.handler import Handler
from tests.factories import PlayerFactory, client_of

SOON = 60  # seconds


@pytest.mark.parametrize("path", ["/cards/", "/api/v1/stream/"])
def test_who_reads_slowly_holds_no_connection(transactional_db, path):
    """Nor does a stream, whose thread is released after the session was saved."""
    cookie = f"{settings.SESSION_COOKIE_NAME}={client_of(PlayerFactory()).cookies['sessionid'].value}"
    scope = {
        "type": "http", "method": "GET", "path": path, "query_string": b"",
        "headers": [(b"host", b"testserver"), (b"cookie", cookie.encode())],
    }  # fmt: skip
    opened, statuses, held = [], [], []

    def note(connection, **_more):
        opened.append(connection)

    async def run():
        asked, begun = iter([{"type": "http.request"}]), asyncio.Event()

        async def receive():
            if (message := next(asked, None)) is None:
                await begun.wait()
            return message or {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.start":
                statuses.append(message["status"])
                # SQLite has no pool: the thread keeps its connection for the next request.
                pooled = (each for each in opened if each.settings_dict["CONN_MAX_AGE"] == 0)
                held.extend(each for each in pooled if each.connection is not None)
            begun.set()

        async with asyncio.timeout(SOON):
            await Handler()(scope, receive, send)

    connection_created.connect(note)
    try:
        asyncio.run(run())
    finally:
        connection_created.disconnect(note)
    assert (statuses, held) == ([200], [])
    assert opened


def test_only_so_many_are_computed_at_once():
    running, most, lock, answered = 0, 0, threading.Lock(), []

    class Slow(Handler):
        def get_response(self, request):
            nonlocal running, most
            with lock:
                running += 1
                most = max(most, running)
            time.sleep(0.02)
            with lock:
                running -= 1
            return HttpResponse()

    async def run():
        handler = Slow()

        async def ask():
            asked, ended = iter([{"type": "http.request"}]), asyncio.Event()

            async def receive():
                if (message := next(asked, None)) is None:
                    await ended.wait()
                return message or {"type": "http.disconnect"}

            async def send(message):
                if message["type"] == "http.response.start":
                    answered.append(message["status"])
                else:
                    ended.set()

            scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
            await handler(scope, receive, send)

        await asyncio.gather(*(ask() for _ in range(12)))

    asyncio.run(run())
    assert (answered, most) == ([200] * 12, QUICK)
