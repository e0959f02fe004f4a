"""`python -m engine.score TABLE.json`: what finished grids of the drafting games are worth."""

import argparse
import json
import sys

from engine.drafting.table_file import score_file
from engine.record_format import TableScores, Unreadable
from engine.referee import answer_file

SCORED, NO_TABLE = 0, 2
HELP = "Score finished grids of Ecosystem and Coral Reef: 0, or 2 when a file is no such table."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tables", nargs="+", metavar="FILE.json", help="a table, or - for standard input")


def main(arguments: list[str], prog: str = "manage.py score") -> int:
    """Score the tables named on the command line; the exit status."""
    parser = argparse.ArgumentParser(prog=prog, description=HELP)
    add_arguments(parser)
    return score_tables(parser.parse_args(arguments).tables)


def score_tables(names: list[str]) -> int:
    """Print one score sheet a line, in the order of the files; return the highest of their statuses."""
    status = SCORED
    for name in names:
        sheet = score_one(name)
        print(json.dumps(sheet))
        status = max(status, NO_TABLE if "error" in sheet else SCORED)
    return status


def score_one(name: str) -> TableScores | Unreadable:
    """The score sheet of one file, or an `error` that says what is wrong with it."""
    return answer_file(name, score_file)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], "python -m engine.score"))
