"""The length of lines that no linter of Python sees."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 120
OURS = sorted(
    path
    for folder in ("templates", "static")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".css", ".html", ".js", ".svg", ".txt"}
    and ROOT / "static" / "vendor" not in path.parents
)

pytestmark = pytest.mark.once


def test_the_lines_of_pages_styles_and_scripts_can_be_read():
    long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)}"
        for path in OURS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST and 'url("data:' not in line
    ]
    assert len(OURS) > 300
    assert long == []
