"""Requests and their answers as text that a person can read and a test can compare."""

import difflib
import itertools
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from django.test import Client

SHOWN = (
    "Content-Type", "Cache-Control", "Vary", "Location", "Allow", "Link", "WWW-Authenticate", "Retry-After",
    "Content-Disposition", "Content-Range", "Accept-Ranges",
)  # fmt: skip
SHOWN_REFUSED = ("WWW-Authenticate", "Retry-After", "Content-Range")
VARIES = {
    r"http://testserver": "",
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z": "<moment>",
    r"\d{8}T\d{6}Z": "<time>",
    r"\b[0-9a-f]{64}\b": "<sha256>",
    r"\b[0-9a-f]{32}\b": "<digest>",
    r"/[0-9a-f]{10,16}(?=[./-])": "/<version>",
    r"cursor=[\w%.-]+": "cursor=<cursor>",
}
"""What is another text each time, and what is shown in its place."""
ID = r"(proposals/|\"(?:id|on_top_of|same_as)\": |^(?:id|on_top_of|same_as): )(\d{1,11})\b"
"""The id of a row, which depends on what else the database has held."""


@dataclass
class Recorder:
    """Asks as the people of `clients`; `names` replaces texts that are made by chance."""

    clients: Mapping[str, Client]
    names: dict[str, str] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)
    ids: dict[tuple[str, str], int] = field(default_factory=dict)
    """Ids by what they are of, numbered as they first appear."""

    def ask(self, *paths: str, by: Iterable[str] = ("visitor",), **headers: str) -> None:
        """GET, and again with the tag of the answer."""
        for path in paths:
            for name in by:
                self.send(name, "get", path, **headers)

    def send(self, name: str, method: str, path: str, body: object = None, **headers: str):
        """Gives the response. A body that is a text is sent as it is."""
        client, more = self.clients[name], {}
        if body is not None:
            more["data"] = body if isinstance(body, str) else json.dumps(body)
        if method != "get":
            more["content_type"] = headers.pop("content_type", "application/json")
        response = getattr(client, method)("/api/v1/" + path, headers=headers, **more)
        told = f"{name}: {method.upper()} {path}"
        if headers:
            told += " " + ", ".join(f"{key}: {value}" for key, value in headers.items())
        if body is not None:
            told += f" {more['data'][:200]}"
        self._write(told, response, "comment" if path.endswith("/comments/") else "proposal")
        if "ETag" in response.headers and method == "get" and response.status_code == 200:
            again = client.get("/api/v1/" + path, headers={**headers, "If-None-Match": response["ETag"]})
            self.written[-1] += f"with its tag: {again.status_code}\n"
        return response

    def _write(self, told: str, response, of: str) -> None:
        """`of` says what the answer is about: a comment or a proposal."""

        def numbered(found: re.Match) -> str:
            subject = "proposal" if found[1] == "proposals/" else of
            place = self.ids.setdefault((subject, found[2]), len(self.ids) + 1)
            return f"{found[1]}<{subject} {place}>"

        lines = [f"### {told}", str(response.status_code)]
        shown = SHOWN if response.status_code < 400 else SHOWN_REFUSED
        shown = (*shown, "Allow") if response.status_code == 405 else shown
        lines += [f"{name}: {response[name]}" for name in shown if name in response.headers]
        lines += _lines(response)
        text = "\n".join(lines)
        for found, shown in (*self.names.items(), *VARIES.items()):
            text = re.sub(found, shown, text)
        text = re.sub(ID, numbered, text, flags=re.MULTILINE)
        self.written.append(text + "\n")

    def hide(self, text: str, name: str) -> None:
        """In the last answer."""
        self.written[-1] = self.written[-1].replace(text, name)

    def compare(self, file: Path, *, write: bool) -> None:
        """With what the file keeps, which is written where it is to be."""
        text = "\n".join(self.written)
        if write:
            file.write_text(text)
        kept = file.read_text()
        changes = difflib.unified_diff(kept.splitlines(), text.splitlines(), "kept", "now", lineterm="", n=1)
        assert text == kept, "\n".join(itertools.islice(changes, 60))


def _lines(response) -> list[str]:
    """The body: a line for each field, and for each row of a list."""
    content = response.getvalue()
    if not content:
        return []
    if response["Content-Type"] not in ("application/json", "application/problem+json"):
        return [f"({len(content)} bytes)" if len(content) > 200 else repr(content)]
    body = json.loads(content)
    if response.status_code >= 400:
        # The sentence may be put better; what programs go by stands in the other fields.
        assert body.pop("detail")
        return [f"{body.pop('code')} {_plain(dict(list(body.items())[2:]))}"]
    lines = []
    for name, value in body.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines += [f"{name}:", *(f"- {_plain(each)}" for each in value)]
        else:
            lines.append(f"{name}: {_plain(value)}")
    return lines


def _plain(value: object) -> str:
    """With sorted names: PostgreSQL keeps those of a stored object in an order of its own."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
