"""
A subscriber whose stream is cut off again and again, each time at another web process, sees every version in
the end, and the newest one soon.

python -m tests.services.run python -m tests.soak.cuts --times 100
"""

import argparse
import contextlib
import json
import random
import threading
import time
from collections.abc import Iterator
from typing import Any

from tests.soak.cluster import Browser, session_of, standing

SOON = 120.0  # seconds from the last move until the subscriber knows of it, on a busy machine
LONGEST = 0.4  # seconds that a stream is left alone; longer where it had no time to say anything


class Wrong(AssertionError):
    """A version that was not seen."""


class Subscriber(threading.Thread):
    """Listens to a match, is cut off, comes back with what it knows, and asks for each version it missed."""

    def __init__(self, ports: list[int], session: str, path: str, rng: random.Random) -> None:
        super().__init__(daemon=True)
        self.ports, self.session, self.path, self.rng = ports, session, path, rng
        self.cuts = 0
        self.last = ""
        self.longest = LONGEST
        self.seen: dict[int, Any] = {}
        self.done = threading.Event()
        self.failed: Exception | None = None

    def run(self) -> None:
        try:
            while not self.done.is_set():
                self.listen(self.ports[self.cuts % len(self.ports)])
                self.cuts += 1
        except Exception as error:
            self.failed = error

    def listen(self, port: int) -> None:
        """Until the cut, which may fall into the middle of an event."""
        browser = Browser(port, self.session)
        stream = browser.listen(
            f"/api/v1{self.path}stream/", **({"Last-Event-ID": self.last} if self.last else {})
        )
        sock = browser.connection.sock or stream.fp.raw._sock
        sock.settimeout(self.rng.uniform(0.01, self.longest))
        self.longest *= 1.5
        with contextlib.suppress(OSError), contextlib.closing(browser), contextlib.closing(stream):
            event: dict[str, str] = {}
            for name, value in lines(stream):
                event[name] = value
                # Only a whole event counts, as in a browser: its empty line was seen.
                if not name and event.pop("event", "") == "here":
                    event = {}
                if not name and "data" in event:
                    self.catch_up(json.loads(event["data"])["version"])
                    self.last, self.longest = event["id"], LONGEST
                    event = {}
                if self.rng.random() < 0.2:
                    return

    def catch_up(self, version: int) -> None:
        browser = Browser(self.rng.choice(self.ports), self.session)
        for number in range(max(self.seen, default=-1) + 1, version + 1):
            status, text = browser.ask(f"/api/v1{self.path}view/?version={number}")
            if status != 200:
                raise Wrong(f"version {number}: {status} {text}")
            self.seen[number] = json.loads(text)["log"]
        browser.close()


def lines(stream: Any) -> Iterator[tuple[str, str]]:
    for line in stream:
        if not line.endswith(b"\n"):
            return
        name, _colon, value = line.decode().strip().partition(": ")
        yield name, value


def cut(ports: list[int], times: int) -> tuple[int, int]:
    """The cuts, and the versions of all the matches that they took, every one of them seen. Raises Wrong."""
    from cards.decks.models import Deck
    from games.matches.models import Match, Player
    from games.matches.services.matches import Side, create_match
    from games.matches.services.positions import log_at, state_at

    cuts = versions = 0
    rng = random.Random(times)
    while cuts < times:
        players = [Player.objects.create(name=name) for name in ("Ada", "Ben")]
        deck = Deck.objects.ready().order_by("slug")[cuts % 2]
        sides = [Side(deck_name=deck.name, deck=deck.card_keys(), player=player) for player in players]
        match = create_match(sides=(sides[0], sides[1]), rules=deck.rules)
        movers = [Browser(ports[0], session_of(player)) for player in players]
        path = f"/matches/{match.pk}/"
        subscriber = Subscriber(ports, session_of(players[0]), path, rng)
        subscriber.start()
        while not match.finished and not (cuts + subscriber.cuts >= times and match.version > 20):
            state = state_at(match)
            seat = state.to_act[0]
            order = {
                "action": rng.choice(state.legal(seat)), "version": match.version, "key": f"v{match.version}"
            }  # fmt: skip
            status, text = movers[seat].ask(f"/api/v1{path}actions/", order)
            if status != 200:
                raise Wrong(text)
            time.sleep(rng.uniform(0, 0.1))
            match = Match.objects.get(pk=match.pk)
        end = time.monotonic() + SOON
        while max(subscriber.seen, default=-1) < match.version and subscriber.failed is None:
            if time.monotonic() > end:
                raise Wrong(f"the newest version was not seen: {max(subscriber.seen)} of {match.version}")
            time.sleep(0.05)
        subscriber.done.set()
        subscriber.join(SOON)
        if subscriber.failed:
            raise subscriber.failed
        for number in range(match.version + 1):
            if subscriber.seen.get(number) != log_at(match, 0, number):
                raise Wrong(f"version {number} was not seen as it is")
        cuts += subscriber.cuts
        versions += match.version
    return cuts, versions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    arguments = parser.parse_args()
    with standing(worker=False) as cluster:
        began = time.monotonic()
        cuts, versions = cut(cluster.ports, arguments.times)
        took = time.monotonic() - began
    print(f"cut off {cuts} times, all of {versions} versions seen, {took / cuts:.2f} s a cut")


if __name__ == "__main__":
    main()
