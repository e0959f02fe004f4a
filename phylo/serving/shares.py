"""
Fair shares of a process: what the clients at one address have at the same time, and each session among them.
More waits its turn or is refused, so that nobody takes the threads and connections that all others need.

Counted in each process by itself, since its own threads and connections are shared out. `RATE_LIMITS` are
about how much is asked for in an hour, by all processes together.
"""

import asyncio
import bisect
from collections import Counter
from typing import NamedTuple


class Limits(NamedTuple):
    """What an address and each session there may have at the same time, and how much more may wait."""

    address: int
    session: int
    waiting: int = 0
    session_waiting: int = 0


class Client(NamedTuple):
    """`session` is empty if there is none: such requests share what their address may have."""

    address: str
    session: str


class Full(Exception):
    """The client has its share, and as much waits already. `everybody`: there is no more for anybody."""

    def __init__(self, *, everybody: bool = False) -> None:
        super().__init__()
        self.everybody = everybody


class Queue:
    """Of an address: how much each session has, and who waits."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()
        self.waiting: list[tuple[int, str, asyncio.Future[None]]] = []


class Shares:
    """For the thread of one event loop. `most` is what all clients together may have."""

    def __init__(self, limits: Limits, *, most: int | None = None) -> None:
        self.limits = limits
        self.most = most
        self.taken = 0
        self._queues: dict[str, Queue] = {}

    async def take(self, client: Client, place: int = 0) -> None:
        """
        Wait for a share, which is to be given back. Raises Full. Of those who wait, a lower `place` comes
        first.
        """
        queue = self._queues.get(client.address) or Queue()
        if self._free(queue, client.session):
            if self.most is not None and self.taken >= self.most:
                raise Full(everybody=True)
            self._queues[client.address] = queue
            self._grant(queue, client.session)
            return
        before = sum(session == client.session for _place, session, _turn in queue.waiting)
        if len(queue.waiting) >= self.limits.waiting or (
            client.session and before >= self.limits.session_waiting
        ):
            raise Full
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = place, client.session, turn
        bisect.insort(queue.waiting, waiting, key=lambda each: each[0])
        try:
            await turn
        except asyncio.CancelledError:
            # Its turn may have come at the same moment.
            if turn.cancelled():
                queue.waiting.remove(waiting)
            else:
                self.give_back(client)
            raise

    def give_back(self, client: Client) -> None:
        queue = self._queues[client.address]
        self.taken -= 1
        queue.taken[client.session] -= 1
        if not queue.taken[client.session]:
            del queue.taken[client.session]
        for index, (_place, session, turn) in enumerate(queue.waiting):
            if not turn.done() and self._free(queue, session):
                del queue.waiting[index]
                self._grant(queue, session)
                turn.set_result(None)
                break
        if not queue.taken:
            del self._queues[client.address]

    def _free(self, queue: Queue, session: str) -> bool:
        return queue.taken.total() < self.limits.address and (
            not session or queue.taken[session] < self.limits.session
        )

    def _grant(self, queue: Queue, session: str) -> None:
        self.taken += 1
        queue.taken[session] += 1
