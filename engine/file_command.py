"""A command, such as the referee, that prints a line of JSON for each JSON file it is given."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from engine.contract import shown
from engine.record_format import Unreadable

GOOD, BAD, UNREADABLE = 0, 1, 2
LARGEST, DEEPEST, MOST_DIGITS = 500_000, 32, 4300
"""The bytes of a file, its objects and lists within each other, and the digits of a number in it."""
TOO_DEEP = f"objects and lists lie within each other more than {DEEPEST} deep"


@dataclass(frozen=True, slots=True)
class FileCommand:
    """`answer` gives the object to print for a file's content, or raises ValueError for a wrong file."""

    name: str
    help: str
    files: str
    """The name of its arguments."""
    metavar: str
    what: str
    answer: Callable[[object], Mapping[str, object]]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        help_ = f"{self.what}, or - for standard input"
        parser.add_argument(self.files, nargs="+", metavar=self.metavar, help=help_)

    def main(self, arguments: list[str], prog: str = "") -> int:
        """Run for the files named on the command line; return the exit status."""
        parser = argparse.ArgumentParser(prog=prog or f"manage.py {self.name}", description=self.help)
        self.add_arguments(parser)
        names: list[str] = getattr(parser.parse_args(arguments), self.files)
        return self.run(names)

    def run(self, names: list[str]) -> int:
        """Print one answer per line, in the order of the files; return the highest status."""
        status = GOOD
        for name in names:
            said = self.of_file(name)
            print(json.dumps(said))
            status = max(status, UNREADABLE if "error" in said else GOOD if said.get("ok", True) else BAD)
        return status

    def of_file(self, name: str) -> Mapping[str, object] | Unreadable:
        """The answer for one file, or an `error` that says why there is none."""
        try:
            return self.answer(read_json(name))
        except OSError as error:
            return {"error": f"cannot read {name}: {error.strerror}"}
        except ValueError as error:
            return {"error": str(error)}


def read_json(name: str) -> object:
    """The content of a JSON file, - for standard input. Raises OSError or ValueError."""
    with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
        return parsed(file.read(LARGEST + 1))


def parsed(file: bytes) -> object:
    """The JSON of a file, if it keeps to the limits of the record format. Raises ValueError."""
    if len(file) > LARGEST:
        raise ValueError(f"a file has at most {LARGEST} bytes")
    try:
        data: object = json.loads(
            file.decode(),
            object_pairs_hook=_without_repeats,
            parse_int=_whole_number,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError:
        raise ValueError("this is no text in UTF-8") from None
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    level = _nested([data])
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _nested(outer)]
    if level:
        raise ValueError(TOO_DEEP)
    return data


def _nested(outer: dict[str, object] | list[object]) -> list[dict[str, object] | list[object]]:
    """The objects and lists directly inside another one."""
    inner = outer.values() if isinstance(outer, dict) else outer
    return [each for each in inner if isinstance(each, dict | list)]


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """JSON allows repeated keys; a record must be unambiguous."""
    found = dict(pairs)
    if len(found) < len(pairs):
        repeated, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"the key {shown(repeated)} comes twice")
    return found


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number has at most {MOST_DIGITS} digits")
    return int(digits)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")
