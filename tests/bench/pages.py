"""What browsers keep open and ask for, thousands of them in one event loop."""

import asyncio
import base64
import contextlib
import gzip
import json
import random
import re
import time
import zlib
from collections.abc import AsyncIterator
from typing import Any

from tests.soak.cluster import CSRF

HERE = "127.0.0.1"
BUSY = 503
RECONNECT = 1.0  # seconds, as the stream tells a browser
PART = re.compile(r'<[^>]*\bdata-part="([^"]+)"')
SAME = re.compile(r'\bdata-same="([^"]+)"')
DIGEST = re.compile(r'\bdata-(?:digest|same)="([^"]+)"')


class Sight:
    """That a page learns of a version, and then has its table; `time.perf_counter` of both."""

    def __init__(self, version: int) -> None:
        self.version = version
        loop = asyncio.get_running_loop()
        self.told: asyncio.Future[float] = loop.create_future()
        self.shown: asyncio.Future[float] = loop.create_future()


class Shown:
    """The parts of a table that a page shows, with the digests in them (games/table/parts.py)."""

    def __init__(self) -> None:
        self.parts: dict[str, list[str]] = {}

    @property
    def digests(self) -> dict[str, None]:
        return dict.fromkeys(digest for part in self.parts.values() for digest in part)

    @property
    def header(self) -> dict[str, str]:
        digests = "".join(self.digests)
        return {"X-Shown-Parts": digests} if digests else {}

    def takes(self, change: dict[str, str]) -> bool:
        """Whether what the stream has brought fits to what is shown; then it is shown."""
        html = zlib.decompress(base64.b64decode(change["html"])).decode()
        kept = [change["kept"][start : start + 8] for start in range(0, len(change["kept"]), 8)]
        known = self.digests
        if not all(each in known for each in [*kept, *SAME.findall(html)]):
            return False
        self.replace(html)
        return True

    def replace(self, html: str) -> None:
        """Take over the parts that were fetched; the others stay."""
        begun = list(PART.finditer(html))
        ends = [part.start() for part in begun[1:]] + [len(html)]
        for part, end in zip(begun, ends, strict=True):
            self.parts[part[1]] = DIGEST.findall(html, part.start(), end)


