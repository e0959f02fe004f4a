"""A command, such as the referee, that prints a line of JSON for each JSON file it is given."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.record_format import Unreadable

GOOD, BAD, UNREADABLE = 0, 1, 2


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
        except (ValueError, RecursionError) as error:
            return {"error": str(error)}


def read_json(name: str) -> object:
    """The content of a JSON file, - for standard input. Raises OSError, ValueError or RecursionError."""
    text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    data: object = json.loads(text, object_pairs_hook=_without_repeats)
    return data


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """JSON allows repeated keys; a record must be unambiguous."""
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError(f"the key {max(keys, key=keys.count)!r} comes twice")
    return dict(pairs)
