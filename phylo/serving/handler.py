"""
Django's ASGI handler with two differences, both measured by tests.

A request is answered in one thread, from the first middleware to the view and back. Django's own handler
changes threads at every step of every middleware, and each change waits for the interpreter while another
request computes. And a stream of events holds neither a thread nor a database connection: Django keeps the
thread of a request until all is sent, and there may be hundreds of streams.
"""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

from phylo.serving.front import Receive, Scope, Send

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

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Without Django's ThreadSensitiveContext, which holds a thread until the response is sent.
        await self.handle(scope, receive, send)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, copy_context().run, self._answer, request)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        try:
            return self.get_response(request)
        finally:
            # Django waits until all is sent: a few slow clients would hold all database connections.
            close_old_connections()

    async def send_response(self, response: HttpResponseBase, send: Send) -> None:
        if isinstance(response, LiveResponse) or not response.streaming:
            await super().send_response(response, send)
            return
        # A response computed while it is sent has its own thread, and perhaps a connection there.
        async with ThreadSensitiveContext():
            try:
                await super().send_response(response, send)
            finally:
                await sync_to_async(close_old_connections)()
