"""
Names of everything that lives: importing a generated list of 2,500,000 names, of which 200,000 lines are
spoiled, and the lookups of the editor, on SQLite and on PostgreSQL.

Each database is filled and measured in processes of their own, with DATABASE_URL and PHYLO_DATA for it:
`python -m tests.bench.names fill FILE` imports, `measure` prints the times as JSON.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from tests.bench.search import databases

LOOKUPS = 300
SHARE = 12.5
"""One line in so many is spoiled."""
WANTED = "600 s, 500 MB", "20 ms"


@dataclass(frozen=True)
class Times:
    """Seconds of the import, in all and of its process's core, and of each lookup; megabytes at most."""

    names: int
    spoiled: int
    imported: float
    core: float
    memory: float
    lookups: list[float]


def beginnings() -> list[str]:
    """Three letters each, as names of the generated list begin."""
    from tests.taxonomy.generated import KINDS, SYLLABLES, WORDS

    rng, words = Random(1), [*SYLLABLES, *WORDS, *KINDS]
    return [(rng.choice(words) + rng.choice(SYLLABLES))[:3] for _ in range(LOOKUPS)]


def fill(path: Path) -> dict[str, float]:
    import django

    django.setup()
    from django.core.management import call_command

    from cards.taxonomy.importing import import_names

    call_command("migrate", verbosity=0)
    begin = time.perf_counter()
    edition = import_names(path=path, say=lambda text: None).edition
    used = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "names": edition.taxa,
        "spoiled": edition.rejected,
        "imported": time.perf_counter() - begin,
        "core": used.ru_utime + used.ru_stime,
        "memory": used.ru_maxrss / 1024,
    }


def measure() -> list[float]:
    import django

    django.setup()
    from cards.taxonomy.lookup import found_names

    texts = beginnings()
    for text in texts[:20]:
        found_names(text)
    times = []
    for text in texts:
        begin = time.perf_counter()
        found_names(text)
        times.append(time.perf_counter() - begin)
    return times


def table(names: int) -> list[str]:
    """Rows of the table of `make bench`."""
    from tests.taxonomy.generated import coldp

    rows = []
    with databases() as urls, tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "names.zip")
        coldp(path, names, bad=int(names / SHARE))
        for name, url in urls.items():
            env = os.environ | {"DATABASE_URL": url, "PHYLO_DATA": folder, "MALLOC_ARENA_MAX": "2"}
            filled = json.loads(_printed("fill", str(path), env=env))
            times = Times(**filled, lookups=json.loads(_printed("measure", env=env)))
            rows += _rows(name, times)
    head = [
        f"| a list of {names:,} names in the ColDP format | measured | wanted |",
        "| --- | ---: | ---: |",
    ]
    return head + rows


def _printed(*arguments: str, env: Mapping[str, str]) -> str:
    command = [sys.executable, "-m", "tests.bench.names", *arguments]
    return subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True, text=True).stdout.strip()


def _rows(name: str, times: Times) -> list[str]:
    worst = sorted(times.lookups)[int(len(times.lookups) * 0.95)]
    took = f"{times.imported:.0f} s ({times.core:.0f} s of a core), {times.memory:.0f} MB"
    return [
        f"| imported, {times.spoiled:,} spoiled lines told, {name} | {took} | {WANTED[0]} |",
        f"| three letters looked up, 95 % (median), {name} | {worst * 1000:.0f} ms "
        f"({median(times.lookups) * 1000:.0f} ms) | {WANTED[1]} |",
    ]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
    what, *rest = sys.argv[1:]
    print(json.dumps(fill(Path(rest[0])) if what == "fill" else measure()))
