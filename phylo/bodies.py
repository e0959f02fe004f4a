"""How much may be sent to the site in one request."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from phylo.answers import answer_and_close
from phylo.asgi_types import Application, Receive, Send
from phylo.problems import problem

LARGEST = 24 * 1024**2
"""Bytes. The largest that any address reads is a file of cards, of 20 MB; `deploy/` has the same limit."""


class BodyLimit:
    """Refuses larger bodies before they are stored: Django puts each into a file first, however long it is.

    A view's own limit is lower and comes later.
    """

    def __init__(self, application: Application, *, largest: int = LARGEST) -> None:
        self.application = application
        self.largest = largest

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
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
    """A body without a length that tells Django, once it is too large, that the visitor has gone.

    Django then throws away what it has, and answers nothing.
    """

    def __init__(self, receive: Receive, largest: int) -> None:
        self._receive = receive
        self._left = largest

    @property
    def too_large(self) -> bool:
        return self._left < 0

    async def receive(self) -> Mapping[str, Any]:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.too_large else message


def announced(scope: Mapping[str, Any]) -> int:
    """The Content-Length; 0 for none, or one that is no number: the server has refused that."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


async def refuse(send: Send) -> None:
    await answer_and_close(send, problem("too-large", _("This is too large.")))
