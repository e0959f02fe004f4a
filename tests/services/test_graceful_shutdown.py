"""How requests under way are answered when the process ends."""

import asyncio
import json

import pytest

from phylo.serving.graceful_shutdown import OpenRequests

SOON = 60  # seconds
STREAM = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(b"Content-Type", b"text/event-stream")],
}


class Visit:
    """A request whose application waits halfway until `go` is set."""

    def __init__(
        self, site: OpenRequests, method: str = "GET", path: str = "/", accept: bytes = b"*/*"
    ) -> None:
        headers = [(b"accept", accept)]
        self.scope = {"type": "http", "method": method, "path": path, "headers": headers, "visit": self}
        self.go, self.said = asyncio.Event(), []
        self.task = asyncio.ensure_future(site(self.scope, self.receive, self.send))

    async def receive(self):
        await asyncio.Event().wait()

    async def send(self, message):
        self.said.append(message)

    @property
    def status(self):
        return self.said[0]["status"] if self.said else None

    @property
    def whole(self):
        return len(self.said) > 1 and not self.said[-1].get("more_body", False)


async def slow(scope, receive, send):
    await scope["visit"].go.wait()
    await send({"type": "http.response.start", "status": 201, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})


async def live(scope, receive, send):
    if scope["path"] == "/later":
        await scope["visit"].go.wait()
    await send(STREAM)
    await send({"type": "http.response.body", "body": b"data: 1\n\n", "more_body": True})
    await receive()


def within_soon(run):
    async def bounded():
        async with asyncio.timeout(SOON):
            await run()

    asyncio.run(bounded())


async def started(*visits):
    await asyncio.sleep(0)
    return visits


def test_who_waits_is_told_and_what_comes_later_is_not_sent():
    async def run():
        site = OpenRequests(slow, alone=True)
        reader, writer = await started(Visit(site), Visit(site, "POST"))
        assert site.computing
        await site.refuse_others()
        for visit in (reader, writer):
            assert (visit.status, visit.whole) == (503, True)
            assert json.loads(visit.said[1]["body"])["status"] == 503
            assert (b"retry-after", b"3") in visit.said[0]["headers"]
            assert (b"connection", b"close") in visit.said[0]["headers"]
        assert site.computing
        for visit in (reader, writer):
            visit.go.set()
            await visit.task
            assert len(visit.said) == 2
        assert not site.computing

    within_soon(run)


def test_who_was_answered_is_not_told_anything_else():
    async def run():
        site = OpenRequests(slow, alone=True)
        (visit,) = await started(Visit(site, "POST"))
        visit.go.set()
        await visit.task
        await site.refuse_others()
        assert (visit.status, visit.said[-1]["body"]) == (201, b"done")

    within_soon(run)


def test_of_several_processes_a_reader_is_left_to_another():
    async def run():
        site = OpenRequests(slow, alone=False)
        reader, writer = await started(Visit(site), Visit(site, "POST"))
        await site.refuse_others()
        assert (reader.status, writer.status) == (None, 503)

    within_soon(run)


@pytest.mark.parametrize(
    ("path", "accept", "page"),
    [
        ("/", b"text/html,*/*;q=0.8", True),
        ("/", b"application/json", False),
        ("/api/v1/cards/", b"text/html", False),
    ],
)
def test_people_are_shown_a_page(path, accept, page):
    async def run():
        site = OpenRequests(slow, alone=True)
        (visit,) = await started(Visit(site, "GET", path, accept))
        await site.refuse_others()
        assert visit.status == 503
        assert (b"<h1" in visit.said[1]["body"]) is page

    within_soon(run)


def test_streams_end_whole_and_ask_for_no_thread():
    """Streams that begin only then end too. The applications are not told that the client has gone."""

    async def run():
        site = OpenRequests(live, alone=True)
        early, late = await started(Visit(site), Visit(site, path="/later"))
        assert (early.status, early.whole, late.status) == (200, False, None)
        await site.end_streams()
        late.go.set()
        await asyncio.sleep(0.01)
        assert (early.whole, late.whole) == (True, True)
        assert not site.computing
        assert not early.task.done()

    within_soon(run)


def test_who_reads_nothing_holds_up_nobody():
    class Stuck(Visit):
        async def send(self, message):
            await super().send(message)
            if self.go.is_set():
                await asyncio.Event().wait()

    async def run():
        site = OpenRequests(live, alone=True)
        stuck, other = await started(Stuck(site), Visit(site))
        stuck.go.set()
        await site.end_streams()
        assert other.whole

    within_soon(run)
