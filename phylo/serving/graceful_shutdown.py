"""
What happens to requests when the process ends: live streams end at once, other requests get a little time,
and those that are not answered by then get 503 and may be sent again.

uvicorn's `timeout_graceful_shutdown` waits for streams too, and then hangs up on all requests. Tests require
that 400 streams end at once and that waiting requests are answered.
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from functools import cache
from http import HTTPStatus

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from phylo.http.problems import problem
from phylo.serving.front import Application, Message, Receive, Scope, Send, answer_and_close, for_person
from phylo.serving.handler import EVENT_STREAM

logger = logging.getLogger(__name__)

PATIENCE = 0.2  # seconds for last responses: a client that does not read must not delay the shutdown
RETRY_AFTER = 3  # seconds that a prepared site takes to start
SAFE = {"GET", "HEAD"}


class OpenRequests:
    """Wraps the ASGI application and tracks open requests. `alone`: the site has no other web process."""

    def __init__(self, application: Application, *, alone: bool) -> None:
        self.application = application
        self.alone = alone
        self.ending = False
        self._open: set[Exchange] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        exchange = Exchange(self, scope, receive, send)
        self._open.add(exchange)
        try:
            await self.application(scope, exchange.receive, exchange.send)
        except asyncio.CancelledError:
            if not exchange.over:
                raise
        finally:
            self._open.discard(exchange)

    @property
    def computing(self) -> bool:
        """Whether any request but a live stream is still open."""
        return any(not exchange.live for exchange in self._open)

    async def end_streams(self) -> None:
        """End the open streams, and each that opens from now on."""
        self.ending = True
        await _say(exchange.end() for exchange in self._open if exchange.live and not exchange.over)

    async def refuse_others(self) -> None:
        """
        Answer waiting requests with 503. If there are other processes, GET and HEAD requests are left out:
        when this process hangs up on them, the proxy asks another.
        """
        waiting = [exchange for exchange in self._open if not exchange.begun and not exchange.over]
        refused = [exchange for exchange in waiting if self.alone or exchange.scope["method"] not in SAFE]
        if waiting:
            logger.warning(
                "Ended before %s requests were answered, %s were told so", len(waiting), len(refused)
            )
        await _say(exchange.refuse() for exchange in refused)


class Exchange:
    """A request and its response."""

    def __init__(self, open_requests: OpenRequests, scope: Scope, receive: Receive, send: Send) -> None:
        self.open_requests = open_requests
        self.scope = scope
        self.begun = self.live = self.over = False
        self._receive = receive
        self._send = send

    async def receive(self) -> Message:
        message = await self._receive()
        if self.live and self.over:
            # The message says that the client has gone. Django would take a thread to clean up after each of
            # hundreds of streams, while other requests wait. The streams end with the process instead.
            await asyncio.Event().wait()
        return message

    async def send(self, message: Message) -> None:
        # A 503 was sent already; threads cannot be stopped, so one may still come up with a response.
        if self.over:
            return
        starts = message["type"] == "http.response.start"
        if starts:
            self.begun = True
            self.live = is_live(message["headers"])
        await self._send(message)
        if starts and self.live and self.open_requests.ending:
            await self.end()

    async def end(self) -> None:
        """End a stream."""
        self.over = True
        await self._send({"type": "http.response.body"})

    async def refuse(self) -> None:
        self.over = True
        await answer_and_close(self._send, starting_anew(page=for_person(self.scope)))


def is_live(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name.lower() == b"content-type" and value == EVENT_STREAM.encode() for name, value in headers)


@cache
def starting_anew(*, page: bool) -> HttpResponse:
    """A 503. It does not say whether anything was stored, as a thread may still be computing."""
    if page:
        response = HttpResponse(render_to_string("site/503.html"), status=HTTPStatus.SERVICE_UNAVAILABLE)
    else:
        words = _("The site is starting anew. Ask again in a moment; what was sent may have arrived already.")
        response = problem("busy", words)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    response.headers["Cache-Control"] = "no-store"
    return response


async def _say(words: Iterable[Coroutine[object, None, None]]) -> None:
    said = [asyncio.ensure_future(each) for each in words]
    if said:
        _done, late = await asyncio.wait(said, timeout=PATIENCE)
        for each in late:
            each.cancel()
        await asyncio.gather(*said, return_exceptions=True)
