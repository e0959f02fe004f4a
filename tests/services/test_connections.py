"""Connections: who is slow or has too many is hung up on, and a lack of files is logged once."""

import asyncio
import errno
import logging
import os
import resource

import pytest
import uvicorn
from uvicorn.server import ServerState

from phylo.http.logs import OnceAMinute
from phylo.serving import connections, front
from phylo.serving.front import BodyLimit

pytestmark = pytest.mark.once
SOON = 60  # seconds


async def hello(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
    await send({"type": "http.response.body", "body": b"hello"})


async def talk(said: list[list[bytes]], application=hello) -> list[bytes]:
    """
    What the server answers to each client until it hangs up. A client says the next thing when it has been
    answered.
    """
    config = uvicorn.Config(application, lifespan="off", log_config=None)
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: connections.Protocol(config, state, {}), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    heard = []
    async with asyncio.timeout(SOON), server:
        pairs = [await asyncio.open_connection("127.0.0.1", port) for _ in said]
        for (reader, writer), words in zip(pairs, said, strict=True):
            for number, each in enumerate(words):
                if number:
                    await reader.readuntil(b"hello")
                writer.write(each)
        for reader, writer in pairs:
            heard.append(await reader.read())
            writer.close()
        while state.connections:
            await asyncio.sleep(0.001)
    return heard


def test_a_head_that_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(connections, "HEAD", 0.05)
    whole = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    assert asyncio.run(talk([[], [whole[:9]], [whole, whole[:9]]])) == [b"", b"", b""]
    assert not connections.Protocol.open_from


def test_an_address_has_only_so_many_connections(monkeypatch, settings):
    monkeypatch.setattr(connections, "HEAD", 0.05)
    settings.CONNECTIONS_PER_ADDRESS = 2
    heard = asyncio.run(talk([[]] * 3))
    assert heard[:2] == [b"", b""]
    assert heard[2].startswith(b"HTTP/1.1 429 ")
    assert b"Retry-After: 5" in heard[2]
    # The proxy's own affair.
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    assert asyncio.run(talk([[]] * 3)) == [b""] * 3
    # But not what the process cannot have.
    monkeypatch.setattr(connections, "most_connections", lambda: 2)
    assert asyncio.run(talk([[]] * 3))[2].startswith(b"HTTP/1.1 503 ")


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(front, "BODY_STARTS", 0.05)
    read = []

    async def reading(scope, receive, send):
        while (message := await receive())["type"] == "http.request" and message["more_body"]:
            read.append(message["body"])
        read.append(message["type"])

    head = b"POST /api/ HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
    (answer,) = asyncio.run(talk([[head + b"1234"]], BodyLimit(reading)))
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"too-slow" in answer
    assert read == [b"1234", "http.disconnect"]


def test_a_flood_is_logged_once(caplog):
    logger = logging.getLogger("tests.flood")
    logger.addFilter(OnceAMinute())
    for _ in range(3):
        lack = OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        logger.error("socket.accept() out of system resource", exc_info=lack)
        logger.warning("another")
    assert [record.message for record in caplog.records] == [
        "socket.accept() out of system resource",
        "another",
    ]


def test_the_limit_of_files_is_raised_as_far_as_it_may_be():
    before, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
        assert connections.most_connections() == 412
        connections.allow_more_files()
        raised = resource.getrlimit(resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, hard))
    wanted = connections.WANTED if hard == resource.RLIM_INFINITY else min(hard, connections.WANTED)
    assert raised == (wanted, hard)
