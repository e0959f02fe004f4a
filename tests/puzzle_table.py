"""Lets every level of the computer solve the shipped puzzles, and writes the tables of docs/puzzles.md.

`python -m tests.puzzle_table --puzzles 100 --only phylo-1.4a`. The table is the same on every machine, since
no choice has a ceiling in time.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.phylo.rules import RULES
from engine.puzzles import Puzzle
from engine.puzzles.finding import solves
from engine.puzzles.themes import THEMES
from tests.engine.puzzle_proof import shipped

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "puzzles.md"
LEVELS = ("mouse", "hedgehog", "fox", "greedy", "owl", "orca")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=1000, help="of each rule set, at most")
    parser.add_argument("--only", choices=RULES, action="append")
    arguments = parser.parse_args()
    for rules in arguments.only or RULES:
        puzzles = [puzzle for puzzle in shipped() if puzzle.rules == rules]
        tried = sample(puzzles, arguments.puzzles)
        solved = {}
        for level in LEVELS:
            solved[level] = {each.key: solves(level, each) for each in tried}
            print(f"{rules} {level}: {share(list(solved[level].values()))}", file=sys.stderr, flush=True)
        write(rules, table(puzzles, solved))


def sample(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """At most so many of them, the first ones by key, which is as good as by chance."""
    return sorted(puzzles, key=lambda each: each.key)[:most]


def table(puzzles: Sequence[Puzzle], solved: dict[str, dict[str, bool]]) -> list[str]:
    groups = {"all": puzzles}
    for length, name in ((1, "one action"), (2, "two actions"), (3, "three actions")):
        groups[name] = [each for each in puzzles if each.length == length]
    for theme in THEMES:
        groups[f"*{theme}*"] = [each for each in puzzles if theme in each.themes]
    lines = [
        f"| | puzzles | {' | '.join(LEVELS)} |",
        f"| --- | ---: | {' | '.join(['---:'] * len(LEVELS))} |",
    ]
    for name, group in groups.items():
        of_level = [[done[each.key] for each in group if each.key in done] for done in solved.values()]
        lines.append(f"| {name} | {len(group)} | {' | '.join(map(share, of_level))} |")
    count = len(solved[LEVELS[0]])
    if count < len(puzzles):
        lines += ["", f"Each tried {count} of them."]
    return lines


def share(solved: Sequence[bool]) -> str:
    """In percent; of fewer than five, nothing."""
    return f"{sum(solved) / len(solved):.0%}".replace("%", " %") if len(solved) >= 5 else ""


def write(rules: str, lines: Sequence[str]) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    begin, end = f"<!-- {rules} begin -->", f"<!-- {rules} end -->"
    between = "\n".join(["", "", *lines, "", ""])
    found = re.sub(f"({re.escape(begin)}).*?({re.escape(end)})", rf"\1{between}\2", text, flags=re.DOTALL)
    DOCUMENT.write_text(found, encoding="utf-8")


if __name__ == "__main__":
    main()
