"""Documents compared with the running code; scripts/lint_sources.py checks the rest."""

import re
import tomllib

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from phylo.http.problems import STATUS
from scripts.lint_sources import CODE, ROOT, rows

pytestmark = pytest.mark.once

PLACE = re.compile(r"<[^>]*>")
CHOICE = re.compile(r"\(\?P<\w+>([^()\[]*\|[^()\[]*)\)")
PART = re.compile(r"\(\?P<\w+>(?:[^()]|\([^)]*\))*\)")


def routes() -> set[str]:
    """The addresses below /api/v1/, with `<>` for each parameter."""
    found = set()
    for pattern in within(get_resolver()):
        route = (
            str(pattern.pattern).removeprefix("^").removesuffix("$").replace("\\", "").removeprefix("api/")
        )
        # The entry point, and an address that redirects.
        if pattern.name and route.startswith("v1/") and route != "v1/":
            found |= {PLACE.sub("<>", PART.sub("<>", each)) for each in chosen(route.removeprefix("v1/"))}
    return found


def within(resolver: URLResolver) -> list[URLPattern]:
    return [
        found
        for each in resolver.url_patterns
        for found in (within(each) if isinstance(each, URLResolver) else [each])
    ]


def chosen(route: str) -> list[str]:
    """A route for each alternative of a part like (a|b)."""
    if match := CHOICE.search(route):
        return [route[: match.start()] + word + route[match.end() :] for word in match[1].split("|")]
    return [route]


def test_every_address_of_the_api_is_told():
    told = {
        PLACE.sub("<>", address)
        for name in ("api.md", "bots.md")
        for first, *_rest in rows(name, "address")
        for address in CODE.findall(first)
    }
    assert told == routes()


NAMED = re.compile(r"`([\w.-]+/[\w./-]*)(?:::(\w+))?`")
REQUIREMENTS = 253
"""Of levels 1 and 2 in OWASP ASVS 5.0.0."""


def test_every_requirement_of_asvs_is_answered_once():
    told = [
        requirement
        for first, *_rest in rows("security.md", "id")
        for requirement in re.findall(r"\d+\.\d+\.\d+", first)
    ]
    assert (len(told), len(set(told))) == (REQUIREMENTS, REQUIREMENTS)


def test_what_answers_a_requirement_is_there():
    """Files, and tests in them; what begins with a slash is an address, and `media/` lies in the data."""
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = {(file, test) for file, test in NAMED.findall(text) if file != "media/"}
    assert len(named) > 50
    assert [file for file, _test in named if not (ROOT / file).exists()] == []
    missing = [
        test
        for file, test in named
        if test and f"def {test}(" not in (ROOT / file).read_text(encoding="utf-8")
    ]
    assert missing == []


def test_every_code_is_told_with_its_status():
    told = {
        code: int(status)
        for codes, status, *_rest in rows("api.md", "`code`")
        for code in CODE.findall(codes)
    }
    assert told == {code: int(status) for code, status in STATUS.items()}


def test_pages_name_the_files_of_this_version():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    versions = {"online": settings.VERSION, "engine": told["project"]["version"]}
    named = {
        found
        for page in (ROOT / "README.md", ROOT / "engine/README.md", *(ROOT / "docs").rglob("*.md"))
        for found in re.findall(r"phylo[-_](online|engine)-(\d+\.\d+\.\d+)", page.read_text(encoding="utf-8"))
    }
    assert named == set(versions.items())


def test_every_release_is_told_and_its_databases_are_stored():
    """CONTRIBUTING.md says how a release is made."""
    released = re.findall(
        r"^## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.M
    )
    assert released[0] == settings.VERSION
    stored = {path.name for path in (ROOT / "tests/upgrade").glob("*.xz")}
    # States between two releases are stored too, where much has moved since.
    assert stored >= {f"{version}.{ending}.xz" for version in released for ending in ("sqlite3", "sql")}
