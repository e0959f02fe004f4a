"""
Which translated pages of docs/ are behind their originals, and by how many lines.

    python -m scripts.translated_pages

The first line of a translated page names its original and the commit from which it was made:
`<!-- of docs/first-game.md at 1a2b3c4d -->`. Whoever brings a page up to date writes the newer commit.
"""

import re
import sys

from scripts.checkout import ROOT, git

ORIGIN = re.compile(r"<!-- of (?P<page>\S+\.md) at (?P<commit>[0-9a-f]{7,40}) -->")


def main() -> int:
    behind = 0
    for page in sorted(ROOT.glob("docs/??/*.md")):
        name = page.relative_to(ROOT)
        origin = ORIGIN.match(page.read_text())
        if origin is None:
            print(f"{name}: the first line does not say of which page it is, and of which commit")
            behind += 1
        elif changed := changed_lines(origin["commit"], origin["page"]):
            print(f"{name}: {changed} lines of {origin['page']} have changed since {origin['commit']}")
            behind += 1
    return 1 if behind else 0


def changed_lines(commit: str, page: str) -> int:
    """Added and removed, since the commit. Raises CalledProcessError if there is no such commit."""
    counts = git("diff", "--numstat", commit, "--", page).decode().split()
    return int(counts[0]) + int(counts[1]) if counts else 0


if __name__ == "__main__":
    sys.exit(main())
