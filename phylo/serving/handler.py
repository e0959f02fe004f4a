"""
Django's ASGI handler with three differences, all measured by tests.

A request is answered in one thread, from the first middleware to the view and back. Django's own handler
changes threads at every step of every middleware, and each change waits for the interpreter while another
request computes. And a stream of events holds neither a thread nor a database connection: Django keeps the
thread of a request until all is sent, and there may be hundreds of streams. And no client gets more threads
and streams than its fair share (`FAIR_SHARES`).
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from io import BytesIO

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.db import close_old_connections, connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from phylo.http.limits import EXPENSIVE, WHILE_SENT, client_address
from phylo.http.problems import STATUS, out_of_service, problem, wants_page
from phylo.http.storage import fault_of
from phylo.serving.connections import RETRY_AFTER, most_connections
from phylo.serving.front import Receive, Scope, Send, answer_and_close
from phylo.serving.shares import Client, Full, Shares

logger = logging.getLogger(__name__)

EVENT_STREAM = "text/event-stream"
AT_ONCE = 24
"""Requests that a process computes at the same time; others wait. Each takes a thread and memory."""


class LiveResponse(StreamingHttpResponse):
    """Server-Sent Events. `events` must not call Django's synchronous code in the thread of the loop."""

    def __init__(self, events: AsyncIterator[str]) -> None:
        super().__init__(
            events,
            content_type=EVENT_STREAM,
            # Nothing on the way may delay events by compressing or buffering.
            headers={"Cache-Control": "no-store", "Content-Encoding": "identity", "X-Accel-Buffering": "no"},
        )


class Handler(ASGIHandler):
    def __init__(self, *, at_once: int = AT_ONCE) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="request")
        self._requests = Shares(settings.FAIR_SHARES["requests"])
        self._expensive = Shares(settings.FAIR_SHARES["expensive"])
        # The other half of the connections is for requests, most of the database's for those that compute.
        most = {"streams": most_connections() // 2, "exports": 4}
        self._sent = {kind: Shares(settings.FAIR_SHARES[kind], most=most[kind]) for kind in most}

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Without Django's ThreadSensitiveContext, which holds a thread until the response is sent.
        try:
            await self.handle(scope, receive, send)
        except OSError as error:
            # A large body is stored in a file before any middleware is called.
            fault = fault_of(error)
            if fault is None:
                raise
            request = ASGIRequest(scope, BytesIO())
            await answer_and_close(send, out_of_service(request, fault))

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        client, name = client_of(request), url_name(request)
        with contextlib.ExitStack() as held:
            try:
                if kind := WHILE_SENT.get(name or ""):
                    await self._take(self._sent[kind], client, held)
                computing = await self._begin(request, client, expensive=name in EXPENSIVE)
            except Full as full:
                return refusal(full, page=wants_page(request))
            response = await asyncio.wrap_future(computing)
            if response.streaming:
                # Nothing is awaited from here until it is sent.
                response._held = held.pop_all()  # type: ignore[attr-defined]
            return response

    async def _take(self, shares: Shares, client: Client, held: contextlib.ExitStack) -> None:
        await shares.take(client)
        held.callback(shares.give_back, client)

    async def _begin(
        self, request: HttpRequest, client: Client, *, expensive: bool
    ) -> Future[HttpResponseBase]:
        """Compute the response in a thread as soon as the client has a share. Raises Full."""
        loop = asyncio.get_running_loop()
        with contextlib.ExitStack() as held:
            if expensive:
                await self._take(self._expensive, client, held)
            await self._take(self._requests, client, held)
            computing = self._threads.submit(copy_context().run, self._answer, request)
            shares = held.pop_all()

        def give_back(_computed: object) -> None:
            # A closed loop has nobody left who waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(shares.close)

        # Not when the client has gone: the thread goes on.
        computing.add_done_callback(give_back)
        return computing

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        try:
            return self.get_response(request)
        finally:
            # Django waits until all is sent: a few slow clients would hold all database connections.
            close_old_connections()

    async def send_response(self, response: HttpResponseBase, send: Send) -> None:
        with getattr(response, "_held", contextlib.nullcontext()):
            if isinstance(response, LiveResponse) or not response.streaming:
                await super().send_response(response, send)
                return
            # A response computed while it is sent has its own thread, and perhaps a connection there.
            async with ThreadSensitiveContext():
                try:
                    await super().send_response(response, send)
                finally:
                    await sync_to_async(connections.close_all)()


def url_name(request: HttpRequest) -> str | None:
    try:
        return resolve(request.path_info).url_name
    except Resolver404:
        return None


def client_of(request: HttpRequest) -> Client:
    """Whether the session or token is valid is not known yet; who makes them up has the address's share."""
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME) or request.headers.get("Authorization", "")
    return Client(client_address(request) or "nowhere", session)


def refusal(full: Full, *, page: bool) -> HttpResponse:
    logger.warning(
        "Refused: %s", "all clients have what there is" if full.everybody else "a client has its share"
    )
    return refused(everybody=full.everybody, page=page)


@cache
def refused(*, everybody: bool, page: bool) -> HttpResponse:
    """429, or 503 if others have taken what there is."""
    code, words = (
        ("busy", _("The site is doing as much of this as it can. Try again in a moment."))
        if everybody
        else ("too-many", _("Your address asks for too much at the same time. Try again in a moment."))
    )
    response = (
        HttpResponse(render_to_string("site/too_many_at_once.html", {"words": words}), status=STATUS[code])
        if page
        else problem(code, words)
    )
    response.headers["Retry-After"] = str(RETRY_AFTER)
    response.headers["Cache-Control"] = "no-store"
    return response
