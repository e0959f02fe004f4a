"""
ASGI layers before Django: an id and a log line for each request, static files, and limits on the size of
bodies and on the time that they take.

Django stores every body in a file before any view is called, however large it is. uvicorn has no limits
either, and a one-process site has no proxy before it.
"""

import asyncio
import re
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

import structlog
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.http import parse_header_parameters
from django.utils.translation import gettext as _
from whitenoise import WhiteNoise

from phylo.http import logs
from phylo.http.headers import with_defaults
from phylo.http.problems import API, problem

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
"""The types of ASGI 3, as far as needed here."""

access = structlog.stdlib.get_logger("phylo.access")
REFUSED = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}
"""Told in the log whatever its level: somebody tries what is not theirs."""
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)


async def answer_and_close(send: Send, response: HttpResponse) -> None:
    """Send a whole response and close the connection."""
    response.headers["Content-Length"] = str(len(response.content))
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


class Requests:
    """
    Gives each request an id, taken from `X-Request-ID` or generated, sends it back in the response beside the
    headers that all have, and logs a line when the request ends.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        request = request_id(scope)
        # Behind one of TRUSTED_PROXIES, uvicorn has put the client here.
        client, _port = scope.get("client") or ("", 0)
        outer = logs.begin({"request": request, "client": logs.network(client)})
        began, status = time.perf_counter(), 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = with_defaults([*message.get("headers", []), (b"x-request-id", request.encode())])
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self.application(scope, receive, send_with_id)
        finally:
            took = round((time.perf_counter() - began) * 1000, 1)
            # If no response was begun, uvicorn answers 500, or the client has gone.
            say = access.warning if status in REFUSED else access.info
            say("request", method=scope["method"], status=status or 500, ms=took)
            logs.end(outer)


def request_id(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id" and REQUEST_ID.fullmatch(text := value.decode("latin-1")):
            return text
    return uuid.uuid4().hex


LARGEST = 24 * 1024**2
"""Bytes. The largest upload is a file of cards, at most 20 MB; `deploy/` has the same limit."""
LARGEST_READ = 256 * 1024**2
"""Bytes of a page's form that are read, though not passed on."""
FIELDS = 1024**2
"""Bytes that the fields of a form may have after its file."""


BODY_STARTS = 20.0
"""Seconds that a body may take, besides those for its size."""
SLOWEST = 2048
"""Bytes a second."""


class BodyLimit:
    """
    Refuses larger bodies before Django stores them, and slower ones. A view's own limit is lower and comes
    later. Of a page's form only the file is cut: the view finds it too large, and shows the form with all
    that was typed.
    """

    def __init__(self, application: Application, *, largest: int = LARGEST) -> None:
        self.application = application
        self.largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        boundary = boundary_of(scope)
        if announced(scope) > (LARGEST_READ if boundary else self.largest):
            await refuse(scope, send)
            return
        timed = Timed(receive)
        arriving = timed.receive
        body = CutForm(arriving, self.largest, boundary) if boundary else Counted(arriving, self.largest)
        await self.application(scope, body.receive, send)
        if body.too_large:
            await refuse(scope, send)
        elif timed.late:
            await answer_and_close(send, problem("too-slow", _("This takes too long to arrive.")))


