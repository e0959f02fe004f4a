"""
What the web worker calls (static/js/offline/worker.js): `start` once, then `answer`, `stream`, `work` and
`changed`; the first time `warm_up` before it. All in one thread, one after another; only streams go on
between calls, in Pyodide's event loop.
"""

import asyncio
import gc
import io
import logging
import os
import random
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes, urlsplit

if TYPE_CHECKING:
    from django.core.handlers.wsgi import WSGIHandler
    from django.http.response import HttpResponseBase

    from phylo.offline.cookies import Jar

logger = logging.getLogger(__name__)

NOTED = 1
"""Rows that a sweep writes where nothing was to be done: what time it is. That alone is not worth storing."""

WARM = (
    "/", "/play/", "/play/computer/", "/cards/", "/cards/?q=wolf", "/cards/lion/", "/decks/",
    "/learn/lessons/",
)  # fmt: skip
"""Pages that show whatever most pages need; each is one that people often begin with."""

Headers = Sequence[tuple[str, str]]


@dataclass
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes


@dataclass
class Stream(Answer):
    """An open stream of events; `body` is the refusal where `status` is not 200."""

    task: "asyncio.Future[None] | None" = None

    def cancel(self) -> None:
        if self.task is not None:
            self.task.cancel()


class Device:
    """The site on this device."""

    def __init__(self, data: Path) -> None:
        from phylo.jobs import queue, thinker
        from phylo.offline.cookies import Jar
        from phylo.offline.tasks import Tasks

        self.tasks = Tasks()
        queue.here = self.tasks
        thinker.elsewhere = self.tasks.thoughts.compute
        self.jar = Jar(data / "cookies.json")
        self.written = True
        self._rows = 0

    def respond(self, method: str, url: str, headers: Headers, body: bytes) -> "HttpResponseBase":
        from django.core.handlers.wsgi import WSGIRequest

        from phylo.http.arrival import note_arrival

        note_arrival()
        request = WSGIRequest(environment(method, url, headers, body, self.jar))
        response = handler().get_response(request)
        # Nobody may read on while the next request is answered.
        self.written |= self.jar.keep([cookie.OutputString() for cookie in response.cookies.values()])
        return response

    def look(self, *, unless: int = 0) -> None:
        """Note whether the database was written, unless it was so few rows."""
        from django.db import connection

        rows = 0 if connection.connection is None else connection.connection.total_changes
        self.written |= rows - self._rows > unless
        self._rows = rows


_device: Device | None = None


def device() -> Device:
    assert _device is not None, "start comes first"
    return _device


@cache
def handler() -> "WSGIHandler":
    from django.core.handlers.wsgi import WSGIHandler

    return WSGIHandler()


def start(data: str) -> None:
    """Set the site up on the folder `data`; the database in it is made, or brought up to date, if need be."""
    global _device
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "phylo.offline.settings",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        "OWN_DEVICE": "1",
        "PHYLO_DATA": data,
        "PHYLO_PLAIN": "1",
        "WEB_PROCESSES": "1",
    }
    import django
    from django.apps import apps

    if not apps.ready:
        django.setup(set_prefix=False)
    from phylo.offline import database, nesting

    # Otherwise every start from the same memory has the same chance.
    random.seed()
    nesting.refuse()
    database.bring_up_to_date()
    _device = Device(Path(data))


def warm_up(data: str, languages: str) -> None:
    """
    Start, and show some pages in one of the `languages` of the browser, so that what they need is in memory.
    It is left so that this memory can be kept and Python go on from there later, where there is nothing of
    this process but its memory: `start` comes next.
    """
    global _device
    from django.core.cache import caches
    from django.db import connections

    from phylo.offline import tasks

    start(data)
    headers = [("accept", "text/html"), ("accept-language", languages)]
    for path in WARM:
        answer("GET", f"http://localhost{path}", headers, b"")
    tasks.import_tasks()
    connections.close_all()
    for each in caches.all():
        each.clear()
    _device = None
    # What is there now stays: it need not be looked through for rubbish again.
    gc.collect()
    gc.freeze()


