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
from collections.abc import AsyncIterator, Sequence
from typing import Any

from tests.soak.cluster import CSRF

HERE = "127.0.0.1"
BUSY = 503
RECONNECT = 1.0, 2.0  # seconds, from and to, if the site has not said when a stream may be opened again
REFUSED = 2.5  # seconds, before a refused stream is opened again (static/js/table/stream.js)
LONGEST, SOON = 20.0, 3.0  # seconds, before anything, and what belongs to a table, is tried again
PART = re.compile(r'<[^>]*\bdata-part="([^"]+)"')
SAME = re.compile(r'\bdata-same="([^"]+)"')
RETRY_AFTER = re.compile(r"(?mi)^retry-after: *([0-9]+)")
CONTENT_LENGTH = re.compile(r"(?mi)^content-length: *([0-9]+)")
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
    (static/js/table/fragment.js). Each request goes to any of the `ports` that accepts, as behind a proxy.
    """

    def __init__(self, ports: Sequence[int], session: str, path: str, *, looks: bool) -> None:
        self.ports, self.session, self.path, self.looks = ports, session, path, looks
        self.last, self.told_of, self.shows = "", -1, -1
        self.faults: list[str] = []
        self.status = 0
        """Of its last try to open its stream; 0 if there was no answer."""
        self.listens = False
        """Whether its stream is open now."""
        self.broken: list[float] = []
        """When its stream broke, or what it asked for, by `time.perf_counter`."""
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
        """To be asked for before the version can be, if its moment counts."""
        sight, now = Sight(version), time.perf_counter()
        if version <= self.told_of:
            sight.told.set_result(now)
        if version <= self.shows:
            sight.shown.set_result(now)
        elif not self.looks or version > self.told_of:
            self.sights.append(sight)
        else:
            self._look(version, [sight])
        return sight

    async def post(self, order: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        status, body = await ask(self.ports, f"/api/v1{self.path}actions/", self.session, order)
        return status, json.loads(body)

    async def insist(self, order: dict[str, Any]) -> tuple[int, dict[str, Any], list[int]]:
        """
        The same, sent again until it is answered, as its script does (static/js/table/play.js); and the
        statuses that were no answer, 0 if there was none.
        """
        vain: list[int] = []
        while True:
            status, again = 0, 0.0
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                path = f"/api/v1{self.path}actions/"
                async with connected(self.ports, path, self.session, order) as (status, reader, head):
                    body = await reader.read()
                    if status < 500:
                        return status, json.loads(body), vain
                    again = retry_after(head) if status == BUSY else 0.0
            tried = len(vain)
            vain.append(status)
            await asyncio.sleep(later(again, tried, SOON) if again else min(0.5 * 2**tried, SOON))

    async def close(self) -> None:
        tasks = [self.listening, *self.fetching]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> None:
        """Like a browser's EventSource: who is cut off comes back with what was told last."""
        refused, wait = 0, random.uniform(*RECONNECT)
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                async for name, value in self._lines():
                    if name == "retry":
                        wait = int(value) / 1000
                    elif name == "id":
                        self.last = value
                    elif name == "data" and value.startswith("{"):
                        self._told(json.loads(value), time.perf_counter())
            if self.listens:
                self.broken.append(time.perf_counter())
                self.listens, refused = False, 0
            if self.status in (0, 200):
                await asyncio.sleep(wait)
            else:
                await asyncio.sleep(later(REFUSED, refused, SOON))
                refused += 1

    async def _lines(self) -> AsyncIterator[tuple[str, str]]:
        last = {"Last-Event-ID": self.last} if self.last else {}
        self.status = 0
        async with connected(self.ports, self._stream, self.session, **last) as (status, reader, _head):
            self.status = status
            if status != 200:
                self.faults += [] if status == BUSY else [f"{self.path}events/: {status}"]
                return
            self.listens = True
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
        self.told_of = max(self.told_of, version)
        told = [sight for sight in self.sights if sight.version <= version]
        self.sights = [sight for sight in self.sights if sight.version > version]
        for sight in told:
            sight.told.set_result(when)
        if self.looks and change is not None and self.shown.takes(change):
            self.sizes.append(len(json.dumps(change)))
            self.shows = max(self.shows, version)
            for sight in told:
                sight.shown.set_result(time.perf_counter())
        elif told and self.looks:
            self._look(version, told)

    def _look(self, version: int, told: list[Sight]) -> None:
        task = asyncio.create_task(self._show(version, told))
        self.fetching.add(task)
        task.add_done_callback(self.fetching.discard)

    async def _show(self, version: int, told: list[Sight]) -> None:
        if await self._fetch(version):
            for sight in told:
                sight.shown.set_result(time.perf_counter())

    async def _fetch(self, version: int) -> bool:
        """Until it is answered (static/js/table/show.js)."""
        path, wait = f"{self.path}table/?part=table&version={version}", 0.3
        while True:
            headers = self.shown.header | {"Accept-Encoding": "gzip"}
            again = 0.0
            try:
                async with connected(self.ports, path, self.session, **headers) as (status, reader, head):
                    body = await whole(reader, head)
            except (OSError, asyncio.IncompleteReadError):
                status = 0
                self.broken.append(time.perf_counter())
            if status == 200:
                break
            if status == BUSY:
                again = later(retry_after(head), 0)
            elif status:
                self.faults.append(f"{path}: {status}")
                return False
            await asyncio.sleep(max(wait, again))
            wait = min(wait * 2, 5.0)
        self.sizes.append(len(body))
        self.shown.replace(unpacked(body))
        self.shows = max(self.shows, version)
        return True


