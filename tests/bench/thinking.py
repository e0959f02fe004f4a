"""
Many matches against the strongest level at the same time, on the one-process site.

python -m tests.bench.thinking                  forty matches
python -m tests.bench.thinking --matches 4      a few

In each round a person in every match makes an action, then all end their turns at once, and whoever has their
turn again waits for the others. Meanwhile somebody looks at pages, one after another, as before when nobody
played.
"""

import argparse
import contextlib
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from urllib.parse import urlsplit

from tests.bench.load import say
from tests.bench.tables import hang_up
from tests.services.site import ROOT, Site
from tests.services.visitor import Visitor
from tests.soak.cluster import with_django

WANTED = 15.0  # seconds, of the computer's slowest turn
SLOWER = 2.0  # times, of a page
MEMORY = {"web": 150, "thinker": 400}  # MB
LOOKS = 40  # at pages, while nobody plays
PATIENCE = 120.0  # seconds for a turn
READY = 300.0  # seconds, for compiled code


@dataclass
class Report:
    """Seconds of each of the computer's turns and of each page, and bytes at the end."""

    turns: list[float] = field(default_factory=list)
    quiet: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    hurried: int = 0
    moves: int = 0
    web: int = 0
    thinker: int = 0

    @property
    def slower(self) -> float:
        return median(self.busy) / median(self.quiet)


class Person:
    """Somebody's match against the computer."""

    def __init__(self, url: str, level: str, rng: Random) -> None:
        self.visitor, self.rng = Visitor(url), rng
        begun = self.visitor.post("/matches/", {"deck": "wadden-sea", "opponent_deck": "", "level": level})
        self.path = urlsplit(begun.url).path
        self.match = self.path.split("/")[2]

    def act(self) -> None:
        """Make one action that does not end the turn, if there is one."""
        state = self.seen()
        if found := [action for action in state["legal"] if action["do"] in ("play", "move")]:
            self.send(self.rng.choice(found), state["version"])

    def end_turn(self) -> None:
        state = self.seen()
        if {"do": "pass"} in state["legal"]:
            self.send({"do": "pass"}, state["version"])

    def seen(self) -> dict:
        return json.load(self.visitor.get(f"/api/v1{self.path}view/"))

    def send(self, action: dict, version: int) -> None:
        order = {"action": action, "version": version, "key": f"k{version}"}
        self.visitor.post_json(f"/api/v1{self.path}actions/", order)


@contextlib.contextmanager
def looking(site: Site, times: list[float]) -> Iterator[None]:
    """Look at pages all the time, with a moment between them."""
    over, visitor = threading.Event(), Visitor(site.url)

    def look() -> None:
        while not over.wait(0.05):
            times.append(took(visitor))

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def took(visitor: Visitor) -> float:
    began = time.perf_counter()
    visitor.get("/cards/?q=eats").read()
    return time.perf_counter() - began


def measure(site: Site, *, matches: int, rounds: int, level: str) -> Report:
    from games.matches.models import Move

    report, visitor = Report(), Visitor(site.url)
    # The first ones fill caches.
    report.quiet += [took(visitor) for _look in range(2 * LOOKS)][LOOKS:]
    people = [Person(site.url, level, Random(number)) for number in range(matches)]
    for number in range(rounds):
        answered({person: time.perf_counter() for person in people})
        for person in people:
            person.act()
        with looking(site, report.busy):
            began = {}
            for person in people:
                person.end_turn()
                began[person] = time.perf_counter()
            report.turns += answered(began)
        say(f"round {number + 1}: slowest turn {max(report.turns):.1f} s, pages {report.slower:.2f} times")
    moves = Move.objects.filter(key__startswith="bot-")
    report.moves, report.hurried = moves.count(), moves.filter(hurried=True).count()
    report.web, report.thinker = site.memory, max(map(resident, children(site)))
    return report


def answered(began: dict[Person, float]) -> list[float]:
    """Wait until the computer has ended its turn in all these matches; the seconds that each has waited."""
    from games.matches.models import Match

    waiting, found, late = (
        {person.match: began[person] for person in began},
        [],
        time.perf_counter() + PATIENCE,
    )
    while waiting:
        here = Match.objects.filter(pk__in=waiting)
        acting = {str(match) for match in here.filter(bot_to_act=True).values_list("pk", flat=True)}
        found += [time.perf_counter() - waiting.pop(match) for match in waiting.keys() - acting]
        if time.perf_counter() > late:
            raise TimeoutError(f"{len(waiting)} matches still wait for the computer")
        time.sleep(0.1)
    return found


def children(site: Site) -> list[int]:
    tasks = Path(f"/proc/{site.process.pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def resident(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) * 1024


@contextlib.contextmanager
def standing(like: Path | None, plain: bool) -> Iterator[Site]:
    """A site whose child has its compiled code, which is kept for the next time."""
    env = {"PHYLO_PLAIN": "1" if plain else "0", "PHYLO_COMPILED": str(ROOT / "var" / "compiled")}
    with (
        tempfile.TemporaryDirectory(prefix="phylo-thinking-") as folder,
        Site(Path(folder), like=like, env=env) as site,
    ):
        for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
            os.environ.pop(name, None)
        with_django({"PHYLO_DATA": folder, "DJANGO_SETTINGS_MODULE": "phylo.settings"})
        if not plain:
            wait_until_idle(site)
        yield site
        hang_up()


def wait_until_idle(site: Site) -> None:
    """The child computes until it is ready."""
    (child,), late, before = children(site), time.monotonic() + READY, -1.0
    while time.monotonic() < late:
        ticks = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        if (now := int(ticks[11]) + int(ticks[12])) == before:
            return
        before = now
        time.sleep(2)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--level", default="orca")
    parser.add_argument("--plain", action="store_true", help="without compiled code")
    parser.add_argument("--like", type=Path, help="a folder of data that is prepared, for a quick start")
    arguments = parser.parse_args()
    with standing(arguments.like, arguments.plain) as site:
        report = measure(site, matches=arguments.matches, rounds=arguments.rounds, level=arguments.level)
    say("\n".join(rows(arguments.matches, report)))
    print(json.dumps(asdict(report)))
    return 0


def table() -> list[str]:
    with standing(None, plain=False) as site:
        report = measure(site, matches=40, rounds=4, level="orca")
    return rows(40, report)


def rows(matches: int, report: Report) -> list[str]:
    turns = f"{median(report.turns):.1f}, {max(report.turns):.1f} s"
    return [
        f"| {matches} matches at once against the strongest level, one process, SQLite | measured | wanted |",
        "| --- | ---: | ---: |",
        f"| the computer's turn, median and slowest | {turns} | {WANTED:g} s |",
        f"| moves cut short, of {report.moves} | {report.hurried} | – |",
        f"| a page, beside the time it takes when nobody plays | {report.slower:.2f} | {SLOWER:g} |",
        f"| memory of the web process | {report.web / 1e6:.0f} MB | {MEMORY['web']} MB |",
        f"| memory of the thinking process | {report.thinker / 1e6:.0f} MB | {MEMORY['thinker']} MB |",
    ]


if __name__ == "__main__":
    sys.exit(main())
