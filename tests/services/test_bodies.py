"""Bodies that are too large are refused before Django stores them."""

import asyncio
import io
import json

import pytest
from django.core.asgi import get_asgi_application
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http.multipartparser import MultiPartParser

from phylo.serving import front
from phylo.serving.front import BodyLimit

LARGEST = 1000


def post(*chunks, length=None, application=None, **headers):
    """Status and body of the response to a body in these chunks, and how many chunks were read."""
    sent, read = [], 0

    async def receive():
        nonlocal read
        read += 1
        return {"type": "http.request", "body": chunks[read - 1], "more_body": read < len(chunks)}

    async def send(message):
        sent.append(message)

    named = {"host": "localhost", "content_type": "application/json"} | headers
    headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()]
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


BOUNDARY = "----formboundary"
FORM = {"content_type": f"multipart/form-data; boundary={BOUNDARY}", "accept": "text/html,*/*"}


def form(file: bytes, *, after: bytes = b"after it") -> bytes:
    """A form with a field, a file and a field."""
    fields = [
        ('name="before"', b"before it"),
        ('name="file"; filename="a.png"', file),
        ('name="after"', after),
    ]
    parts = [f"--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + value
             for head, value in fields]  # fmt: skip
    return b"\r\n".join(parts) + f"\r\n--{BOUNDARY}--\r\n".encode()


async def reading(scope, receive, send):
    """Answers with the fields of a form, read as Django reads it, and the size of its file."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message["body"], message["more_body"]
    meta = {"CONTENT_TYPE": FORM["content_type"], "CONTENT_LENGTH": len(body)}
    handlers = [MemoryFileUploadHandler()]
    fields, files = MultiPartParser(meta, io.BytesIO(body), handlers).parse()
    answer = [fields.get("before"), fields.get("after"), files["file"].size]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": json.dumps(answer).encode()})


@pytest.mark.once
def test_of_a_form_only_the_file_is_cut_wherever_the_limit_lies(monkeypatch):
    """In blocks of every size, with the limit within the file, at its end, and within what follows."""
    monkeypatch.setattr(front, "FIELDS", 300)
    for size in (*range(700, 1300, 4), 3000):
        whole = form(b"\r\n--" * (size // 4))
        for block in (1, 7, 64, 10_000):
            blocks = [whole[at : at + block] for at in range(0, len(whole), block)]
            status, body, _read = post(*blocks, length=len(whole), application=reading, **FORM)
            before, after, kept = json.loads(body)
            assert (status, before, after) == (200, "before it", "after it"), (size, block)
            assert kept == min(size // 4 * 4, LARGEST + 300 - whole.index(b"\r\n\r\n\r\n--") - 4)


@pytest.mark.once
@pytest.mark.parametrize(
    ("path", "blocks", "length"),
    [
        ("/", [form(b"x" * 2000, after=b"y" * 400)], None), ("/", [b"x"], 10_001),
        ("/", [form(b"x" * 11_000)], None),
    ],
)  # fmt: skip
def test_a_form_that_is_too_large_all_the_same_is_answered_with_a_page(monkeypatch, path, blocks, length):
    monkeypatch.setattr(front, "FIELDS", 300)
    monkeypatch.setattr(front, "LARGEST_READ", 10_000)
    status, body, _read = post(*blocks, length=length, application=reading, **FORM)
    assert status == 413
    assert "Go back and choose a smaller file" in body.decode()
