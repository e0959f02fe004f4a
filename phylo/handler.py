"""Django's handler of requests, with fewer changes of thread, and answers that go on without a thread."""

from typing import Any

from asgiref.sync import SyncToAsync, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

EVENT_STREAM = "text/event-stream"


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

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response)(request)

    async def send_response(self, response: HttpResponseBase, send: Any) -> None:
        if isinstance(response, LiveResponse):
            let_thread_go()
        await super().send_response(response, send)


def let_thread_go() -> None:
    """End the thread of this request. Each of hundreds of open streams would keep one."""
    context = SyncToAsync.thread_sensitive_context.get()
    if thread := SyncToAsync.context_to_thread_executor.pop(context, None):
        thread.shutdown(wait=False)
