"""
The engine beside its peers: python -m tests.bench.engine 7 1.5 (rounds, and seconds of each program in one).

The programs take turns in short rounds, and a ratio is the median of the rounds' ratios, so that a machine
that is busy with something else slows all of them alike. They run in a process that compiles, unlike the
site's own, which sets PHYLO_PLAIN: what is measured there is not what its name says.
"""

import os
import subprocess
import sys
from statistics import median

# Before the settings are read, which set PHYLO_PLAIN.
from engine.flat.compiled import COMPILED, PLAIN
from tests.bench import drafting, peers
from tests.bench.peers import Rate


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


def rates_of(rates: dict[str, list[Rate]]) -> list[str]:
    lines = ["| program | games/s | moves/s | legal actions/s |", "| --- | ---: | ---: | ---: |"]
    for name, rounds_of in rates.items():
        games, moves, legal = (
            median(getattr(r, what) for r in rounds_of) for what in ("games", "moves", "legal")
        )
        lines.append(f"| {name} | {games:,.0f} | {moves:,.0f} | {f'{legal:,.0f}' if legal else '–'} |")
    return lines


def measured(number: int, seconds: float) -> list[str]:
    """Raises RuntimeError if what is called compiled is not."""
    if not COMPILED:
        raise RuntimeError("nothing is compiled in this process; is Numba installed?")
    rates = rounds(number, seconds)
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
    lines = [*rates_of(rates), "", "| ratio | measured | wanted |", "| --- | ---: | ---: |"]
    lines += [f"| {name} | {measured:.2f} | {wanted:.1f} |" for name, measured, wanted in targets]
    lines += [f"| copying a state, share of listing its actions | {peers.copy_share():.2f} | – |"]
    return lines


def table(number: int, seconds: float) -> list[str]:
    """Rows of the tables of `make bench`; an error there ends it."""
    command = [sys.executable, "-m", "tests.bench.engine", str(number), str(seconds)]
    done = subprocess.run(command, env=os.environ | {PLAIN: "0"}, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout.splitlines()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
    print("\n".join(measured(int(sys.argv[1]), float(sys.argv[2]))))
