"""Static files as they are collected: sheets that are asked for together, and what scripts import."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings

from phylo.serving.static_files import each_of, imported_by, sheet, sheets_together, templates
from tests.services.site import Site

STATIC = settings.BASE_DIR / "static"


@pytest.fixture(scope="session")
def collected(prepared: Path) -> dict[str, str]:
    """What each file is called where the site is prepared."""
    return json.loads((prepared / "static" / "staticfiles.json").read_text())["paths"]


def test_sheets_are_always_named_in_the_open():
    """Only then are they known when files are collected."""
    for page in templates():
        source = page.read_text()
        for tag in re.findall(r"{%\s*styles\b.*?%}", source, re.DOTALL):
            assert re.fullmatch(r'{% styles (?:"[a-z0-9-]+/[a-z0-9,-]+" )+%}', tag), (page, tag)


def test_sheets_lie_in_one_file_in_their_order(prepared: Path, collected: dict[str, str]):
    named = sheets_together(templates())
    assert len(named) > 20
    for names in named:
        joined = (prepared / "static" / collected[sheet(*names)]).read_text()
        alone = [(prepared / "static" / collected[sheet(name)]).read_text() for name in each_of(names)]
        assert joined == "\n".join(alone)


@pytest.mark.parametrize(
    "path", sorted(STATIC.glob("css/*/*.css")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_a_sheet_does_not_reach_into_the_next(path: Path):
    """What is open at its end would take what follows."""
    bare = re.sub(r'"[^"\n]*"', '""', re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL))
    assert bare.count("{") == bare.count("}")
    assert bare.rstrip().endswith("}")
    assert "/*" not in bare
    assert not re.search(r"@(import|charset|namespace)", bare)


def test_modules_that_a_script_needs():
    needed = imported_by("js/table/main.js")
    assert needed[0] == "js/table/playing.js"
    assert {"js/table/page.js", "js/site/fresh-key.js", "js/site/times.js"} <= set(needed)
    assert "js/table/main.js" not in needed
    assert imported_by("js/site/theme.js") == ()


def test_a_page_asks_for_few_sheets_and_every_module_at_once(site: Site):
    for path in ("/", "/cards/", "/cards/lion/", "/decks/", "/lobby/", "/rules/phylo-1.4a/", "/sign-in/"):
        page = site.get(path).decode()
        assert 2 <= len(re.findall('<link rel="stylesheet"', page)) <= 4, path
    page = site.get("/cards/").decode()
    for script in re.findall(r'<script type="module" src="/static/([^"]+)"', page):
        name = re.sub(r"\.[0-9a-f]{12}", "", script)
        for needed in imported_by(name):
            plain = needed.removesuffix(".js")
            assert re.search(rf'="/static/{plain}\.[0-9a-f]{{12}}\.js"', page), (name, needed)
