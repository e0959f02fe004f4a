"""
kill -9 of a web process, a worker, Redis and PostgreSQL at random moments while clients play against the
computer: every match ends, its record replays to what is stored, no move is there twice, and none that a
client was told of is lost.

python -m tests.services.run python -m tests.soak.kills --matches 200
"""

import argparse
import contextlib
import json
import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

from tests.soak.cluster import Browser, close_connections, session_of
from tests.soak.killable import Server, Standing, standing, until

CLIENTS = 24  # matches that are played at the same time
WAIT = (0.1, 2.0)  # seconds until a client looks again whether it is its turn, at first and at most
PAUSE = (2.0, 6.0)  # seconds between two kills
AWAY = (0.1, 1.5)  # seconds until what was killed is started again
STARTS = 60.0  # seconds that it gets to answer before the next one is killed
LONGEST = 3600.0  # seconds that a match may take, on a machine that has much else to do


class Wrong(AssertionError):
    """What a kill must not do."""


class Killer(threading.Thread):
    away = AWAY

    def __init__(self, servers: list[Server], rng: random.Random, pause: tuple[float, float] = PAUSE) -> None:
        super().__init__(daemon=True)
        self.servers, self.rng, self.pause = servers, rng, pause
        self.done = threading.Event()
        self.killed: Counter[str] = Counter()

    def run(self) -> None:
        # Everything once, in any order, and so on.
        while not self.done.is_set():
            for server in self.rng.sample(self.servers, len(self.servers)):
                if self.done.wait(self.rng.uniform(*self.pause)):
                    return
                self.end(server)
                time.sleep(self.rng.uniform(*self.away))
                server.start()
                self.killed[server.name] += 1
                end = time.monotonic() + STARTS
                while not server.answers and time.monotonic() < end:
                    time.sleep(0.1)

    def end(self, server: Server) -> None:
        server.kill()


class Client:
    """Plays one match from seat 0 and does not give up: what failed is sent again, with the same key."""

    def __init__(self, ports: list[int], session: str, match_id: UUID, seed: int) -> None:
        self.ports, self.session, self.path = ports, session, f"/api/v1/matches/{match_id}/"
        self.rng = random.Random(seed)
        self.told: dict[int, str] = {}
        """Version -> the key of the move of which the site said that it made it."""
        self.failed: list[float] = []
        """When requests failed, on the monotonic clock."""

    def play(self) -> None:
        end = time.monotonic() + LONGEST
        soon, late = WAIT
        wait = soon
        while time.monotonic() < end:
            game = self.ask("view/")
            if game["view"]["over"]:
                return
            if not game["legal"]:
                # Looking without a break would take from the computer what it needs for its turn.
                time.sleep(wait)
                wait = min(wait * 1.5, late)
                continue
            wait = soon
            version = game["version"]
            order = {"action": self.rng.choice(game["legal"]), "version": version, "key": f"k{version}"}
            answer = self.ask("actions/", order)
            if answer["version"] != version + 1:
                raise Wrong(f"{self.path}: {order} made {answer}")
            self.told[answer["version"]] = order["key"]
        raise Wrong(f"{self.path} did not end")

    def ask(self, name: str, order: Any = None) -> dict[str, Any]:
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            browser = Browser(self.rng.choice(self.ports), self.session)
            with contextlib.suppress(OSError), contextlib.closing(browser):
                status, text = browser.ask(self.path + name, order)
                if status == 200:
                    answer: dict[str, Any] = json.loads(text)
                    return answer
                if status < 500:
                    raise Wrong(f"{self.path}{name}: {status} {text}")
            self.failed.append(time.monotonic())
            time.sleep(0.1)
        raise Wrong(f"{self.path}{name} was never answered")


def play(site: Standing, matches: int, killer: Killer) -> tuple[int, list[Client]]:
    """The moves that were made, and who made them. Raises Wrong."""
    from cards.decks.models import Deck
    from games.matches.models import Match, Player
    from games.matches.services.matches import start_against_bot
    from games.matches.services.records import differences

    decks = list(Deck.objects.ready().order_by("slug"))
    clients: dict[UUID, Client] = {}
    for number in range(matches):
        player = Player.objects.create(name="Ada")
        match = start_against_bot(
            player=player,
            deck=decks[number % len(decks)],
            opponent_deck=None,
            level=("random", "greedy")[number % 2],
        )
        clients[match.pk] = Client(site.ports, session_of(player), match.pk, number)
    close_connections()
    killer.start()
    try:
        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(Client.play, clients.values()))
    finally:
        killer.done.set()
        killer.join()
    until(there_again)
    moves = 0
    for match in Match.objects.in_bulk(list(clients)).values():
        if not match.finished:
            raise Wrong(f"{match.pk} did not end")
        if wrong := differences(match):
            raise Wrong(f"{match.pk}: {wrong}")
        stored = dict(match.moves.filter(seat=0).values_list("number", "key"))
        if missing := clients[match.pk].told.items() - stored.items():
            raise Wrong(f"{match.pk} has lost {missing}")
        moves += match.version
    return moves, list(clients.values())


def there_again() -> bool:
    """The database may have been killed last."""
    from django.db import DatabaseError

    from games.matches.models import Match

    try:
        return Match.objects.exists()
    except DatabaseError:
        close_connections()
        return False


def report(site: Standing, matches: int) -> None:
    began = time.monotonic()
    killer = Killer(site.servers, random.Random(matches))
    moves, _clients = play(site, matches, killer)
    took = time.monotonic() - began
    print(
        f"{matches} matches of {moves} moves ended in {took:.0f} s under"
        f" {killer.killed.total()} kills: {dict(killer.killed)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    arguments = parser.parse_args()
    with standing() as site:
        report(site, arguments.matches)


if __name__ == "__main__":
    main()
