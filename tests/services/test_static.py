"""Static files ahead of Django."""

import asyncio

import pytest

from phylo.serving.front import StaticFront


@pytest.fixture
def front(tmp_path):
    (tmp_path / "table.0123456789ab.js").write_text("hashed")
    (tmp_path / "table.js").write_text("plain")

    async def application(scope, receive, send):
        await send({"type": "http.response.start", "status": 404, "headers": []})

    return StaticFront(application, root=tmp_path, prefix="/static/")


def ask(front, path, *, method="GET", headers=()):
    """Status, headers and body of the response."""
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(front({"type": "http", "method": method, "path": path, "headers": headers}, None, send))
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], found, b"".join(message.get("body", b"") for message in sent)


def test_hashed_name_is_immutable(front):
    status, headers, body = ask(front, "/static/table.0123456789ab.js")
    assert (status, body) == (200, b"hashed")
    assert "immutable" in headers["cache-control"]
    assert headers["access-control-allow-origin"] == "*"  # modules and fonts from a CDN's host


def test_plain_name_is_asked_for_again(front):
    status, headers, _body = ask(front, "/static/table.js")
    assert status == 200
    assert "immutable" not in headers["cache-control"]


def test_unchanged_file(front):
    _status, headers, _body = ask(front, "/static/table.js")
    again = ask(front, "/static/table.js", headers=[(b"if-none-match", headers["etag"].encode())])
    assert again[0] == 304
    assert again[2] == b""


def test_only_reading(front):
    assert ask(front, "/static/table.js", method="POST")[0] == 405


@pytest.mark.parametrize(
    "path", ["/static/", "/static/../secret-key", "/static/%2e%2e/secret-key", "/matches/"]
)
def test_everything_else_goes_on(front, path):
    assert ask(front, path)[0] == 404
