"""
Everything that people do with the site, for hours: pages, searches, matches with people and the computer,
drafts, streams that come and go, chat, mails, decks, PDFs. The memory, open files and threads of its
processes are written down, and must not grow.

python -m tests.services.run python -m tests.soak.mixed --minutes 120
"""

import argparse
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import linear_regression, median
from typing import NamedTuple

from tests.soak import crawl
from tests.soak.killable import Standing, standing
from tests.soak.people import PEOPLE, Failed, Person

EVERY = 60.0  # seconds between two samples, where that gives at least LEAST of them
LEAST = 60
WARM_UP = 0.25  # of the time, in which caches fill: it does not count
JUDGED = 10.0  # minutes; in a shorter run caches still fill, so that growth says nothing
GROWTH = {"memory": 0.1, "files": 0.25, "threads": 0.1}
"""How much more the last third may hold than the first, as a share …"""
SLACK = {"memory": 6.0, "files": 8.0, "threads": 2.0}
"""… and besides: MB of memory, numbers of files and threads."""


class Grew(AssertionError):
    """Something grows all the time."""


class Sample(NamedTuple):
    seconds: float
    memory: float
    """Resident, in MB."""
    files: float
    threads: float


def sample(pid: int, began: float) -> Sample:
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    memory = int(status["VmRSS"].split()[0]) / 1024
    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return Sample(time.monotonic() - began, memory, files, int(status["Threads"]))


@dataclass
class Course:
    """How something went in a process, from the end of the warm-up."""

    process: str
    what: str
    first: float
    last: float
    """The medians of the first and of the last third."""
    slope: float
    """For each hour."""

    @classmethod
    def of(cls, process: str, what: str, samples: list[Sample]) -> "Course":
        times, values = [each.seconds / 3600 for each in samples], [getattr(each, what) for each in samples]
        third = max(1, len(values) // 3)
        slope = linear_regression(times, values).slope
        return cls(process, what, median(values[:third]), median(values[-third:]), slope)

    @property
    def grew(self) -> bool:
        return self.last > self.first * (1 + GROWTH[self.what]) + SLACK[self.what]

    def __str__(self) -> str:
        return (
            f"{self.process:8} {self.what:8} {self.first:7.1f} {self.last:7.1f} {self.slope:+8.1f} an hour"
            f"{' GREW' if self.grew else ''}"
        )


@dataclass
class Load:
    """People who go on until they are told to stop, and what they did."""

    site: Standing
    done: threading.Event = field(default_factory=threading.Event)
    counted: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    def start(self) -> list[threading.Thread]:
        threads = []
        for number, (name, does) in enumerate(PEOPLE):
            person = Person(self.site.ports, number, random.Random(number), self.done, self.counted)
            thread = threading.Thread(target=self.go_on, args=(name, does, person), daemon=True)
            thread.start()
            threads.append(thread)
        return threads

    def go_on(self, name: str, does: Callable[[Person], None], person: Person) -> None:
        from django.db import connection

        while not self.done.is_set():
            try:
                does(person)
                self.counted[name] += 1
            except (Failed, OSError) as error:
                if not self.done.is_set():
                    self.failed.append(f"{name}: {error}")
            except Exception as error:
                self.failed.append(f"{name}: {error!r}")
                raise
            finally:
                # Back to the pool.
                connection.close()


def go(site: Standing, minutes: float) -> str:
    """What came of it. Raises Grew, and Failed for an answer that should not be."""
    pids: dict[str, int] = {
        each.name: each.process.pid
        for each in site.servers
        if each.process and each.name in ("web0", "web1", "worker")
    }
    load, began = Load(site), time.monotonic()
    threads = load.start()
    samples: dict[str, list[Sample]] = {name: [] for name in pids}
    every = min(EVERY, minutes * 60 / LEAST)
    while (passed := time.monotonic() - began) < minutes * 60:
        for name, pid in pids.items():
            samples[name].append(sample(pid, began))
        print(
            f"{passed / 60:6.1f} min",
            *(
                f"{name} {each[-1].memory:.1f} MB {each[-1].files} {each[-1].threads}"
                for name, each in samples.items()
            ),
            flush=True,
        )
        time.sleep(every)
    load.done.set()
    for thread in threads:
        thread.join(60)
    courses = [
        Course.of(name, what, each[round(len(each) * WARM_UP) :])
        for name, each in samples.items()
        for what in GROWTH
    ]
    report = "\n".join([f"{minutes:g} minutes: {dict(load.counted)}", *map(str, courses)])
    if load.failed:
        raise Failed("\n".join([report, *load.failed[:20], f"{len(load.failed)} failures"]))
    if minutes >= JUDGED and any(course.grew for course in courses):
        raise Grew(report)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=120)
    arguments = parser.parse_args()
    # Each of the people keeps a connection of this process.
    more = {"LOG_LEVEL": "WARNING", "DATABASE_POOL": str(len(PEOPLE) + 3)}
    with standing(**crawl.SITE | more) as site:
        print(go(site, arguments.minutes))


if __name__ == "__main__":
    main()