class Page:
    """
    A person's page of a match: it listens, and if it `looks` it has a table, of which it fetches what differs
    in the version of which it is told unless its stream brings it, as its script does
    (static/js/table/fragment.js).
    """

    def __init__(self, port: int, session: str, path: str, *, looks: bool) -> None:
        self.port, self.session, self.path, self.looks = port, session, path, looks
        self.last = ""
        self.faults: list[str] = []
        self.sights: list[Sight] = []
        self.listening = asyncio.create_task(self._listen())
        self.fetching: set[asyncio.Task[None]] = set()
        self.opened = asyncio.Event()
        self.shown = Shown()
        self.sizes: list[int] = []

    async def open(self, version: int) -> None:
        """It listens, and shows the whole table of the version."""
        await self.opened.wait()
        if self.looks:
            await self._fetch(version)
            self.sizes.clear()

    def expect(self, version: int) -> Sight:
        """To be asked for before the version can be."""
        sight = Sight(version)
        self.sights.append(sight)
        return sight

    async def post(self, order: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        status, body = await ask(self.port, f"/api/v1{self.path}actions/", self.session, order)
        return status, json.loads(body)

    async def close(self) -> None:
        tasks = [self.listening, *self.fetching]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> None:
        """Like a browser's EventSource: who is cut off comes back with what was told last."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                async for name, value in self._lines():
                    if name == "id":
                        self.last = value
                    elif name == "data" and value.startswith("{"):
                        self._told(json.loads(value), time.perf_counter())
            if self.opened.is_set():
                self.faults.append(f"{self.path}events/: the stream broke")
            await asyncio.sleep(RECONNECT * random.uniform(1, 2))

    async def _lines(self) -> AsyncIterator[tuple[str, str]]:
        last = {"Last-Event-ID": self.last} if self.last else {}
        async with connected(self.port, self._stream, self.session, **last) as (status, reader):
            if status != 200:
                self.faults += [] if status == BUSY else [f"{self.path}events/: {status}"]
                return
            # Lines with the size of a chunk lie between those of the events, and have no colon.
            while line := await reader.readline():
                name, colon, value = line.decode().strip().partition(": ")
                if colon:
                    yield name, value

    @property
    def _stream(self) -> str:
        return f"/api/v1{self.path}stream/{'?changes=true' if self.looks else ''}"

    def _told(self, news: dict[str, Any], when: float) -> None:
        self.opened.set()
        version, change = news["version"], news.get("change")
        told = [sight for sight in self.sights if sight.version <= version]
        self.sights = [sight for sight in self.sights if sight.version > version]
        for sight in told:
            sight.told.set_result(when)
        if self.looks and change is not None and self.shown.takes(change):
            self.sizes.append(len(json.dumps(change)))
            for sight in told:
                sight.shown.set_result(time.perf_counter())
        elif told and self.looks:
            task = asyncio.create_task(self._show(version, told))
            self.fetching.add(task)
            task.add_done_callback(self.fetching.discard)

    async def _show(self, version: int, told: list[Sight]) -> None:
        if await self._fetch(version):
            for sight in told:
                sight.shown.set_result(time.perf_counter())

    async def _fetch(self, version: int) -> bool:
        path = f"{self.path}table/?part=table&version={version}"
        try:
            status, body = await ask(
                self.port, path, self.session, **self.shown.header, **{"Accept-Encoding": "gzip"}
            )
        except (OSError, asyncio.IncompleteReadError) as error:
            status, body = repr(error), b""
        if status == BUSY:
            await asyncio.sleep(random.uniform(1, 2))
            return await self._fetch(version)
        if status != 200:
            self.faults.append(f"{path}: {status}")
            return False
        self.sizes.append(len(body))
        self.shown.replace(unpacked(body))
        return True


def unpacked(body: bytes) -> str:
    return (gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body).decode()


async def ask(
    port: int,
    path: str,
    session: str,
    body: dict[str, Any] | None = None,
    *,
    source: str = "",
    **headers: str,
) -> tuple[int, bytes]:
    """Status and body of the answer; with a body, sent as JSON, it is a POST. Raises OSError."""
    async with connected(port, path, session, body, source=source, **headers) as (status, reader):
        return status, await reader.read()


@contextlib.asynccontextmanager
async def connected(
    port: int,
    path: str,
    session: str,
    body: dict[str, Any] | None = None,
    *,
    source: str = "",
    **headers: str,
) -> AsyncIterator[tuple[int, asyncio.StreamReader]]:
    """
    The status, and what follows the head of the answer, over a connection of its own: the site hangs up on
    who says nothing for five seconds, and a person thinks longer than that. `source` is the client's address;
    else each session has its own.
    """
    sent = b"" if body is None else json.dumps(body).encode()
    lines = {
        "Host": f"127.0.0.1:{port}",
        "Connection": "close",
        "Cookie": f"csrftoken={CSRF}; sessionid={session}",
    } | headers
    if sent:
        lines |= {
            "Content-Type": "application/json",
            "Content-Length": str(len(sent)),
            "X-CSRFToken": CSRF,
        }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=(source or address_of(session), 0))
    try:
        writer.write(f"{'POST' if sent else 'GET'} {path} HTTP/1.1\r\n{head}\r\n".encode() + sent)
        answer = await reader.readuntil(b"\r\n\r\n")
        yield int(answer[9:12]), reader
    finally:
        writer.close()


def address_of(session: str) -> str:
    """Of this machine, since all of 127.0.0.0/8 is; the site shares out by address."""
    low, middle, high, _rest = zlib.crc32(session.encode()).to_bytes(4)
    return f"127.{1 + low % 250}.{middle}.{1 + high % 250}"
