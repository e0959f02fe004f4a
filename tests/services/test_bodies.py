"""Bodies that are too large are refused before Django stores them."""

import asyncio
import json

from django.core.asgi import get_asgi_application

from phylo.serving.front import BodyLimit

LARGEST = 1000


def post(*chunks, length=None, application=None):
    """Status and body of the response to a body in these chunks, and how many chunks were read."""
    sent, read = [], 0

    async def receive():
        nonlocal read
        read += 1
        return {"type": "http.request", "body": chunks[read - 1], "more_body": read < len(chunks)}

    async def send(message):
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    if length is not None:
        headers.append((b"content-length", str(length).encode()))
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "headers": headers,
    }
    asyncio.run(BodyLimit(application or get_asgi_application(), largest=LARGEST)(scope, receive, send))
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent), read


async def counting(scope, receive, send):
    """Answers with how much it has read."""
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


def test_what_is_announced_is_not_even_read():
    status, body, read = post(b"x" * 10, length=LARGEST + 1)
    assert (status, json.loads(body)["code"], read) == (413, "too-large", 0)


def test_what_does_not_say_its_length_is_read_until_it_is_too_large():
    status, body, read = post(*[b"x" * 400] * 10)
    assert (status, json.loads(body)["code"], read) == (413, "too-large", 3)


def test_the_largest_goes_through():
    assert post(b"x" * 500, b"x" * 500, application=counting) == (200, b"1000", 2)
    assert post(b"x" * LARGEST, length=LARGEST, application=counting)[0] == 200
