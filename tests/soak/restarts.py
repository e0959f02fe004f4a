"""
PostgreSQL is restarted while people play the computer, look at pages, ask for mails and hold streams open:
requests fail for a few seconds at most, no move that was answered is lost, streams go on, mails come.

python -m tests.services.run python -m tests.soak.restarts --times 20
"""

import argparse
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from tests.soak import hangs
from tests.soak.cluster import Browser, session_of
from tests.soak.killable import Server, Standing, standing, until
from tests.soak.kills import Killer, play
from tests.soak.streams import Held

LONGEST = 5.0  # seconds from the stop of PostgreSQL in which requests may fail, its absence included
PAUSE = (8.0, 12.0)  # seconds between two restarts
AWAY = (0.1, 3.0)  # seconds until it is started again
MATCHES = 16
LOOKING = 4  # people who ask for pages all the time
STREAMS = 40
HEARTBEAT = 15.0 + 3.0  # seconds in which a stream tells what it has missed


class Wrong(AssertionError):
    """What a restart must not do."""


@dataclass
class Restarts:
    """When PostgreSQL was stopped and when requests failed, in seconds of the monotonic clock."""

    times: int
    stops: list[float] = field(default_factory=list)
    failures: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    """Seconds that each page took."""

    def longest(self) -> float:
        """Seconds from a stop until the last request failed. Raises Wrong for a failure before any stop."""
        if self.failures and min(self.failures) < self.stops[0]:
            raise Wrong("a request failed before anything was stopped")
        return max((at - max(stop for stop in self.stops if stop <= at) for at in self.failures), default=0.0)


class Restarter(Killer):
    away = AWAY

    def __init__(self, database: Server, restarts: Restarts, pause: tuple[float, float]) -> None:
        super().__init__([database], random.Random(restarts.times), pause)
        self.restarts = restarts

    def end(self, server: Server) -> None:
        self.restarts.stops.append(time.monotonic())
        server.stop()
        if len(self.restarts.stops) == self.restarts.times:
            self.done.set()


class Looker(threading.Thread):
    """Asks for pages all the time, and at each restart for a new password."""

    def __init__(self, port: int, number: int, restarts: Restarts) -> None:
        super().__init__(daemon=True)
        self.port, self.number, self.restarts = port, number, restarts
        self.done = threading.Event()
        self.promised: list[str] = []
        """The addresses to which the site said that it would send a mail."""
        self.wrong = ""

    def run(self) -> None:
        browser, asked = Browser(self.port), 0
        while not self.done.wait(0.1) and not self.wrong:
            began = time.monotonic()
            try:
                if asked < len(self.restarts.stops):
                    asked += 1
                    hangs.ask_for_a_password(self.port, address(self.number, asked))
                    self.promised.append(address(self.number, asked))
                status, text = browser.ask(hangs.PAGES[len(self.restarts.answers) % len(hangs.PAGES)])
            except (OSError, hangs.Wrong) as error:
                status, text = 500, str(error)
            if status >= 500:
                self.restarts.failures.append(time.monotonic())
            elif status == 200:
                self.restarts.answers.append(time.monotonic() - began)
            else:
                self.wrong = f"{status} {text[:200]}"


def address(number: int, restart: int) -> str:
    return f"ada-{number}-{restart}@example.org"


def restart(site: Standing, times: int, *, matches: int = MATCHES, pause: tuple[float, float] = PAUSE) -> str:
    """What came of it. Raises Wrong for failures that go on, and for what is lost."""
    from games.matches.models import Match
    from phylo.accounts.models import User

    (database,) = (each for each in site.servers if each.name == "postgresql")
    for name in (address(number, each + 1) for number in range(LOOKING) for each in range(times)):
        User.objects.create_user(name.partition("@")[0], email=name, password="x").emailaddress_set.update(
            verified=True
        )
    match, people = hangs.two_people()
    sessions = [session_of(player) for player in people]
    path, headers = f"/api/v1/matches/{match.pk}/stream/", Browser(site.ports[0], sessions[0]).headers
    streams = [Held(site.ports[number % 2], headers, path) for number in range(STREAMS)]
    restarts, moves = Restarts(times), 0
    lookers = [Looker(site.ports[number % 2], number, restarts) for number in range(LOOKING)]
    for each in lookers:
        each.start()
    while len(restarts.stops) < times:
        made, clients = play(site, matches, Restarter(database, restarts, pause))
        moves += made
        restarts.failures += [at for client in clients for at in client.failed]
    for each in lookers:
        each.done.set()
        each.join()
        if each.wrong:
            raise Wrong(each.wrong)
    if (longest := restarts.longest()) > LONGEST:
        raise Wrong(f"requests failed {longest:.1f} s after a stop")
    heard = listened(streams, site, sessions, Match.objects.get(pk=match.pk))
    promised = [each for looker in lookers for each in looker.promised]
    mails = site.folder / "var" / "mail"
    until(lambda: len(list(mails.glob("*"))) >= len(promised))
    sent = "".join(each.read_text() for each in mails.glob("*"))
    if missing := [each for each in promised if each not in sent]:
        raise Wrong(f"mails that were promised did not come: {missing}")
    return (
        f"{times} restarts: {len(restarts.failures)} requests failed, for at most {longest:.1f} s after the"
        f" stop; {moves} moves, none lost; {len(restarts.answers)} pages in at most"
        f" {max(restarts.answers):.1f} s;"
        f" {STREAMS} streams told in {heard:.1f} s; {len(promised)} mails sent"
    )


def listened(streams: list[Held], site: Standing, sessions: list[str], match: Any) -> float:
    """Seconds until all streams that outlived the restarts have told of a move. Raises Wrong."""
    _took, version = next(
        acted for seat in (0, 1) if (acted := hangs.act(site.ports[0], sessions[seat], match.pk, seat))[0]
    )
    began = time.monotonic()
    for each in streams:
        each.wait(f'"version": {version}')
        each.close()
        if f'"version": {version}' not in each.told:
            raise Wrong(f"a stream did not outlive the restart: {each.told[-200:]}")
    if (took := time.monotonic() - began) > HEARTBEAT:
        raise Wrong(f"streams were told after {took:.1f} s")
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    arguments = parser.parse_args()
    with standing() as site:
        print(restart(site, arguments.times))


if __name__ == "__main__":
    main()
