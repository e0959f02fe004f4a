"""
kill -9 of a web process, a worker, Redis and PostgreSQL at random moments while clients play against the
computer: every match ends, its record replays to what is stored, no move is there twice, and none that a
client was told of is lost.

python -m tests.services.run python -m tests.soak.kills --matches 200
"""

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import UUID

from tests.services import processes, programs
from tests.services.site import Site
from tests.soak.cluster import Browser, close_connections, environment, session_of, with_django

CLIENTS = 24  # matches that are played at the same time
WAIT = (0.1, 2.0)  # seconds until a client looks again whether it is its turn, at first and at most
PAUSE = (2.0, 6.0)  # seconds between two kills
AWAY = (0.1, 1.5)  # seconds until what was killed is started again
STARTS = 60.0  # seconds that it gets to answer before the next one is killed
LONGEST = 3600.0  # seconds that a match may take, on a machine that has much else to do


class Wrong(AssertionError):
    """What a kill must not do."""


class Server:
    """
    A process that can be killed with all its children and started again on the same data and `port`, None
    for one that listens to nobody.
    """

    def __init__(self, name: str, command: list[str], *, folder: Path, port: int | None, **how: Any) -> None:
        self.name, self.command, self.port, self.how = name, command, port, how
        self.log = folder / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                cwd=programs.ROOT,
                **self.how,
            )

    def kill(self) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            wait_for_group(self.process.pid)

    @property
    def answers(self) -> bool:
        return self.port is None or processes.accepts(self.port)


def wait_for_group(group: int) -> None:
    """PostgreSQL does not start again while one of its processes still holds the shared memory."""
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.killpg(group, 0)
            time.sleep(0.01)


