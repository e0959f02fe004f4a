"""
The engine beside its peers, and the site: `make bench`. ARGS=--write keeps the tables in docs/benchmarks.md,
each as soon as it is measured, ARGS="--only load pages" measures some parts, and ARGS="--profile home" shows
where the time of a page goes.

Each part runs in processes of its own, as what it measures runs: compiled or plain, with its own data.
"""

import argparse
import os
import platform
import re
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from pathlib import Path

from tests.bench import (
    decks,
    engine,
    environments,
    first_visit,
    languages,
    load,
    names,
    offline,
    processes,
    rendering,
    search,
    site,
    thinking,
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "benchmarks.md"

PARTS: dict[str, Callable[[argparse.Namespace], list[str]]] = {
    "engine": lambda arguments: engine.table(arguments.rounds, arguments.seconds),
    "environments": lambda arguments: environments.table(arguments.rounds, arguments.seconds),
    "site": lambda arguments: site.table(arguments.matches),
    "pages": lambda arguments: rendering.table(),
    "languages": lambda arguments: languages.table(),
    "first-visit": lambda arguments: first_visit.table(),
    "load": lambda arguments: load.table(arguments.live),
    "processes": lambda arguments: processes.table(),
    "thinking": lambda arguments: thinking.table(),
    "search": lambda arguments: search.table(arguments.cards),
    "million": lambda arguments: search.table(search.MILLION),
    "decks": lambda arguments: decks.table(arguments.cards),
    "offline": lambda arguments: offline.table(),
    "names": lambda arguments: names.table(arguments.names),
}
BESIDE = {
    "engine": {"catanatron": "catanatron", "python-chess": "chess", "OpenSpiel": "open_spiel"},
    "environments": {"PettingZoo": "pettingzoo", "OpenSpiel": "open_spiel"},
}
"""The packages, by the names of their programs, that a part measures in the same run."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.5, help="of each program in a round")
    parser.add_argument("--matches", type=int, default=5, help="that a visitor plays on the running site")
    parser.add_argument("--live", type=int, default=300, help="matches that are open at the same time")
    parser.add_argument("--cards", type=int, default=100_000, help="that are searched beside the real ones")
    parser.add_argument("--names", type=int, default=2_500_000, help="that are imported and looked up")
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS, help="measure these parts alone")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--write", action="store_true", help="keep the tables in docs/benchmarks.md")
    choice.add_argument("--profile", metavar="PAGE", help="show where the time of a page goes, such as home")
    arguments = parser.parse_args()
    if arguments.profile:
        print(rendering.apart("profile", arguments.profile))
        return
    for name in arguments.only:
        # What is missing is said before it takes its time.
        with_table(PAGE.read_text(encoding="utf-8"), name, [])
        below = measured(name)
        lines = [*PARTS[name](arguments), "", below]
        print("\n".join(lines), end="\n\n", flush=True)
        if arguments.write:
            page = PAGE.read_text(encoding="utf-8")
            PAGE.write_text(with_table(page, name, lines), encoding="utf-8")


def measured(part: str) -> str:
    """When, and on what machine."""
    versions = {"CPython": platform.python_version(), "Numba": version("numba")}
    versions |= {name: version(package) for name, package in BESIDE.get(part, {}).items()}
    machine = f"{os.cpu_count()} cores ({platform.machine()})"
    return f"{date.today().isoformat()}, {machine}, {', '.join(map(' '.join, versions.items()))}."


def with_table(page: str, part: str, lines: list[str]) -> str:
    """The page with these lines between the marks of the part. Raises ValueError if it has none."""
    begin, end = f"<!-- bench {part} -->\n", "<!-- end -->\n"
    marked = re.compile(f"({re.escape(begin)}).*?({re.escape(end)})", re.DOTALL)
    if not marked.search(page):
        raise ValueError(f"no place for {part} in the page")
    return marked.sub(lambda found: "\n".join([found[1], *lines, "", found[2]]), page, count=1)


if __name__ == "__main__":
    main()
