"""Django's handler of requests, with fewer changes of thread, and answers that go on without a thread."""

import asyncio
from typing import Any

from asgiref.sync import SyncToAsync, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

EVENT_STREAM = "text/event-stream"
AT_ONCE = 24
"""Requests that a process computes at the same time; more wait. Each takes a thread and what it renders."""


class LiveResponse(StreamingHttpResponse):
    """Server-Sent Events. What they are made of may not lean on the thread of the request."""

    def __init__(self, events: Any) -> None:
        super().__init__(
            events,
            content_type=EVENT_STREAM,
            # Nothing on the way may hold events back to compress them or to fill a buffer.
            headers={"Cache-Control": "no-store", "Content-Encoding": "identity", "X-Accel-Buffering": "no"},
        )


class Handler(ASGIHandler):
    """
    A request is answered in one thread, from the first middleware to the view and back. Django's own handler
    changes threads for every step of every middleware, and while another request computes each change waits
    for the interpreter.
    """

    def __init__(self, *, at_once: int = AT_ONCE) -> None:
        super().__init__()
        self._room = asyncio.Semaphore(at_once)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        async with self._room:
            return await sync_to_async(self._answer)(request)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        try:
            return self.get_response(request)
        finally:
            # Django waits until all is sent: a few who read slowly would hold every connection there is. And
            # what a thread still has when it is let go would be lost.
            close_old_connections()

    async def send_response(self, response: HttpResponseBase, send: Any) -> None:
        if isinstance(response, LiveResponse):
            let_thread_go()
        await super().send_response(response, send)


def let_thread_go() -> None:
    """End the thread of this request. Each of hundreds of open streams would keep one."""
    context = SyncToAsync.thread_sensitive_context.get()
    if thread := SyncToAsync.context_to_thread_executor.pop(context, None):
        thread.shutdown(wait=False)
