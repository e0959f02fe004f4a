"""
A standby of PostgreSQL is read while people change decks and read them again at the other web process, and
while it lags, hangs and is killed: nobody is shown less than they have written, and nothing fails.

python -m tests.soak.replicas --seconds 30
"""

import argparse
import contextlib
import json
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests.soak.cluster import Browser, session_of
from tests.soak.killable import Server, Standing, standing, until

PEOPLE = 6  # at the same time: a third change decks as guests, a third with tokens, a third only read
PAGES = ("/cards/", "/decks/", "/watch/", "/leaders/", "/api/v1/cards/?q=wolf", "/api/v1/decks/")
LONGEST = 20.0  # seconds for an answer, on a machine that has much else to do


class Wrong(AssertionError):
    """What a replica must not do."""


@dataclass
class Person(threading.Thread):
    ports: list[int]
    rng: random.Random
    session: str = ""
    token: str = ""
    deck: str = ""
    """The address of one's own; without one, this person only reads."""
    done: threading.Event = field(default_factory=threading.Event)
    took: list[float] = field(default_factory=list)
    written: int = 0
    wrong: str = ""

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.browsers = [Browser(port, self.session) for port in self.ports]
        if self.token:
            for each in self.browsers:
                each.headers = {"Authorization": f"Bearer {self.token}"}

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        try:
            while not self.done.is_set():
                one, other = self.rng.sample(self.browsers, 2)
                if self.deck:
                    self.write_and_read(one, other)
                self.ask(one, self.rng.choice(PAGES))
                self.done.wait(0.05)
        except (Wrong, OSError) as error:
            self.wrong = str(error)

    def write_and_read(self, one: Browser, other: Browser) -> None:
        version = json.loads(self.ask(one, self.deck))["settings_version"]
        self.written += 1
        wanted = f"Wood {self.written}"
        self.ask(one, self.deck, {"name": wanted, "settings_version": version})
        for each in (other, one):
            if (name := json.loads(self.ask(each, self.deck))["name"]) != wanted:
                raise Wrong(f"{name!r} was shown, not {wanted!r}")

    def ask(self, browser: Browser, path: str, change: Any = None, *, method: str = "PATCH") -> str:
        began = time.monotonic()
        status, text = browser.ask(path, change, method=method)
        self.took.append(time.monotonic() - began)
        if status not in (200, 201):
            raise Wrong(f"{path}: {status} {text[:300]}")
        # Cookies are those of the host, whatever the port.
        for each in self.browsers:
            each.headers = browser.headers
        return text


def person(ports: list[int], number: int) -> Person:
    from games.matches.models import Player
    from phylo.accounts.models import User
    from phylo.accounts.tokens import create_token

    rng = random.Random(number)
    match number % 3:
        case 0:
            made = Person(ports, rng, session=session_of(Player.objects.create()))
        case 1:
            made = Person(
                ports, rng, token=create_token(user=User.objects.create_user(f"Ada{number}"), name="x")
            )
        case _:
            return Person(ports, rng)
    deck = {"name": "Wood", "cards": {"valley-oak": 2}, "key": f"wood-{number}"}
    slug = json.loads(made.ask(made.browsers[0], "/api/v1/decks/", deck, method="POST"))["slug"]
    made.deck = f"/api/v1/decks/{slug}/"
    return made


def through(site: Standing, seconds: float, troubles: Sequence[str] = ("lag", "hanging", "loss")) -> str:
    """The TROUBLES, each for so long. Returns what came of it; raises Wrong."""
    assert site.standby is not None
    people = [person(site.ports, number) for number in range(PEOPLE)]
    told, before = [], scans(site.standby)
    try:
        for each in people:
            each.start()
        for name in troubles:
            time.sleep(seconds / 2)
            if name == troubles[0]:
                until(lambda: scans(site.standby) > before)
            trouble, words = TROUBLES[name]
            with trouble(site.standby):
                out = seconds_until(lambda words=words: not words or said(site, words))  # type: ignore[misc]
                time.sleep(seconds)
            if words:
                again = seconds_until(lambda: said(site, "is read again"))
                told.append(f"{name}: left out after {out:.1f} s, read again after {again:.1f} s")
            if wrong := [each.wrong for each in people if each.wrong]:
                raise Wrong(f"{name}: {wrong}")
    finally:
        for each in people:
            each.done.set()
        for each in people:
            each.join()
    if wrong := [each.wrong for each in people if each.wrong]:
        raise Wrong(str(wrong))
    took = sorted(took for each in people for took in each.took)
    if took[-1] > LONGEST:
        raise Wrong(f"an answer took {took[-1]:.1f} s")
    return (
        f"{'; '.join(told)}; {len(took)} answers, 95 % in {took[len(took) * 95 // 100]:.2f} s, all in"
        f" {took[-1]:.1f} s; {sum(each.written for each in people)} changes, each seen at once"
    )


def sql(server: Server, query: str) -> Any:
    with psycopg.connect(f"postgresql://postgres@127.0.0.1:{server.port}/phylo", autocommit=True) as opened:
        row = opened.execute(query).fetchone()
    return row[0] if row else None


def scans(server: Server | None) -> int:
    """How often decks were read there, as PostgreSQL counts it: a second late, and anew after a kill."""
    assert server is not None
    query = "SELECT seq_scan + idx_scan FROM pg_stat_user_tables WHERE relname = 'cards_deck'"
    # None as long as it has not replayed how the table was made.
    return int(sql(server, query) or 0)


def said(site: Standing, what: str) -> bool:
    """Whether this is what each web process said last of the replica."""
    logs = [log.read_text().splitlines() for log in site.logs if log.name.startswith("web")]
    last = [[line for line in lines if "replica1 is" in line][-1:] for lines in logs]
    return all(any(what in line for line in lines) for lines in last)


def seconds_until(ready: Callable[[], bool]) -> float:
    began = time.monotonic()
    until(ready)
    return time.monotonic() - began


@contextlib.contextmanager
def lagging(server: Server) -> Iterator[None]:
    sql(server, "SELECT pg_wal_replay_pause()")
    try:
        yield
    finally:
        sql(server, "SELECT pg_wal_replay_resume()")


@contextlib.contextmanager
def hanging(server: Server) -> Iterator[None]:
    """All its processes, each of which is a session of its own."""
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    # First the one that starts others.
    os.kill(server.process.pid, signal.SIGSTOP)
    stopped = [int(pid) for pid in children.read_text().split()]
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in (*stopped, server.process.pid):
            os.kill(pid, signal.SIGCONT)


@contextlib.contextmanager
def killed(server: Server) -> Iterator[None]:
    server.kill()
    try:
        yield
    finally:
        server.start()


TROUBLES = {
    # Too short for the replica to be left out: those who have written must not be shown what it has.
    "pause": (lagging, ""),
    "lag": (lagging, "s behind"),
    "hanging": (hanging, "is left out"),
    "loss": (killed, "is left out"),
}
"""What is done to the replica, and what web processes then say of it."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each trouble")
    arguments = parser.parse_args()
    with standing(replica=True) as site:
        print(through(site, arguments.seconds))


if __name__ == "__main__":
    main()
