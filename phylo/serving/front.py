"""
ASGI layers before Django: an id and a log line for each request, static files, and a limit on body size.

Django stores every body in a file before any view is called, however large it is. uvicorn has no limit
either, and a one-process site has no proxy before it.
"""

import re
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import structlog
from django.http import HttpResponse
from django.utils.translation import gettext as _
from whitenoise import WhiteNoise
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from phylo.http import logs
from phylo.http.problems import problem

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
"""The types of ASGI 3, as far as needed here."""

access = structlog.stdlib.get_logger("phylo.access")
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)


async def answer_and_close(send: Send, response: HttpResponse) -> None:
    """Send a whole response and close the connection."""
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    headers += [(b"content-length", str(len(response.content)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


class Requests:
    """
    Gives each request an id, taken from `X-Request-ID` or generated, sends it back in the response, and logs
    a line when the request ends.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        request = request_id(scope)
        outer = logs.begin({"request": request})
        began, status = time.perf_counter(), 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", []), (b"x-request-id", request.encode())]
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self.application(scope, receive, send_with_id)
        finally:
            took = round((time.perf_counter() - began) * 1000, 1)
            # If no response was begun, uvicorn answers 500, or the client has gone.
            access.info("request", method=scope["method"], status=status or 500, ms=took)
            logs.end(outer)


def request_id(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id" and REQUEST_ID.fullmatch(text := value.decode("latin-1")):
            return text
    return uuid.uuid4().hex


LARGEST = 24 * 1024**2
"""Bytes. The largest upload is a file of cards, at most 20 MB; `deploy/` has the same limit."""


class BodyLimit:
    """Refuses larger bodies before Django stores them. A view's own limit is lower and comes later."""

    def __init__(self, application: Application, *, largest: int = LARGEST) -> None:
        self.application = application
        self.largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        if announced(scope) > self.largest:
            await refuse(send)
            return
        body = Counted(receive, self.largest)
        await self.application(scope, body.receive, send)
        if body.too_large:
            await refuse(send)


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


def announced(scope: Scope) -> int:
    """The Content-Length; 0 if missing. The server has refused one that is no number."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


async def refuse(send: Send) -> None:
    await answer_and_close(send, problem("too-large", _("This is too large.")))


HASHED_NAME = r"\.[0-9a-f]{12}\.[^/]+$"


IMPORTED = r'(?P<matched>(?P<before>\b(?:import|from)\s*\(?)"(?P<url>\.[^"]+)")'


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites the names in `import` and `export` lines of our ES modules.

    Django could do so in every script, but would take half a minute for Swagger UI.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORTED, '%(before)s"%(url)s"'),)),
    )

    def create_compressor(self, **options: Any) -> Compressor:
        """gzip only: Brotli would run at its slowest level, and only where it happens to be installed."""
        return Compressor(**options, use_brotli=False)


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
            allow_all_origins=False,
            immutable_file_test=HASHED_NAME,
            add_headers_function=forbid_sniffing,
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


def forbid_sniffing(headers: Headers, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"


def wsgi_headers(scope: Scope) -> dict[str, str]:
    """The request headers of an ASGI scope by their WSGI names."""
    return {
        "HTTP_" + name.decode("latin-1").upper().replace("-", "_"): value.decode("latin-1")
        for name, value in scope["headers"]
    }
