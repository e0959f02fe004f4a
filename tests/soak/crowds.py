"""
One client asks for as much as it can, and others notice little of it: a class of 40 behind one address meets
no limit, and somebody's pages stay quick while another address asks for 100 expensive pages at the same time
and for 2,000 streams.

python -m tests.soak.crowds --seconds 60                                              one process on SQLite
python -m tests.services.run python -m tests.soak.crowds --seconds 60 --processes 1   PostgreSQL and Redis
"""

import argparse
import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.bench.load import percentile, sites
from tests.bench.pages import ask, connected
from tests.bench.tables import deal

WANTED = 0.5  # seconds, of the 95th percentile
GREEDY, CLASS, SOMEBODY = "127.0.0.2", "127.0.0.3", "127.0.0.4"
PUPILS, TABS = 40, 3
AT_ONCE, STREAMS = 100, 2000
HUNG_UP = 0  # in place of a status
PAGES = ("/", "/cards/?q=terrain:forest", "/decks/", "/watch/", "/api/v1/cards/?q=wolf")
EXPENSIVE = (
    "/cards/?q=fact:a",
    "/decks/{deck}/insight/",
    "/api/v1/cards/?q=fact:a",
    "/decks/{deck}/deck.pdf",
)


class Wrong(AssertionError):
    """What one client must not do to others."""


@dataclass
class Asked:
    """The answers to a client, by status, and the seconds that each took."""

    statuses: Counter[int] = field(default_factory=Counter)
    took: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        counted = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
        half, most = (percentile(self.took, share) for share in (0.5, 0.95))
        return f"{counted}; median {half:.2f} s, 95 % {most:.2f} s"


class Client:
    """Everybody at an address."""

    def __init__(self, port: int, source: str) -> None:
        self.port, self.source = port, source
        self.asked, self.streams = Asked(), Counter[int]()

    async def ask(self, path: str, session: str = "") -> None:
        began = time.perf_counter()
        status = HUNG_UP
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            status, _body = await ask(
                [self.port], path, session, source=self.source, Accept="application/json, text/html"
            )
        self.asked.statuses[status] += 1
        self.asked.took.append(time.perf_counter() - began)

    async def listen(self, path: str, session: str = "") -> None:
        """Hold a stream open."""
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            async with connected([self.port], path, session, source=self.source) as (status, reader, _head):
                self.streams[status] += 1
                while await reader.read(1 << 16):
                    pass


async def go_on(client: Client, paths: Sequence[str], session: str, end: float, pause: float) -> None:
    """Ask for one page after the other."""
    for number in range(1_000_000):
        if time.perf_counter() > end:
            return
        await client.ask(paths[number % len(paths)], session)
        await asyncio.sleep(pause)


async def lesson(client: Client, seats: Sequence[tuple[str, str]], deck: str, seconds: float) -> None:
    """Everybody opens their match in some tabs and the deck's PDF at the same time, and then looks around."""
    streams = [
        asyncio.create_task(client.listen(f"/api/v1{path}stream/", session))
        for path, session in seats
        for _tab in range(TABS)
    ]
    await asyncio.gather(*(client.ask(path, session) for path, session in seats))
    await asyncio.gather(*(client.ask(f"/decks/{deck}/deck.pdf", session) for _path, session in seats))
    end = time.perf_counter() + seconds
    await asyncio.gather(
        *(go_on(client, (path, *PAGES), session, end, random.uniform(5, 15)) for path, session in seats)
    )
    await stop(streams)


async def greed(client: Client, somebody: Client, path: str, deck: str, seconds: float) -> None:
    end = time.perf_counter() + seconds
    wanted = [each.format(deck=deck) for each in EXPENSIVE]
    tasks = [
        asyncio.create_task(go_on(client, wanted[number % 4 :] + wanted[: number % 4], "", end, 0.05))
        for number in range(AT_ONCE)
    ]
    tasks += [
        asyncio.create_task(client.listen(f"/api/v1{path}stream/", f"{number % 200:032}"))
        for number in range(STREAMS)
    ]
    await go_on(somebody, PAGES, "", end, 0.1)
    await stop(tasks)


async def stop(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def crowd(port: int, seconds: float) -> str:
    """Raises Wrong if the class meets a limit, or if somebody waits for the greedy one."""
    from cards.decks.models import Deck
    from games.matches.models import Match

    rng = random.Random(17)
    dealt = [deal(rng) for _match in range(PUPILS // 2)]
    seats = [(each.path, session) for each in dealt for session in each.sessions]
    Match.objects.filter(pk=dealt[0].path.split("/")[2]).update(public=True)
    deck = Deck.objects.ready().order_by("slug").values_list("slug", flat=True)[0]
    pupils, greedy, somebody = (Client(port, source) for source in (CLASS, GREEDY, SOMEBODY))

    async def run() -> None:
        # What a process computes only once.
        await go_on(Client(port, SOMEBODY), (*PAGES, dealt[0].path), "", time.perf_counter() + 3, 0)
        await lesson(pupils, seats, deck, seconds / 2)
        await greed(greedy, somebody, dealt[0].path, deck, seconds)

    asyncio.run(run())
    figures = (
        f"a class of {PUPILS}: {pupils.asked}, streams {dict(pupils.streams)}; greedy: {greedy.asked}, "
        f"streams {dict(greedy.streams)}; somebody: {somebody.asked}"
    )
    seen = pupils.asked.statuses.keys() | pupils.streams.keys() | somebody.asked.statuses.keys()
    if seen != {200} or percentile(somebody.asked.took, 0.95) > WANTED:
        raise Wrong(figures)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--processes", type=int, default=0, help="web processes; 0: one on SQLite")
    arguments = parser.parse_args()
    with sites(arguments.processes, 1, None) as webs:
        print(crowd(webs[0].port, arguments.seconds))


if __name__ == "__main__":
    main()
