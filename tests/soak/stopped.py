"""
PostgreSQL stands still, stopped and not killed, while people look around: first one of its processes after
another, which holds up one request at most and nobody else; then all of it, when every request is answered
with 503 or without the database. All of them are answered while it stands still, and the health check tells
the truth.

python -m tests.soak.stopped --seconds 60
"""

import argparse
import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence

import psycopg

from tests.services.processes import until
from tests.soak.cluster import BUSY, Browser
from tests.soak.killable import Standing, standing
from tests.soak.replicas import hanging

PAGES = ("/", "/cards/?q=terrain:forest", "/decks/", "/watch/", "/api/v1/cards/?q=wolf")
HEALTH = ("/healthz", "/readyz")
LOOKING = 8  # people who ask for pages all the time
STILL = 15.0  # seconds that a process stands still at least


class Wrong(AssertionError):
    """What a database that stands still must not do."""


class Visitor(threading.Thread):
    """Asks one web process for pages until `done`."""

    def __init__(self, port: int, done: threading.Event) -> None:
        super().__init__(daemon=True)
        self.browser, self.done = Browser(port), done
        self.answers: list[tuple[int, float]] = []
        """The status of each, and the seconds that it took."""

    def run(self) -> None:
        while not self.done.is_set():
            began = time.monotonic()
            path = PAGES[len(self.answers) % len(PAGES)]
            status, _text, _again = self.browser.ask_once(path)
            self.answers.append((status, time.monotonic() - began))
            time.sleep(0.1)


def through(site: Standing, seconds: float, *, still: float = STILL, pages: Sequence[str] = PAGES) -> str:
    """What was measured. Raises Wrong."""
    answers = one_after_another(site, seconds, still)
    if wrong := {status for status, _took in answers} - {200, BUSY}:
        raise Wrong(f"answers of {wrong}")
    late = sorted(took for _status, took in answers)
    away = sum(status == BUSY for status, _took in answers)
    return (
        f"one process of PostgreSQL stopped: {len(answers)} answers, {away} with 503, 95 % within"
        f" {late[len(late) * 95 // 100]:.2f} s, all within {late[-1]:.2f} s;"
        f" all stopped: each answer within {max(all_of_it(site, pages)):.2f} s"
    )


def one_after_another(site: Standing, seconds: float, still: float) -> list[tuple[int, float]]:
    """Raises Wrong unless everybody is answered, and the site well, whichever process stands still."""
    chance, done = random.Random(1), threading.Event()
    visitors = [Visitor(site.ports[number % len(site.ports)], done) for number in range(LOOKING)]
    for visitor in visitors:
        visitor.start()
    end = time.monotonic() + seconds
    try:
        while True:
            with stopped(chance.choice(until(lambda: processes_of(site)))):
                stop = time.monotonic()
                for visitor in visitors:
                    wait_for_two(visitor)
                for port in site.ports:
                    if (status := Browser(port).ask("/healthz")[0]) != 200:
                        raise Wrong(f"/healthz says {status}")
                time.sleep(max(0.0, stop + still - time.monotonic()))
            if time.monotonic() > end:
                break
    finally:
        done.set()
    for visitor in visitors:
        visitor.join()
    return [answer for visitor in visitors for answer in visitor.answers]


def wait_for_two(visitor: Visitor) -> None:
    """More answers: the second was asked for after the stop."""
    had = len(visitor.answers)
    until(lambda: len(visitor.answers) >= had + 2 or not visitor.is_alive())
    if not visitor.is_alive():
        raise Wrong("a request was not answered")


def processes_of(site: Standing) -> list[int]:
    """Of PostgreSQL, one for each connection that the site has."""
    server, _, name = site.env["DATABASE_URL"].rpartition("/")
    with psycopg.connect(f"{server}/postgres") as connection:
        query = "SELECT pid FROM pg_stat_activity WHERE datname = %s ORDER BY pid"
        return [pid for (pid,) in connection.execute(query, [name]).fetchall()]


@contextlib.contextmanager
def stopped(pid: int) -> Iterator[None]:
    # One that has ended meanwhile holds up nobody.
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def all_of_it(site: Standing, pages: Sequence[str]) -> list[float]:
    """Seconds until each answer. Raises Wrong unless the health check says that the database is away."""
    (database,) = (each for each in site.servers if each.name == "postgresql")
    with hanging(database):
        taken = [answered(site.ports[0], path) for path in (*pages, *HEALTH)]
    until(lambda: Browser(site.ports[0]).ask("/healthz")[0] == 200)
    return taken


def answered(port: int, path: str) -> float:
    """Seconds until the answer. Raises Wrong for one that needed the database."""
    began = time.monotonic()
    status, text, _again = Browser(port).ask_once(path)
    if status != BUSY and (status != 200 or path in HEALTH):
        raise Wrong(f"{path}: {status} {text[:200]}")
    return time.monotonic() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="in which one process after another stops")
    arguments = parser.parse_args()
    with standing() as site:
        print(through(site, arguments.seconds))


if __name__ == "__main__":
    main()
