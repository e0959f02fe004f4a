"""What the documents say beside what the code has: addresses, codes, variables, targets and links."""

import re
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from phylo.problems import STATUS

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
CODE = re.compile(r"`([^`]+)`")
PLACE = re.compile(r"<[^>]*>")
CHOICE = re.compile(r"\(\?P<\w+>([^()\[]*\|[^()\[]*)\)")
PART = re.compile(r"\(\?P<\w+>(?:[^()]|\([^)]*\))*\)")


def rows(name: str, *heads: str) -> list[list[str]]:
    """The cells of the tables whose first column has one of these heads."""
    found, inside = [], False
    for line in (ROOT / "docs" / name).read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif not inside and cells[0] in heads:
            inside = True
        elif inside and not cells[0].startswith("---"):
            found.append(cells)
    return found


def routes() -> set[str]:
    """The addresses below /api/v1/, with `<>` for each place."""
    found = set()
    for pattern in within(get_resolver()):
        route = str(pattern.pattern).removeprefix("^").removesuffix("$").replace("\\", "")
        # The entry, and an address that leads to another.
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
    """A route for each of the words that one of its parts may be."""
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


def test_every_code_is_told_with_its_status():
    told = {
        code: int(status)
        for codes, status, *_rest in rows("api.md", "`code`")
        for code in CODE.findall(codes)
    }
    assert told == {code: int(status) for code, status in STATUS.items()}


def test_every_code_that_the_site_answers_has_a_status():
    sources = [file for part in ("phylo", "cards", "games") for file in (ROOT / part).rglob("*.py")]
    used = {
        code: str(file)
        for file in sources
        for code in re.findall(r"\bproblem\(\s*\"([a-z-]+)\"", file.read_text())
    }
    assert len(used) > 20
    assert {code: file for code, file in used.items() if code not in STATUS} == {}


def test_every_variable_is_told():
    read = r"env(?:\.\w+|iron\.get)\(\s*\"([A-Z_]+)\"|integer\(\"([A-Z_]+)\""
    sources = (ROOT / "phylo" / "settings.py", ROOT / "phylo" / "env.py")
    known = {name for file in sources for pair in re.findall(read, file.read_text()) for name in pair if name}
    told = {name for first, *_rest in rows("architecture.md", "variable") for name in CODE.findall(first)}
    assert known == told


def test_every_target_is_told():
    made = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    told = set(re.findall(r"^\| `make ([a-z]+)`", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE))
    assert told == made


def anchors(file: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", file.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head).strip().lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_every_link_leads_somewhere(file):
    for target in re.findall(r"\]\(([^)\s]+)\)", file.read_text()):
        if target.startswith("https://"):
            continue
        path, _mark, anchor = target.partition("#")
        there = (file.parent / path).resolve() if path else file
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target
