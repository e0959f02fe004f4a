"""Addresses, settings, files and links in documents lead somewhere."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.urls import Resolver404, resolve

from scripts.lint_sources import CODE, ROOT, dead_links, rows
from tests.documents.named import named

pytestmark = pytest.mark.once

ADDRESS = re.compile(r"^(/(?:[\w.-][^\s?]*)?)(?:[?\s]|$)")
REQUEST = re.compile(r"^(?:GET|POST|PUT|PATCH|DELETE) ([\w/][^\s?`]*)")
PLACEHOLDER = re.compile(r"<[^>]*>|\w*…")
VALUES = ("1", "uluru", "match", "de", "2026-11-23", "a" * 32, "00000000-0000-4000-8000-000000000000")
"""Numbers, keys, kinds, languages, days and tokens, one of which each placeholder takes."""
OTHERS = {"/static/": "WhiteNoise serves it", "/draft-cards/": "the beginning of addresses"}
OF_MACHINES = ("/etc/", "/srv/", "/var/")
"""Where folders of a server begin, and no address does."""
CAPITALS = re.compile(r"\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b")
SET = re.compile(r"(?<![\w-])([A-Z][A-Z_]{2,})=")
"""What is handed to a program by the environment, or to make."""
OF_DJANGO = {"DISABLE_SERVER_SIDE_CURSORS"}
"""What the site leaves as it is, and a page speaks of."""
FOLDERS = "cards|deploy|docs|engine|games|locale|phylo|requirements|scripts|static|templates|tests"
FILE = re.compile(rf"^((?:{FOLDERS})/[\w./-]+\.\w+)(?:::\w+)?$")
NEW_LANGUAGE = re.compile(r"\bnl\b")
"""Dutch, which does not exist yet, is how translating.md says what a language needs."""


def routed(address: str) -> bool:
    parts = PLACEHOLDER.split(address)
    for values in product(VALUES, repeat=len(parts) - 1):
        filled = parts[0] + "".join(value + part for value, part in zip(values, parts[1:], strict=True))
        try:
            resolve(filled)
        except Resolver404:
            continue
        return True
    return False


def test_every_address_is_routed():
    found = {address: page for (address,), page in named(ADDRESS).items()}
    assert len(found) > 80
    lost = {address: page for address, page in found.items() if address not in OTHERS and not routed(address)}
    assert {address for address in lost if not address.startswith(OF_MACHINES)} == set()


def test_every_request_is_routed():
    found = {address: page for (address,), page in named(REQUEST).items()}
    assert len(found) > 8
    lost = {
        address: page
        for address, page in found.items()
        if not routed(address if address.startswith("/") else f"/api/v1/{address}")
    }
    assert lost == {}


def test_every_setting_is_told():
    """Other names stand in files of the repository: constants, targets, settings of other programs."""
    told = {name for cells in rows("settings.md", "variable") for name in CODE.findall(cells[0])}
    found = {name: page for pattern in (CAPITALS, SET) for (name,), page in named(pattern).items()}
    assert len(told & set(found)) > 20
    written = set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", "\n".join(sources())))
    assert {name: page for name, page in found.items() if name not in told | written | OF_DJANGO} == {}


def sources() -> Iterator[str]:
    for folder in ("cards", "deploy", "docs/examples", "engine", "games", "phylo", "scripts", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".mjs", ".sh"):
                yield path.read_text(encoding="utf-8")
    for name in ("Makefile", "compose.yaml"):
        yield (ROOT / name).read_text(encoding="utf-8")


def test_every_file_is_there():
    found = {file: page for (file,), page in named(FILE).items() if not NEW_LANGUAGE.search(file)}
    assert len(found) > 100
    assert {file: page for file, page in found.items() if not (ROOT / file).exists()} == {}


def test_every_link_leads_somewhere():
    assert list(dead_links()) == []
