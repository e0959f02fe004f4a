"""What the documents name: commands, addresses, files, names in capitals."""

import re
from collections.abc import Iterator
from pathlib import Path

from scripts.lint_sources import CODE, DOCUMENTS, FENCED, prose

TOLD = [page for page in DOCUMENTS if page.name != "CHANGELOG.md"]
"""The changes may still name what a former version had."""
COMMENT = re.compile(r"\s+#\s.*")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def spans(page: Path) -> Iterator[str]:
    """What stands in backticks in running text, each on one line."""
    for text in CODE.findall(prose(page)):
        yield " ".join(text.split())


def lines(page: Path) -> Iterator[str]:
    """The lines of blocks, without comments; lines that are joined by a backslash are one."""
    for block in FENCED.finditer(page.read_text(encoding="utf-8")):
        yield from (COMMENT.sub("", line) for line in block[0].replace("\\\n", " ").splitlines()[1:-1])


def named(pattern: re.Pattern[str]) -> dict[tuple[str, ...], str]:
    """What the groups of a pattern find in backticks and blocks, with the name of a page where it stands."""
    return {
        tuple(group.strip() for group in found.groups()): str(page)
        for page in TOLD
        for text in (*spans(page), *lines(page))
        for found in pattern.finditer(text)
    }
