"""The documents as a site: every page in its place, links that lead somewhere, nothing from elsewhere."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from scripts import docs_site
from tests.services import programs

pytestmark = pytest.mark.once

LOADED = {"script": "src", "img": "src", "link": "href"}
"""What a browser fetches by itself."""


class Page(HTMLParser):
    """`lang`, the identifiers of a page, what it links and what it loads."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.lang, self.ids, self.links, self.loads = "", {""}, set(), set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.ids |= {told["id"]} if "id" in told else set()
        if tag == "html":
            self.lang = told["lang"]
        if tag == "a" and "href" in told:
            self.links.add(told["href"])
        if LOADED.get(tag) in told:
            self.loads.add(told[LOADED[tag]])


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the whole site, built as `make docs` does, and its pages by their files."""
    try:
        programs.sphinx()
    except programs.NotFound as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, "-m", "scripts.docs_site", str(folder)]
    done = subprocess.run(command, cwd=docs_site.ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder, {file: Page(file) for file in folder.rglob("*.html")}


def test_every_page_is_there_in_its_language(built):
    folder, pages = built
    for place in docs_site.pages().values():
        assert pages[folder / place.with_suffix(".html")].lang == docs_site.language_of(place)
    assert len(pages) == len(docs_site.pages()) + len(docs_site.LANGUAGES), "each language has a search"


def test_links_lead_somewhere(built):
    _folder, pages = built
    lost = []
    for file, page in pages.items():
        for link in page.links | page.loads:
            path, anchor = urldefrag(link)
            if re.match(r"\w+:", link):
                continue
            there = (file.parent / unquote(path.partition("?")[0])).resolve() if path else file
            if not there.exists() or (there in pages and unquote(anchor) not in pages[there].ids):
                lost.append((file.name, link))
    assert lost == []


def test_nothing_is_loaded_from_elsewhere(built):
    folder, pages = built
    assert {load for page in pages.values() for load in page.loads if re.match(r"\w+:|//", load)} == set()
    for style in folder.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert not re.search(r"url\([\"']?(?:https?:)?//|@import", text), style


def test_it_does_not_tell_where_or_when_it_was_built(built):
    """No date, and no path of this machine: the same commit gives the same files."""
    folder, pages = built
    assert not list(folder.rglob(".buildinfo"))
    for file in pages:
        text = file.read_text(encoding="utf-8")
        assert str(folder) not in text
        assert 'class="last-updated"' not in text


def test_another_folder_is_not_replaced(tmp_path, monkeypatch):
    (tmp_path / "letter.txt").write_text("dear")
    monkeypatch.setattr(sys, "argv", ["docs_site", str(tmp_path)])
    assert docs_site.main() == 2
    assert (tmp_path / "letter.txt").exists()


def test_every_page_is_listed_once_by_a_start_page():
    found = [place for page in docs_site.pages() for place in docs_site.listed(page)]
    starts = {place for place in docs_site.pages().values() if docs_site.within(place).name == "index.md"}
    assert sorted(found) == sorted(set(docs_site.pages().values()) - starts)
