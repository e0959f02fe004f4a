"""The referee: `python -m engine.referee RECORD.json` judges game records."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import engine
from engine.drafting import record as drafting
from engine.record_format import DraftVerdict, Unreadable, Verdict

T = TypeVar("T")
LEGAL, ILLEGAL, NO_RECORD = 0, 1, 2
HELP = "Judge game records: 0 when every action was legal, 1 when one was not, 2 when a file is no record."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("records", nargs="+", metavar="RECORD.json", help="a record, or - for standard input")


def main(arguments: list[str], prog: str = "manage.py referee") -> int:
    """Judge the records named on the command line; the exit status."""
    parser = argparse.ArgumentParser(prog=prog, description=HELP)
    add_arguments(parser)
    return judge_files(parser.parse_args(arguments).records)


def judge_files(names: list[str]) -> int:
    """Print one verdict a line, in the order of the files; return the highest of their statuses."""
    status = LEGAL
    for name in names:
        verdict = judge_file(name)
        print(json.dumps(verdict))
        status = max(status, _status(verdict))
    return status


def _status(verdict: Verdict | DraftVerdict | Unreadable) -> int:
    if "error" in verdict:
        return NO_RECORD
    return LEGAL if verdict["ok"] else ILLEGAL


def judge_file(name: str) -> Verdict | DraftVerdict | Unreadable:
    """The verdict on one file, or an `error` when it is not a record."""
    return answer_file(name, _judge)


def _judge(data: object) -> Verdict | DraftVerdict:
    return drafting.judge(data) if drafting.is_drafting(data) else engine.judge(data)


def answer_file(name: str, answer: Callable[[object], T]) -> T | Unreadable:
    """What there is to say of a file's content, or an `error`, which `answer` may raise as a ValueError."""
    try:
        return answer(read_json(name))
    except OSError as error:
        return {"error": f"cannot read {name}: {error.strerror}"}
    except (ValueError, RecursionError) as error:
        return {"error": str(error)}


def read_json(name: str) -> object:
    """What the file holds, - being standard input. Raises OSError, ValueError or RecursionError."""
    text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    data: object = json.loads(text, object_pairs_hook=_without_repeats)
    return data


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """JSON allows repeated keys; a record must be unambiguous."""
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError(f"the key {max(keys, key=keys.count)!r} comes twice")
    return dict(pairs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], "python -m engine.referee"))
