"""
The engine beside its peers, and the site: `make bench`. ARGS=--write keeps the tables in docs/benchmarks.md,
ARGS="--only load" measures one part, and ARGS="--profile home" shows where the time of a page goes.

Each part runs in processes of its own, as what it measures runs: compiled or plain, with its own data.
"""

import argparse
import os
import platform
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from pathlib import Path

from tests.bench import decks, engine, first_visit, load, names, rendering, search, site, thinking

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- bench begin -->", "<!-- bench end -->"


PARTS: dict[str, Callable[[argparse.Namespace], list[str]]] = {
    "engine": lambda arguments: engine.table(arguments.rounds, arguments.seconds),
    "site": lambda arguments: site.table(arguments.matches),
    "pages": lambda arguments: rendering.table(),
    "first-visit": lambda arguments: first_visit.table(),
    "load": lambda arguments: load.table(arguments.live),
    "thinking": lambda arguments: thinking.table(),
    "search": lambda arguments: search.table(arguments.cards),
    "million": lambda arguments: search.table(search.MILLION),
    "decks": lambda arguments: decks.table(arguments.cards),
    "names": lambda arguments: names.table(arguments.names),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.5, help="of each program in a round")
    parser.add_argument("--matches", type=int, default=5, help="that a visitor plays on the running site")
    parser.add_argument("--live", type=int, default=300, help="matches that are open at the same time")
    parser.add_argument("--cards", type=int, default=100_000, help="that are searched beside the real ones")
    parser.add_argument("--names", type=int, default=2_500_000, help="that are imported and looked up")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--write", action="store_true", help="keep the tables in docs/benchmarks.md")
    choice.add_argument("--only", choices=PARTS, help="measure this part alone")
    choice.add_argument("--profile", metavar="PAGE", help="show where the time of a page goes, such as home")
    arguments = parser.parse_args()
    if arguments.profile:
        print(rendering.apart("profile", arguments.profile))
        return
    lines = []
    for name, part in PARTS.items():
        if arguments.only in (None, name):
            lines += [*part(arguments), ""]
    peers_of = {
        "catanatron": "catanatron",
        "python-chess": "chess",
        "OpenSpiel": "open_spiel",
        "Numba": "numba",
    }
    versions = ", ".join(f"{name} {version(package)}" for name, package in peers_of.items())
    machine = (
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one core"
    )
    lines += [f"{date.today().isoformat()}, {machine}; {versions}; median of {arguments.rounds} rounds."]
    print("\n".join(lines))
    if arguments.write:
        page = PAGE.read_text(encoding="utf-8")
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n\n" + "\n".join(lines) + f"\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
