"""
The engine beside its peers, and the site: `make bench`. ARGS=--write keeps the tables in docs/benchmarks.md,
ARGS="--only load" measures one part, and ARGS="--profile home" shows where the time of a page goes.

The programs take turns in short rounds, and a ratio is the median of the rounds' ratios, so that a machine
that is busy with something else slows all of them alike.
"""

import argparse
import os
import platform
import sys
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median

from tests.bench import decks, drafting, first_visit, load, names, peers, rendering, search, site, thinking
from tests.bench.peers import Rate

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- bench begin -->", "<!-- bench end -->"


def rounds(number: int, seconds: float) -> dict[str, list[Rate]]:
    """The rates of every program, round by round."""
    programs = {
        "Phylo Online": lambda: peers.phylo(seconds),
        "Phylo Online, V1.3": lambda: peers.phylo(seconds, "phylo-1.3"),
        "flat form, compiled": lambda: peers.flat(seconds),
        "flat form, compiled, V1.3": lambda: peers.flat(seconds, "phylo-1.3"),
        "Ecosystem, 4 players": lambda: drafting.play("ecosystem", seconds),
        "Coral Reef, 4 players": lambda: drafting.play("coral-reef", seconds),
        "catanatron, 4 players": lambda: peers.catanatron(seconds, 4),
        "catanatron, 2 players": lambda: peers.catanatron(seconds, 2),
        "python-chess": lambda: peers.chess(seconds),
        "OpenSpiel, gin rummy": lambda: peers.gin_rummy(seconds),
    }
    rates: dict[str, list[Rate]] = {name: [] for name in programs}
    for current in range(number + 1):
        for name, program in programs.items():
            rate = program()
            if current:  # the first round warms caches up
                rates[name].append(rate)
        print(f"round {current} of {number}", file=sys.stderr)
    return rates


def ratio(rates: dict[str, list[Rate]], peer: str, what: str, program: str = "Phylo Online") -> float:
    pairs = zip(rates[program], rates[peer], strict=True)
    return median(getattr(ours, what) / getattr(theirs, what) for ours, theirs in pairs)


def table(rates: dict[str, list[Rate]]) -> list[str]:
    lines = ["| program | games/s | moves/s | legal actions/s |", "| --- | ---: | ---: | ---: |"]
    for name, rounds_of in rates.items():
        games, moves, legal = (
            median(getattr(r, what) for r in rounds_of) for what in ("games", "moves", "legal")
        )
        lines.append(f"| {name} | {games:,.0f} | {moves:,.0f} | {f'{legal:,.0f}' if legal else '–'} |")
    return lines


def engine(arguments: argparse.Namespace) -> list[str]:
    rates = rounds(arguments.rounds, arguments.seconds)
    targets = [
        ("moves/s beside catanatron, 4 players", ratio(rates, "catanatron, 4 players", "moves"), 1.5),
        ("moves/s beside catanatron, 2 players", ratio(rates, "catanatron, 2 players", "moves"), 1.5),
        ("legal actions/s beside python-chess", ratio(rates, "python-chess", "legal"), 7.0),
    ]
    four = "catanatron, 4 players"
    targets += [
        (f"{name}'s moves/s beside {four}", ratio(rates, four, "moves", f"{name}, 4 players"), 2.0)
        for name in ("Ecosystem", "Coral Reef")
    ]
    lines = [*table(rates), "", "| ratio | measured | wanted |", "| --- | ---: | ---: |"]
    lines += [f"| {name} | {measured:.2f} | {wanted:.1f} |" for name, measured, wanted in targets]
    lines += [f"| copying a state, share of listing its actions | {peers.copy_share():.2f} | – |"]
    return lines


PARTS: dict[str, Callable[[argparse.Namespace], list[str]]] = {
    "engine": engine,
    "site": lambda arguments: site.table(arguments.matches),
    "pages": lambda arguments: rendering.table(),
    "first-visit": lambda arguments: first_visit.table(),
    "load": lambda arguments: load.table(arguments.live),
    "thinking": lambda arguments: thinking.table(),
    "search": lambda arguments: search.table(arguments.cards),
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