def answer(method: str, url: str, headers: Iterable[tuple[str, str]], body: bytes) -> Answer:
    """Never raises."""
    from django.http.response import StreamingHttpResponse

    try:
        response = device().respond(method, url, list(headers), bytes(body))
        try:
            assert not (isinstance(response, StreamingHttpResponse) and response.is_async), "see `stream`"
            parts = b"".join(response)
        finally:
            response.close()
        return Answer(response.status_code, said(response), parts)
    except Exception:
        return failed()
    finally:
        device().look()


def stream(url: str, headers: Iterable[tuple[str, str]], send: Callable[[bytes], object]) -> Stream:
    """
    Events of the site, each sent as it comes, and at the end b"". Never raises; where there are none, the
    answer says so.
    """
    from phylo.serving.handler import LiveResponse

    try:
        response = device().respond("GET", url, list(headers), b"")
        if not isinstance(response, LiveResponse):
            body = b"" if response.streaming else response.content  # type: ignore[attr-defined]
            response.close()
            return Stream(response.status_code, said(response), body)
        events: AsyncIterator[bytes] = aiter(response)
        task = asyncio.ensure_future(_send_all(events, send, response))
        return Stream(response.status_code, said(response), b"", task)
    except Exception:
        wrong = failed()
        return Stream(wrong.status, wrong.headers, wrong.body)
    finally:
        device().look()


async def _send_all(
    events: AsyncIterator[bytes], send: Callable[[bytes], object], response: "HttpResponseBase"
) -> None:
    try:
        async for event in events:
            send(event)
    except asyncio.CancelledError:
        return
    except Exception:
        logger.exception("a stream has ended")
    finally:
        response.close()
        device().look()
    send(b"")


def work() -> float | None:
    """Do one task that waits, such as a turn of the computer; in how many seconds to call again."""
    here = device()
    here.look()
    here.look(unless=0 if here.tasks.work() else NOTED)
    return here.tasks.wants()


def think_elsewhere(send: Callable[[bytes], object]) -> None:
    """Give what is to be thought to a second worker, by `send`; `thought` takes the answers, in order."""
    device().tasks.thoughts.send = lambda call: send(call)


def thought(answer: bytes | None) -> float:
    """What the second worker has answered, None if it has ended. In how many seconds to call `work`."""
    here = device()
    here.tasks.answered(None if answer is None else bytes(answer))
    here.look()
    return here.tasks.wants()


def changed() -> bool:
    """Whether anything in the folder was written since this was last asked."""
    here = device()
    here.look()
    written, here.written = here.written, False
    return written


def said(response: "HttpResponseBase") -> list[tuple[str, str]]:
    cookies = [("Set-Cookie", cookie.OutputString()) for cookie in response.cookies.values()]
    return [*response.items(), *cookies]


def failed() -> Answer:
    """What the site could not even say itself."""
    logger.exception("no answer")
    text = (
        "This page could not be made. Go back, or load it again; what is kept on this device is still there."
        f"\n\n{traceback.format_exc(limit=-3)}"
    )
    return Answer(
        HTTPStatus.INTERNAL_SERVER_ERROR, [("Content-Type", "text/plain; charset=utf-8")], text.encode()
    )


def environment(method: str, url: str, headers: Headers, body: bytes, jar: "Jar") -> dict[str, Any]:
    """For WSGI."""
    parts = urlsplit(url)
    given = {name.lower(): value for name, value in headers}
    given.setdefault("host", parts.netloc)
    # A service worker does not see it; other sites do not have the token that each form needs.
    given.setdefault("origin", f"{parts.scheme}://{parts.netloc}")
    given["cookie"] = jar.header(given.get("cookie", ""))
    # No answer travels far enough to be compressed.
    given.pop("accept-encoding", None)
    port = parts.port or {"https": 443}.get(parts.scheme, 80)
    fields: dict[str, Any] = {
        "REQUEST_METHOD": method.upper(),
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(parts.path or "/").decode("latin-1"),
        "QUERY_STRING": parts.query,
        "SERVER_NAME": parts.hostname or "localhost",
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": given.pop("content-type", ""),
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": parts.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    given.pop("content-length", None)
    return fields | {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in given.items()}
