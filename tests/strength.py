"""Lets every level of the computer play its neighbours and greedy, and writes the tables of docs/strength.md.

`python -m tests.strength --games 60 --only phylo-1.4a`. So many games give the same table on every
machine, since no choice has a ceiling in time.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.bots.duel import Duel, Score, games
from engine.bots.levels import LEVELS, OFFERED
from engine.bots.tally import interval95
from engine.commands.duel import with_decks
from engine.drafting import GAMES

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "strength.md"
SEED = "c"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", choices=LEVELS, action="append")
    arguments = parser.parse_args()
    for rules in arguments.only or LEVELS:
        write(rules, list(rows(rules, arguments.games, arguments.processes)))


def rows(rules: str, number: int, processes: int) -> Iterator[str]:
    """The lines of a rule set's table."""
    yield "| level | games | share | 95 % |"
    yield "| --- | ---: | ---: | ---: |"
    neighbours = list(zip(OFFERED[1:], OFFERED, strict=False))
    for first, second in [*neighbours, *((level, "greedy") for level in OFFERED)]:
        duel = Duel(rules, first, second, SEED, unlimited=True)
        score = Score()
        score.games += games(duel if rules in GAMES else with_decks(duel), number, processes)
        low, high = (f"{100 * each:.1f}" for each in interval95(score.share, number))
        row = f"| {first} against {second} | {number} | {100 * score.share:.1f} % | {low} to {high} % |"
        print(rules, row, file=sys.stderr, flush=True)
        yield row


def write(rules: str, lines: list[str]) -> None:
    """Put the lines between the marks of the rule set."""
    begin, end = f"<!-- {rules} begin -->\n", f"<!-- {rules} end -->\n"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    table = begin + "\n".join(["", *lines, "", ""]) + end
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(pattern.sub(lambda _found: table, text), encoding="utf-8")


if __name__ == "__main__":
    main()
