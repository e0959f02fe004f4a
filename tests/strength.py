"""Lets every level of the computer play its neighbours and greedy, and writes the tables of docs/strength.md.

`python -m tests.strength --games 60 --only phylo-1.4a`, and `--levels mouse hedgehog fox` for the rows of
these levels alone; all other rows stay as they are. So many games give the same row on every machine, since
no choice has a ceiling in time.
"""

import argparse
import sys
from pathlib import Path

from engine.bots.duel import Duel, Score, games
from engine.bots.levels import LEVELS, OFFERED
from engine.bots.tally import interval95
from engine.commands.duel import with_decks
from engine.drafting import GAMES

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "strength.md"
SEED = "c"
HEAD = ("| level | games | share | 95 % |", "| --- | ---: | ---: | ---: |")
PAIRS = [*zip(OFFERED[1:], OFFERED, strict=False), *((level, "greedy") for level in OFFERED)]
"""The rows of a table, in their order."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", choices=LEVELS, action="append")
    parser.add_argument("--levels", choices=OFFERED, nargs="+", default=OFFERED)
    arguments = parser.parse_args()
    for rules in arguments.only or LEVELS:
        for first, second in PAIRS:
            if {first, second} <= {*arguments.levels, "greedy"}:
                keep(rules, *row(rules, first, second, arguments.games, arguments.processes))


def row(rules: str, first: str, second: str, number: int, processes: int) -> tuple[str, str]:
    """The name of a row in a rule set's table, and the row."""
    duel = Duel(rules, first, second, SEED, unlimited=True)
    score = Score()
    score.games += games(duel if rules in GAMES else with_decks(duel), number, processes)
    low, high = (f"{100 * each:.1f}" for each in interval95(score.share, number))
    name = name_of(first, second)
    line = f"| {name} | {number} | {100 * score.share:.1f} % | {low} to {high} % |"
    print(rules, line, file=sys.stderr, flush=True)
    return name, line


def name_of(first: str, second: str) -> str:
    return f"{first} against {second}"


def keep(rules: str, name: str, line: str) -> None:
    """Put a row into the table between the marks of the rule set, in the place of the one of that name."""
    begin, end = f"<!-- {rules} begin -->\n", f"<!-- {rules} end -->\n"
    before, rest = DOCUMENT.read_text(encoding="utf-8").split(begin)
    table, after = rest.split(end)
    known = {each.split("|")[1].strip(): each for each in table.splitlines() if " against " in each}
    known[name] = line
    lines = [known[each] for each in (name_of(*pair) for pair in PAIRS) if each in known]
    whole = "\n".join(["", *HEAD, *lines, "", ""])
    DOCUMENT.write_text(before + begin + whole + end + after, encoding="utf-8")


if __name__ == "__main__":
    main()
