"""Checks for `make lint` beyond Python: long lines in pages, and documents that contradict the sources.

python scripts/lint_sources.py
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 120
PAGES = {".css", ".html", ".jinja", ".js", ".svg", ".txt"}
DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "engine/*.md", "tests/**/*.md")
    for path in ROOT.glob(pattern)
)
CODE = re.compile(r"`([^`]+)`")
FENCED = re.compile(r"^( *)(```+).*?^\1\2`*$", re.MULTILINE | re.DOTALL)
"""A block of code."""


def main() -> int:
    found = [*long_lines(), *bare_times(), *unread_texts(), *codes(), *variables(), *targets(), *dead_links()]
    print("\n".join(found) or "All sources checked.")
    return 1 if found else 0


def long_lines() -> Iterator[str]:
    for folder in ("templates", "static"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in PAGES or ROOT / "static" / "vendor" in path.parents:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if len(line) > LONGEST and 'url("data:' not in line:
                    yield f"{place(path)}:{number}: {len(line)} characters, {LONGEST} at most"


def bare_times() -> Iterator[str]:
    """Times must go through phylo/templatetags/times.py, so that a script can convert them from UTC."""
    for path in sorted((ROOT / "templates").rglob("*.*")):
        if re.search(r"\|(date|time|timesince)\b", path.read_text(encoding="utf-8")):
            yield f"{place(path)}: use the tags of phylo/templatetags/times.py"


def unread_texts() -> Iterator[str]:
    """GNU gettext collects what stands in gettext(…) and its kin, and in _(…): no other name."""
    for package in ("phylo", "cards", "games"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in re.findall(r"import \w*gettext\w* as (\w+)", path.read_text(encoding="utf-8")):
                if name != "_":
                    yield f"{place(path)}: texts in {name}(…) are not collected for translators"


def codes() -> Iterator[str]:
    """Every code of a problem must be listed in docs/api.md."""
    documented = {code for cells in rows("api.md", "`code`") for code in CODE.findall(cells[0])}
    for package in ("phylo", "cards", "games"):
        for path in sorted((ROOT / package).rglob("*.py")):
            used = re.findall(r"\bproblem\(\s*\"([a-z-]+)\"", path.read_text(encoding="utf-8"))
            yield from (
                f"{place(path)}: docs/api.md lacks the code {code}" for code in used if code not in documented
            )


def variables() -> Iterator[str]:
    """The environment variables in docs/settings.md must be those that the settings read."""
    read = re.compile(r"env(?:\.\w+|iron\.get)\(\s*\"([A-Z_]+)\"|integer\(\"([A-Z_]+)\"")
    sources = (ROOT / "phylo" / "settings.py", ROOT / "phylo" / "env.py")
    known = {name for file in sources for pair in read.findall(file.read_text()) for name in pair if name}
    documented = {name for cells in rows("settings.md", "variable") for name in CODE.findall(cells[0])}
    yield from differences("docs/settings.md", "variable", documented, known)


def targets() -> Iterator[str]:
    made = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    documented = set(re.findall(r"^\| `make ([a-z]+)`", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE))
    yield from differences("CONTRIBUTING.md", "target", documented, made)


def dead_links() -> Iterator[str]:
    for file in DOCUMENTS:
        for link, picture in re.findall(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"", prose(file)):
            path, mark, anchor = (link or picture).partition("#")
            there = (file.parent / path).resolve() if path else file
            if path.startswith("https://"):
                continue
            if not there.exists() or (anchor and anchor not in anchors(there)):
                yield f"{place(file)}: {path}{mark}{anchor} leads nowhere"


@cache
def anchors(file: Path) -> set[str]:
    """As GitHub makes them of headings: one that comes again is numbered."""
    heads = re.findall(r"^#+ (.+)$", prose(file), re.MULTILINE)
    found: set[str] = set()
    for head in heads:
        first = re.sub(r"[^\w\- ]", "", head).strip().lower().replace(" ", "-")
        name, numbers = first, count(1)
        while name in found:
            name = f"{first}-{next(numbers)}"
        found.add(name)
    return found


def prose(file: Path) -> str:
    """A document without its blocks of code."""
    return FENCED.sub("", file.read_text(encoding="utf-8"))


def rows(name: str, *heads: str) -> list[list[str]]:
    """The rows, as cells, of a document's tables whose first column has one of these headings."""
    found, inside = [], False
    for line in (ROOT / "docs" / name).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif not inside and cells[0] in heads:
            inside = True
        elif inside and not cells[0].startswith("---"):
            found.append(cells)
    return found


def differences(document: str, kind: str, documented: set[str], known: set[str]) -> Iterator[str]:
    yield from (f"{document} lacks the {kind} {name}" for name in sorted(known - documented))
    yield from (
        f"{document} tells of a {kind} {name} that is not there" for name in sorted(documented - known)
    )


def place(path: Path) -> Path:
    return path.relative_to(ROOT)


if __name__ == "__main__":
    sys.exit(main())
