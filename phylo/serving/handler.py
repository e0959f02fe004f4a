"""
Django's ASGI handler with four differences, all measured by tests.

A request is answered in one thread, from the first middleware to the view and back. Django's own handler
changes threads at every step of every middleware, and each change waits for the interpreter while another
request computes. And a stream of events holds neither a thread nor a database connection: Django keeps the
thread of a request until all is sent, and there may be hundreds of streams. And no client gets more threads
and streams than its fair share (`FAIR_SHARES`). And of more than can be done only what comes first is let in
(`admission.py`); the rest is refused before its body is read.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from io import BytesIO
from typing import NamedTuple
from urllib.parse import parse_qs

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.db import close_old_connections, connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from phylo.http.arrival import LARGEST, RECEIPT, note_arrival, receipt_for, waited_by
from phylo.http.limits import WHILE_SENT, client_address
from phylo.http.metrics import REFUSED
from phylo.http.problems import STATUS, out_of_service, problem, wants_page
from phylo.http.storage import answered_soon, fault_of
from phylo.http.work import SAFE, Work, work_of
from phylo.serving.admission import MOST, Admission, Busy
from phylo.serving.connections import RETRY_AFTER, most_connections
from phylo.serving.front import Receive, Scope, Send, answer_and_close, for_person
from phylo.serving.shares import Client, Full, Shares

logger = logging.getLogger(__name__)

EVENT_STREAM = "text/event-stream"
ASIDE = 2
"""Threads for what is answered whatever others compute."""


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
    def __init__(self) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(MOST, thread_name_prefix="request")
        self._aside = ThreadPoolExecutor(ASIDE, thread_name_prefix="aside")
        self._admission = Admission()
        self._requests = Shares(settings.FAIR_SHARES["requests"])
        self._expensive = Shares(settings.FAIR_SHARES["expensive"])
        # The other half of the connections is for requests, most of the database's for those that compute.
        most = {"streams": most_connections() // 2, "exports": 4}
        self._sent = {kind: Shares(settings.FAIR_SHARES[kind], most=most[kind]) for kind in most}

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope["asked"] = Asked.of(scope)
        try:
            self._admission.check(asked.work)
        except Busy as busy:
            answer = turned_away(busy, scope["method"], page=for_person(scope))
            if asked.work is Work.MOVE:
                await give_receipt(answer, scope, receive)
            await answer_and_close(send, answer)
            return
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
        assert isinstance(request, ASGIRequest)
        note_arrival(waited_before(request))
        client, asked = client_of(request), request.scope["asked"]
        with contextlib.ExitStack() as held:
            try:
                if kind := WHILE_SENT.get(asked.name):
                    await self._take(self._sent[kind], client, held, asked.work)
                computing = await self._begin(request, client, asked.work)
            except Full as full:
                return refusal(full, page=wants_page(request))
            except Busy as busy:
                return turned_away(busy, request.scope["method"], page=wants_page(request))
            response = await asyncio.wrap_future(computing)
            if request.resolver_match is not None:
                # All addresses that it is not: 20 KB, for as long as a stream is open.
                request.resolver_match.tried = None
            if response.streaming:
                # Nothing is awaited from here until it is sent.
                response._held = held.pop_all()  # type: ignore[attr-defined]
            return response

    async def _take(self, shares: Shares, client: Client, held: contextlib.ExitStack, work: Work) -> None:
        await shares.take(client, work)
        held.callback(shares.give_back, client)

    async def _begin(self, request: HttpRequest, client: Client, work: Work) -> Future[HttpResponseBase]:
        """Compute the response in a thread as soon as the client has a share. Raises Full or Busy."""
        loop = asyncio.get_running_loop()
        with contextlib.ExitStack() as held:
            if work is Work.SEARCH:
                await self._take(self._expensive, client, held, work)
            await self._take(self._requests, client, held, work)
            if work is not Work.HEALTH:
                since = await self._admission.enter(work)
                held.callback(self._admission.leave, work, since)
            threads = self._aside if work is Work.HEALTH else self._threads
            computing = threads.submit(copy_context().run, self._answer, request)
            shares = held.pop_all()

        def give_back(_computed: object) -> None:
            # A closed loop has nobody left who waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(shares.close)

        # Not when the client has gone: the thread goes on.
        computing.add_done_callback(give_back)
        return computing

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        with answered_soon():
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


class Asked(NamedTuple):
    """What a request is for, by the name of its address and by what it asks of the process."""

    name: str
    work: Work

    @classmethod
    def of(cls, scope: Scope) -> "Asked":
        try:
            found = resolve(scope["path"].removeprefix(get_script_prefix(scope).rstrip("/")))
        except Resolver404:
            return cls("", Work.PAGE)
        headers, session = dict(scope["headers"]), f"{settings.SESSION_COOKIE_NAME}=".encode()
        known = b"authorization" in headers or session in headers.get(b"cookie", b"")
        query = parse_qs(scope["query_string"].decode("latin-1"))
        return cls(found.url_name or "", work_of(found.func, scope["method"], query, known=known))


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


async def give_receipt(answer: HttpResponse, scope: Scope, receive: Receive) -> None:
    """Of a move that is refused: the time until it is sent again is not its player's."""
    message, path = await receive(), scope["path"]
    body: bytes = message.get("body", b"")
    if message.get("more_body") or len(body) > LARGEST:
        return
    former = dict(scope["headers"]).get(RECEIPT.lower().encode(), b"").decode("latin-1")
    answer.headers[RECEIPT] = receipt_for(path, body, waited_by(former, path, body))


def waited_before(request: ASGIRequest) -> float:
    """Seconds for which it was refused."""
    receipt, size = request.headers.get(RECEIPT, ""), request.headers.get("Content-Length", "")
    if not receipt or not size.isdecimal() or int(size) > LARGEST:
        return 0.0
    return waited_by(receipt, request.path, request.body)


def turned_away(busy: Busy, method: str, *, page: bool) -> HttpResponse:
    """503, with the time after which to come back; a page comes back by itself, unless it was sent a form."""
    REFUSED.labels(busy.work.name.lower()).inc()
    logger.warning("Refused: more is asked for than can be done")
    words = _("The site is busy. Please try again in a few seconds.")
    if page:
        found = {"again": busy.again if method in SAFE else None}
        response = HttpResponse(render_to_string("site/busy.html", found), status=STATUS["busy"])
    else:
        response = problem("busy", words)
    response.headers["Retry-After"] = str(busy.again)
    response.headers["Content-Length"] = str(len(response.content))
    response.headers["Cache-Control"] = "no-store"
    return response