def postgresql(folder: Path, user: str | None, port: int) -> Server:
    """One that keeps what it has confirmed when it is killed; only a machine that dies might lose it."""
    bin_dir = programs.postgresql()
    data = folder / "data"
    initdb = [bin_dir / "initdb", "-D", data, "--auth=trust", "--username=postgres", "--encoding=UTF8"]
    subprocess.run(
        [*initdb, "--no-locale", "--no-sync"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        **processes.identity(user),
    )
    command = [str(bin_dir / "postgres"), "-D", str(data), "-p", str(port)]
    for option in ("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"):
        command += ["-c", option]
    return Server("postgresql", command, folder=folder, port=port, **processes.identity(user))


def celery(kind: str, env: dict[str, str], folder: Path, *options: str) -> Server:
    command = [sys.executable, "-m", "celery", "-A", "phylo", kind, *options]
    return Server(kind, command, folder=folder, port=None, env=os.environ | env)


@contextlib.contextmanager
def standing() -> Iterator[tuple[list[int], list[Server]]]:
    """The ports of two web processes, and everything that may be killed."""
    # Ends through the `with` blocks, which stop the processes.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    user = processes.server_user()
    with (
        processes.scratch(user) as data,
        tempfile.TemporaryDirectory(prefix="phylo-kills-", ignore_cleanup_errors=True) as place,
    ):
        folder = Path(place)
        port, redis_port = processes.free_port(), processes.free_port()
        database = postgresql(data, user, port)
        redis = Server(
            "redis",
            [str(programs.redis()), "--port", str(redis_port), "--bind", "127.0.0.1", "--save", ""],
            folder=folder,
            port=redis_port,
        )
        started = [database, redis]
        try:
            for each in started:
                each.start()
            url = f"postgresql://postgres@127.0.0.1:{port}"
            until(lambda: made(url))
            env = environment(folder, f"{url}/phylo", f"redis://127.0.0.1:{redis_port}")
            # They bring the database up to date; what follows is started as often as it is killed.
            first = Site(folder / "web0", env=env)
            with first:
                pass
            webs = [web(folder, number, env) for number in range(2)]
            worker = celery("worker", env, folder, "--pool=solo", "--without-mingle", "--without-gossip")
            beat = celery("beat", env, folder, "--scheduler=celery.beat:Scheduler")
            for each in (*webs, worker, beat):
                each.start()
                started.append(each)
            with_django(env)
            until(lambda: all(each.answers for each in webs))
            yield [each.port for each in webs if each.port], [*webs, worker, redis, database]
        finally:
            close_connections()
            for each in reversed(started):
                each.kill()


def web(folder: Path, number: int, env: dict[str, str]) -> Server:
    site = Site(folder / f"web{number}", env=env)
    command = [sys.executable, "manage.py", "serve"]
    return Server(f"web{number}", command, folder=folder, port=site.port, env=site.env)


def made(url: str) -> bool:
    try:
        processes.create_database(f"{url}/postgres", "phylo")
    except processes.psycopg.OperationalError:
        return False
    return True


def until(ready: Any) -> None:
    end = time.monotonic() + processes.START_TIMEOUT
    while not ready():
        if time.monotonic() > end:
            raise Wrong("it did not start in time")
        time.sleep(0.1)


class Killer(threading.Thread):
    def __init__(self, servers: list[Server], rng: random.Random) -> None:
        super().__init__(daemon=True)
        self.servers, self.rng = servers, rng
        self.done = threading.Event()
        self.killed: Counter[str] = Counter()

    def run(self) -> None:
        # Everything once, in any order, and so on.
        while not self.done.is_set():
            for server in self.rng.sample(self.servers, len(self.servers)):
                if self.done.wait(self.rng.uniform(*PAUSE)):
                    return
                server.kill()
                time.sleep(self.rng.uniform(*AWAY))
                server.start()
                self.killed[server.name] += 1
                end = time.monotonic() + STARTS
                while not server.answers and time.monotonic() < end:
                    time.sleep(0.1)


class Client:
    """Plays one match from seat 0 and does not give up: what failed is sent again, with the same key."""

    def __init__(self, ports: list[int], session: str, match_id: UUID, seed: int) -> None:
        self.ports, self.session, self.path = ports, session, f"/matches/{match_id}/"
        self.rng = random.Random(seed)
        self.told: dict[int, str] = {}
        """Version -> the key of the move of which the site said that it made it."""

    def play(self) -> None:
        end = time.monotonic() + LONGEST
        soon, late = WAIT
        wait = soon
        while time.monotonic() < end:
            game = self.ask("state/")
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
            time.sleep(0.1)
        raise Wrong(f"{self.path}{name} was never answered")


def play(ports: list[int], servers: list[Server], matches: int) -> tuple[Counter[str], int]:
    """How often each was killed, and the moves that were made. Raises Wrong."""
    from cards.models import Deck
    from games import services
    from games.models import Match, Player

    decks = list(Deck.objects.ready().order_by("slug"))
    clients: dict[UUID, Client] = {}
    for number in range(matches):
        player = Player.objects.create(name="Ada")
        match = services.start_against_bot(
            player=player,
            deck=decks[number % len(decks)],
            opponent_deck=None,
            level=("random", "greedy")[number % 2],
        )
        clients[match.pk] = Client(ports, session_of(player), match.pk, number)
    close_connections()
    killer = Killer(servers, random.Random(matches))
    killer.start()
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(Client.play, clients.values()))
    killer.done.set()
    killer.join()
    until(there_again)
    moves = 0
    for match in Match.objects.iterator():
        if not match.finished:
            raise Wrong(f"{match.pk} did not end")
        if wrong := services.differences(match):
            raise Wrong(f"{match.pk}: {wrong}")
        stored = dict(match.moves.filter(seat=0).values_list("number", "key"))
        if missing := clients[match.pk].told.items() - stored.items():
            raise Wrong(f"{match.pk} has lost {missing}")
        moves += match.version
    return killer.killed, moves


def there_again() -> bool:
    """The database may have been killed last."""
    from django.db import DatabaseError

    from games.models import Match

    try:
        return Match.objects.exists()
    except DatabaseError:
        close_connections()
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    arguments = parser.parse_args()
    with standing() as (ports, servers):
        began = time.monotonic()
        killed, moves = play(ports, servers, arguments.matches)
        took = time.monotonic() - began
    print(
        f"{arguments.matches} matches of {moves} moves ended in {took:.0f} s under {killed.total()} kills:"
        f" {dict(killed)}"
    )


if __name__ == "__main__":
    main()
