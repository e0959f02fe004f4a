"""Answers that do not come through Django's handler."""

from django.http import HttpResponse

from phylo.asgi_types import Send


async def answer_and_close(send: Send, response: HttpResponse) -> None:
    """The whole answer; the connection serves no other request."""
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    headers += [(b"content-length", str(len(response.content)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
