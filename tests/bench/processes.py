"""
What a second process on the same SQLite file brings: python -m tests.bench.processes.

Each process has matches of its own and plays in them one action after another, through all middleware, and
draws what both players' pages are sent (games/table/open_pages.py), as a web process does all day. Writers of
one file wait for each other; everything else can be done side by side.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles

from tests.services.site import ROOT

MATCHES, SECONDS = 40, 20.0  # of each process
MOST_MOVES = 12  # that a match has seen when the measuring begins


@dataclass(frozen=True)
class Played:
    """Seconds of each action until it was stored, and how many actions failed."""

    times: list[float]
    failed: int


def play(folder: str, number: int) -> Played:
    """In a process of its own: play until the time is up, from when all are ready."""
    from tests.bench.rendering import set_up

    set_up()
    from tests.bench.open_match import OpenMatch
    from tests.bench.tables import choice, deal

    rng = Random(number)
    matches = [OpenMatch(deal(rng, rng.randrange(MOST_MOVES))) for _match in range(MATCHES)]
    (Path(folder) / f"ready-{number}").touch()
    while not (Path(folder) / "go").exists():
        time.sleep(0.01)
    end, times, failed = time.monotonic() + SECONDS, [], 0
    while time.monotonic() < end:
        match = rng.choice(matches)
        if match.dealt.state.over:
            matches.remove(match)
            continue
        (seat, action), seen, began = choice(rng, match.dealt.state), match.dealt.version, time.monotonic()
        if match.act(seat, action).status_code != 200:
            failed += 1
            continue
        times.append(time.monotonic() - began)
        match.acted(seat, action)
        match.sent(seen)
    return Played(times, failed)


def played(processes: int) -> list[Played]:
    """By so many at the same time."""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"DATABASE_URL": f"sqlite:///{folder}/site.sqlite3", "PHYLO_DATA": folder}
        command = [sys.executable, "-m", "tests.bench.processes"]
        subprocess.run([*command, "prepare"], cwd=ROOT, env=env, check=True)
        started = [
            subprocess.Popen(
                [*command, "play", folder, str(number)], cwd=ROOT, env=env, stdout=subprocess.PIPE
            )
            for number in range(processes)
        ]
        while len(list(Path(folder).glob("ready-*"))) < processes:
            if any(each.poll() for each in started):
                raise RuntimeError("a process has failed")
            time.sleep(0.05)
        (Path(folder) / "go").touch()
        return [Played(*json.loads(each.communicate()[0])) for each in started]


def table() -> list[str]:
    """Rows of the table of `make bench`."""
    lines = [
        "| processes on one SQLite file | actions a second | stored, median | stored, 95 % | failed |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for processes in (1, 2):
        found = played(processes)
        times = [each for one in found for each in one.times]
        lines.append(
            f"| {processes} | {len(times) / SECONDS:.0f} | {median(times) * 1000:.0f} ms "
            f"| {quantiles(times, n=20)[-1] * 1000:.0f} ms | {sum(one.failed for one in found)} |"
        )
    return lines


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
    match sys.argv[1:]:
        case ["prepare"]:
            from tests.bench.rendering import prepare, set_up

            set_up()
            prepare()
        case ["play", folder, number]:
            print(json.dumps([*vars(play(folder, int(number))).values()]))
        case _:
            print("\n".join(table()))
