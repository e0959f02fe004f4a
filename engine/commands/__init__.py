"""The command line: `phylo-engine`, or `python -m engine`.

Each command but the referee and the scorer has a module here, with what may be said on the command line
(`add_arguments`) and what is done then (`run`). It is loaded when it is chosen: to judge a file, nothing is
needed that thinks.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import NoReturn

from engine.commands.wrong import WRONG, Wrong
from engine.deprecation import Ending
from engine.file_command import FileCommand
from engine.referee import REFEREE
from engine.score import SCORE

PROGRAM = "phylo-engine"
STOPPED = 130
ABOUT = "Plays, judges, scores, analyses and converts games of Phylo, Ecosystem and Coral Reef."
HELP: Mapping[str, str] = {
    "play": "Play a game: you against a level of the computer, or levels against each other.",
    "analyse": "Judge each action of a recorded game: the chances before and after it, and a better action.",
    "duel": "Let two levels play each other, in pairs of games with seats and decks exchanged.",
    "convert": "Write decks and game records in another form.",
    "stats": "Say what many game records say together: who wins, with which decks and cards, and how long.",
    "referee": REFEREE.help,
    "score": SCORE.help,
}
ENDING: Mapping[str, Ending] = {}
"""Commands that will not stay."""
OF_FILES = {"referee": REFEREE, "score": SCORE}


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {message}\n")


@dataclass(frozen=True, slots=True)
class Command:
    """`run` returns the exit status, or raises Wrong."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line, by default that of this process; return the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    name = next(iter(words), "")
    command = _command(name) if name in HELP else None
    chosen = _parser(name, command).parse_args(words)
    assert command is not None, "the parser has refused the name"
    if ending := ENDING.get(name):
        print(ending.told_of(f"{PROGRAM} {name}"), file=sys.stderr)
    try:
        return command.run(chosen)
    except Wrong as error:
        print(f"{PROGRAM} {name}: {error}", file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        # Whoever reads has seen enough; nothing is left to be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return STOPPED
    except KeyboardInterrupt:
        print(f"{PROGRAM} {name}: stopped", file=sys.stderr)
        return STOPPED


def _command(name: str) -> Command:
    if name in OF_FILES:
        return _of_files(OF_FILES[name])
    module = import_module(f"engine.commands.{name}")
    return Command(module.add_arguments, module.run)


def _of_files(command: FileCommand) -> Command:
    def run(arguments: argparse.Namespace) -> int:
        names: list[str] = getattr(arguments, command.files)
        return command.run(names)

    return Command(command.add_arguments, run)


def _parser(chosen: str, command: Command | None) -> Parser:
    """It knows all commands, and the arguments of the chosen one."""
    parser = Parser(prog=PROGRAM, description=ABOUT)
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, text in HELP.items():
        each = commands.add_parser(name, help=text, description=text)
        if name == chosen and command is not None:
            command.add_arguments(each)
    return parser


def _version() -> str:
    try:
        return f"{PROGRAM} {version(PROGRAM)}"
    except PackageNotFoundError:
        return f"{PROGRAM}, from a checkout"