class Timed:
    """A body that has to come on time. Once it is late, Django is told that the client has disconnected."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._due = asyncio.get_running_loop().time() + BODY_STARTS
        self._whole = self.late = False

    async def receive(self) -> Message:
        # Then it is the end of the connection that is waited for.
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._due):
                message = await self._receive()
        except TimeoutError:
            self.late = True
            return {"type": "http.disconnect"}
        self._due += len(message.get("body", b"")) / SLOWEST
        self._whole = not message.get("more_body", False)
        return message


class Counted:
    """
    A body without Content-Length. Once it is too large, Django is told that the client has disconnected; it
    then throws away what it has and sends no response.
    """

    def __init__(self, receive: Receive, largest: int) -> None:
        self._receive = receive
        self._left = largest

    @property
    def too_large(self) -> bool:
        return self._left < 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.too_large else message


class CutForm:
    """
    The body of a form. A field that goes on for more than FIELDS after `largest` bytes is cut there, up to
    the next `boundary`. After that boundary no more than FIELDS are taken, and LARGEST_READ in all.
    """

    def __init__(self, receive: Receive, largest: int, boundary: bytes) -> None:
        self._receive = receive
        self._boundary = boundary
        self._largest = largest
        # Positions in the body: up to where it is read and passed on, and after that boundary its end.
        self._read = self._passed = 0
        self._end: int | None = None
        self._tail = b""  # the last bytes read, in which a boundary may begin

    @property
    def too_large(self) -> bool:
        return self._read > (LARGEST_READ if self._end is None else self._end)

    async def receive(self) -> Message:
        message = await self._receive()
        block = message.get("body", b"")
        if block:
            message = {**message, "body": self._kept(block)}
        return {"type": "http.disconnect"} if self.too_large else message

    def _kept(self, block: bytes) -> bytes:
        start, seen = self._read - len(self._tail), self._tail + block
        self._read += len(block)
        self._tail = seen[1 - len(self._boundary) :]
        if self._end is not None:
            return block
        at = seen.find(self._boundary, max(self._largest - start, 0))
        found = start + at if at >= 0 else self._read
        cut = min(found, self._largest + FIELDS)
        kept = seen[max(self._passed - start, 0) : max(cut - start, 0)]
        self._passed = max(self._passed, cut)
        if at < 0:
            return kept
        self._end = min(found + FIELDS, LARGEST_READ)
        return kept + seen[max(found, self._passed) - start :]


def boundary_of(scope: Scope) -> bytes:
    """What separates the fields of a page's form with files; empty for every other request."""
    if scope["path"].startswith(API):
        return b""
    named = dict(scope["headers"]).get(b"content-type", b"")
    kind, options = parse_header_parameters(named.decode("latin-1"))
    found = options.get("boundary", "") if kind == "multipart/form-data" else ""
    return b"\r\n--" + found.encode("latin-1") if found else b""


def announced(scope: Scope) -> int:
    """The Content-Length; 0 if missing. The server has refused one that is no number."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


def for_person(scope: Scope) -> bool:
    """Whether to answer with a page where Django does not say so (`problems.wants_page`)."""
    accepted = dict(scope["headers"]).get(b"accept", b"")
    return b"text/html" in accepted and not scope["path"].startswith(API)


async def refuse(scope: Scope, send: Send) -> None:
    if for_person(scope):
        page = render_to_string("site/413.html", {"most": LARGEST // 1024**2})
        response = HttpResponse(page, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    else:
        response = problem("too-large", _("This is too large."))
    await answer_and_close(send, response)


HASHED_NAME = r"\.[0-9a-f]{12}\.[^/]+$"


class StaticFront:
    """Serves the files of `root` below `prefix`, and passes all other requests on to `application`.

    WhiteNoise's own middleware runs inside Django: the 20 files of a page would wait for the few threads that
    compute matches.
    """

    def __init__(self, application: Application, *, root: Path, prefix: str) -> None:
        self.application = application
        root.mkdir(parents=True, exist_ok=True)
        self.files = WhiteNoise(
            None,
            root=root,
            prefix=prefix,
            immutable_file_test=HASHED_NAME,
        ).files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        file = self.files.get(scope["path"]) if scope["type"] == "http" else None
        if file is None:
            await self.application(scope, receive, send)
            return
        response = file.get_response(scope["method"], wsgi_headers(scope))
        headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.headers]
        body = b""
        if response.file is not None:
            with response.file:
                body = response.file.read()
        await send({"type": "http.response.start", "status": int(response.status), "headers": headers})
        await send({"type": "http.response.body", "body": body})


def wsgi_headers(scope: Scope) -> dict[str, str]:
    """The request headers of an ASGI scope by their WSGI names."""
    return {
        "HTTP_" + name.decode("latin-1").upper().replace("-", "_"): value.decode("latin-1")
        for name, value in scope["headers"]
    }
