"""
Many live matches at the same time: how soon an action is seen on every page that is open on its match.

python -m tests.bench.load                                               one process on SQLite
python -m tests.bench.load --sqlite 2                                    web processes on one SQLite file
python -m tests.services.run python -m tests.bench.load --processes 2    web processes on PostgreSQL and Redis

Each match has the pages of its two players open, which listen to their streams. Actions fall by chance on any
match, so many a second in all. As in a browser, a page that is told of a version then fetches what differs
from the table that it shows.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.bench.tables import Dealt, Load, Table, deal, hang_up
from tests.services import programs
from tests.services.site import ROOT, Site, memory
from tests.soak.cluster import standing, with_django

WANTED = 0.25  # seconds, of the 95th percentile
REFUSED = 0.05  # seconds, of the 95th percentile
MEMORY = 200  # MB, of a web process at the end
RATES = [1.0, 5.0, 10.0, 25.0, 30.0, 60.0]  # actions a second
SECONDS, FEWEST = 15.0, 40  # of a rate: so long, and so many actions
TOGETHER = 20  # matches whose pages open at the same time
MOST_MOVES = 12  # that a match has seen when the measuring begins
TICK = os.sysconf("SC_CLK_TCK")
# What asks for it, and the actions a second at which all pages are to show the table in time.
SET_UPS = {
    "one process, SQLite": ("--sqlite=1", 25.0),
    "2 processes, SQLite": ("--sqlite=2", 25.0),
    "2 processes, PostgreSQL": ("--processes=2", 30.0),
}


@dataclass
class Report:
    """`memory`: of each web process at the end, bytes."""

    loads: list[Load]
    memory: list[int]

    @property
    def whole(self) -> bool:
        """Whether nothing was dropped or failed."""
        return not any(load.missed or load.faults or load.broken for load in self.loads)


def percentile(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(int(len(times) * share), len(times) - 1)]


async def run(
    sites: Sequence[Site], dealt: list[Dealt], *, rates: Sequence[float], seconds: float | None, looks: bool
) -> list[Load]:
    """Rate after rate."""
    rng, began = random.Random(len(dealt)), time.perf_counter()
    tables: list[Table] = []
    loads: list[Load] = []
    for start in range(0, len(dealt), TOGETHER):
        ports = [site.port for site in sites]
        some = [Table(each, ports, rng, looks=looks) for each in dealt[start : start + TOGETHER]]
        await asyncio.gather(*(table.opened() for table in some))
        tables += some
    say(f"{2 * len(tables)} streams open after {time.perf_counter() - began:.0f} s")
    for rate in rates:
        loads.append(Load(rate))
        await measured(tables, loads[-1], sites, seconds or max(SECONDS, FEWEST / rate), rng)
        say(described(loads[-1]))
    await asyncio.gather(*(table.leave() for table in tables))
    return loads


async def measured(
    tables: list[Table], load: Load, sites: Sequence[Site], seconds: float, rng: random.Random
) -> None:
    late: list[float] = []
    clock = asyncio.create_task(watch_clock(late))
    began, server, client = time.perf_counter(), cpu(sites), time.process_time()
    await play(tables, load, seconds, rng)
    load.seconds = took = time.perf_counter() - began
    load.memory = max(site.memory for site in sites)
    clock.cancel()
    for table in tables:
        table.report(load)
    computed = cpu(sites) - server
    load.server_cores, load.cost = computed / took, computed / max(1, len(load.answered))
    load.client_cores = (time.process_time() - client) / took
    load.late = percentile(late, 0.95)


async def play(tables: Sequence[Table], load: Load, seconds: float, rng: random.Random) -> None:
    """Actions at moments of chance, whether the site keeps up or not."""
    due = began = time.perf_counter()
    turns = set()
    while (due := due + rng.expovariate(load.rate)) < began + seconds:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        free = [table for table in tables if not table.busy]
        if free:
            turns.add(asyncio.create_task(rng.choice(free).turn(load)))
    await asyncio.gather(*turns)


async def watch_clock(late: list[float], every: float = 0.02) -> None:
    while True:
        due = time.perf_counter() + every
        await asyncio.sleep(every)
        late.append(time.perf_counter() - due)


def cpu(sites: Sequence[Site]) -> float:
    """Seconds that the web processes have computed."""
    ticks = 0
    for pid in (pid for site in sites for pid in site.webs):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(stat[11]) + int(stat[12])
    return ticks / TICK


def described(load: Load) -> str:
    times = {"told": load.told, "shown": load.shown, "answered": load.answered, "refused": load.refused}
    parts = [
        f"{name} {', '.join(f'{percentile(each, share) * 1000:.0f}' for share in (0.5, 0.95, 0.99, 1))} ms"
        for name, each in times.items()
        if each
    ]
    return (
        f"{load.rate:g} a second: {len(load.answered) / load.seconds:.1f} done, "
        f"{len(load.refused) / load.seconds:.1f} refused; 50, 95, 99, 100 %: {'; '.join(parts)}; "
        f"missed {load.missed}; broken {len(load.broken)}; faults {len(load.faults)} {load.faults[:3]}; "
        f"{size(load)} KB a change; "
        f"{load.cost * 1000:.0f} ms of a core an action; "
        f"{load.memory / 1e6:.0f} MB; cores: web {load.server_cores:.2f}, client {load.client_cores:.2f}; "
        f"client late {load.late * 1000:.0f} ms"
    )


def size(load: Load) -> str:
    return f"{percentile(load.sizes, 0.5) / 1000:.1f}" if load.sizes else "–"


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


@contextlib.contextmanager
def sites(processes: int, on_sqlite: int, like: Path | None) -> Iterator[list[Site]]:
    """So many web processes on PostgreSQL and Redis, or on SQLite; Django here on the same database."""
    if processes:
        with standing(webs=processes) as cluster:
            yield cluster.sites
        return
    env = {"WEB_PROCESSES": str(on_sqlite)}
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    with (
        tempfile.TemporaryDirectory(prefix="phylo-load-") as folder,
        Site(Path(folder), env=env, like=like) as site,
    ):
        for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
            os.environ.pop(name, None)
        with_django({"PHYLO_DATA": folder, "DJANGO_SETTINGS_MODULE": "phylo.settings"})
        yield [site]
        hang_up()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--processes", type=int, default=0, help="web processes on PostgreSQL and Redis")
    parser.add_argument("--sqlite", type=int, default=1, help="web processes on SQLite, without --processes")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--rates", type=float, nargs="+", default=RATES, help="actions a second in all")
    parser.add_argument("--seconds", type=float, help=f"of each rate; else {SECONDS:g}, and {FEWEST} actions")
    parser.add_argument("--streams-only", action="store_true", help="pages fetch no table")
    parser.add_argument("--like", type=Path, help="a folder of data that is prepared, for a quick start")
    arguments = parser.parse_args()
    with sites(arguments.processes, arguments.sqlite, arguments.like) as webs:
        rng, began = random.Random(arguments.matches), time.perf_counter()
        dealt = [deal(rng, rng.randrange(MOST_MOVES + 1)) for _number in range(arguments.matches)]
        say(f"{len(dealt)} matches dealt after {time.perf_counter() - began:.0f} s")
        looks, rates = not arguments.streams_only, arguments.rates
        loads = asyncio.run(run(webs, dealt, rates=rates, seconds=arguments.seconds, looks=looks))
        report = Report(loads, [memory(pid) for site in webs for pid in site.webs])
    say(f"memory of a web process: {max(report.memory) / 1e6:.0f} MB")
    print(json.dumps(asdict(report)))
    return 0 if report.whole else 1


def table(matches: int) -> list[str]:
    """Rows of the table of `make bench`; PostgreSQL and Redis only where they are to be had."""
    head = f"{matches} live matches, {2 * matches} open streams: from a POST until seen"
    lines = [f"| {head} | median | 95 % | wanted |", "| --- | ---: | ---: | ---: |"]
    for name, (asked, rate) in SET_UPS.items():
        command = [sys.executable, "-m", "tests.bench.load", f"--matches={matches}", asked]
        if asked.startswith("--processes"):
            try:
                programs.postgresql(), programs.redis()
            except programs.NotFound as error:
                say(f"load: {error}")
                continue
            command = [sys.executable, "-m", "tests.services.run", *command]
        printed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=False).stdout
        found = json.loads(printed)
        lines += rows(name, rate, Report([Load(**load) for load in found["loads"]], found["memory"]))
    return lines


def rows(name: str, rate: float, report: Report) -> list[str]:
    """`rate`: that at which the pages are to show the table in time."""
    found = []
    for load in report.loads:
        for what, times in (("told", load.told), ("table shown", load.shown)):
            wanted = f"{WANTED * 1000:.0f} ms" if load.rate == rate and times is load.shown else "–"
            shown = " | ".join(f"{percentile(times, share) * 1000:.0f} ms" for share in (0.5, 0.95))
            found.append(f"| {load.rate:g} a second, {what}, {name} | {shown} | {wanted} |")
        if load.refused:
            shown = " | ".join(f"{percentile(load.refused, share) * 1000:.0f} ms" for share in (0.5, 0.95))
            done, refused = (len(each) / load.seconds for each in (load.answered, load.refused))
            found.append(
                f"| {load.rate:g} a second: {done:.1f} done, {refused:.1f} refused after, {name} "
                f"| {shown} | {REFUSED * 1000:.0f} ms |"
            )
        found.append(
            f"| {load.rate:g} a second, cores busy: web, client, {name} "
            f"| {load.server_cores:.2f}, {load.client_cores:.2f} | – | – |"
        )
    pages = sum(len(load.told) + load.missed for load in report.loads)
    missed = sum(load.missed for load in report.loads)
    return [
        *found,
        f"| what an action and what two pages fetch take of a core, {name} "
        f"| {min(load.cost for load in report.loads) * 1000:.0f} ms | – | – |",
        f"| what a page gets after a move, {name} | {size(report.loads[0])} KB | – | 15 KB |",
        f"| never told, of {pages} pages, {name} | {missed} | – | 0 |",
        f"| memory of a web process, {name} | {max(report.memory) / 1e6:.0f} MB | – | {MEMORY} MB |",
    ]


if __name__ == "__main__":
    sys.exit(main())