def later(seconds: float, tried: int, most: float = LONGEST) -> float:
    """How long a page waits before it asks a busy site again (static/js/site/busy.js)."""
    return min(seconds * 1.5**tried, max(seconds, most), LONGEST) * random.uniform(1, 1.5)


def retry_after(head: str) -> float:
    """Of a busy site's answer, in seconds."""
    found = RETRY_AFTER.search(head)
    return float(found[1]) if found else 2.0


async def whole(reader: asyncio.StreamReader, head: str) -> bytes:
    """The body of an answer. Raises IncompleteReadError if it was cut off, as by a process that is killed."""
    length = CONTENT_LENGTH.search(head)
    return await (reader.readexactly(int(length[1])) if length else reader.read())


def unpacked(body: bytes) -> str:
    return (gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body).decode()


async def ask(
    ports: Sequence[int],
    path: str,
    session: str,
    body: dict[str, Any] | None = None,
    *,
    source: str = "",
    **headers: str,
) -> tuple[int, bytes]:
    """Status and body of the answer; with a body, sent as JSON, it is a POST. Raises OSError."""
    async with connected(ports, path, session, body, source=source, **headers) as (status, reader, _head):
        return status, await reader.read()


@contextlib.asynccontextmanager
async def connected(
    ports: Sequence[int],
    path: str,
    session: str,
    body: dict[str, Any] | None = None,
    *,
    source: str = "",
    **headers: str,
) -> AsyncIterator[tuple[int, asyncio.StreamReader, str]]:
    """
    The status, what follows the head of the answer, and the head, over a connection of its own: the site
    hangs up on who says nothing for five seconds, and a person thinks longer than that. `source` is the
    client's address; else each session has its own.
    """
    sent = b"" if body is None else json.dumps(body).encode()
    lines = {
        "Host": HERE,
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
    reader, writer = await any_that_accepts(ports, source or address_of(session))
    try:
        writer.write(f"{'POST' if sent else 'GET'} {path} HTTP/1.1\r\n{head}\r\n".encode() + sent)
        answer = await reader.readuntil(b"\r\n\r\n")
        yield int(answer[9:12]), reader, answer.decode("latin-1")
    finally:
        writer.close()


async def any_that_accepts(
    ports: Sequence[int], source: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """As a proxy before several web processes does. Raises OSError."""
    for port in random.sample(ports, len(ports)):
        with contextlib.suppress(ConnectionRefusedError):
            return await asyncio.open_connection(HERE, port, local_addr=(source, 0))
    raise ConnectionRefusedError(f"none of {list(ports)}")


def address_of(session: str) -> str:
    """Of this machine, since all of 127.0.0.0/8 is; the site shares out by address."""
    low, middle, high, _rest = zlib.crc32(session.encode()).to_bytes(4)
    return f"127.{1 + low % 250}.{middle}.{1 + high % 250}"
