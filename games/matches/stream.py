"""
Live updates: those who watch a match are told its current version (Server-Sent Events), and pages that ask
for it what changes with it (games/table/open_pages.py).

Watchers wait in the event loop of this process. Moves are made in other threads (requests, the embedded
worker) or in other processes, which say so through Redis or the main process. A wake-up carries no version:
each watcher looks it up, so superfluous wake-ups do no harm, and after a lost one the next is enough.
"""

import asyncio
import contextlib
import json
import logging
import random
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextvars import Context
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import DatabaseError

from games.matches.stream_hub import Company, Follower, Found, Point, Question, stream_hub
from phylo.beside import link
from phylo.http.redis import PAUSE, Unreachable, reaching_redis

if TYPE_CHECKING:
    import redis

logger = logging.getLogger(__name__)

HEARTBEAT = 15.0  # seconds; proxies hang up on silence
RECONNECT = 1000, 3000
"""
Milliseconds, from and to, after which a browser that lost its stream reconnects: when exactly is chance, so
that not all come at once when the site has been started again.
"""
CHANNEL = "phylo:moves"
REDIS_RETRY = 1.0  # seconds
AGAIN = 1.0  # seconds after which a stream looks again that the database could not answer
LOOK_UP = 2.0  # seconds after which a listener checks whether anybody is still watching


class Watcher:
    """One open stream. Wake-ups that arrive while it is busy are merged into one."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self.subjects: frozenset[uuid.UUID] = frozenset()

    def wake(self) -> None:
        """May be called from any thread."""
        # A closed loop has nobody left to wake.
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._woken.set)

    async def woken(self, *, within: float) -> bool:
        """Wait for a wake-up, or for one since the last call; False after `within` seconds."""
        try:
            async with asyncio.timeout(within):
                await self._woken.wait()
        except TimeoutError:
            return False
        self._woken.clear()
        return True


_watchers: defaultdict[uuid.UUID, set[Watcher]] = defaultdict(set)
_listeners: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}
_lock = threading.Lock()


async def events(
    match_id: uuid.UUID,
    *,
    seen: Point | None,
    company: Company | None = None,
    page: Follower | None = None,
) -> AsyncIterator[str]:
    """
    The stream of a match, or of a tournament, in wire format. `seen` is the last point that the reader
    received, if any. Players are told of their `company` too: `here` events list the seats of the others who
    are at the table. A `page` is sent what changes with a version.
    """
    yield reconnect()
    announced: list[int] | None = None
    with watching(match_id) as watcher:
        while True:
            answered = True
            try:
                point, present, news = await stream_hub().ask(Question(match_id, company, page, seen))
            except DatabaseError:
                # Keep open the streams that have sent something: hundreds of reconnections would not help.
                if seen is None:
                    return
                point, present, news = Found(seen, announced)
                answered = False
            if point is None:
                return
            if point != seen:
                seen = point
                data = {"version": point.version, "talk": point.talk}
                sent = json.dumps(data | news if news else data)
                yield f"id: {point}\ndata: {sent}\n\n"
            if present != announced:
                announced = present
                yield f"event: here\ndata: {json.dumps(announced)}\n\n"
            # What it was woken for may still have to be told.
            if not await watcher.woken(within=until_heartbeat() if answered else min(AGAIN, HEARTBEAT)):
                # The next round looks up again, which makes up for a lost wake-up.
                yield ": still here\n\n"


def reconnect() -> str:
    """The first line of a stream."""
    return f"retry: {random.randint(*RECONNECT)}\n\n"


def until_heartbeat() -> float:
    """Seconds to a heartbeat at a whole second of the loop's clock, so that streams share their look-ups."""
    return HEARTBEAT - asyncio.get_running_loop().time() % min(1.0, HEARTBEAT)


def announce(subject: uuid.UUID) -> None:
    """Wake all watchers of the match or player, in every process."""
    if not settings.REDIS_URL:
        wake(subject)
        link.tell_others(link.Woken(str(subject)))
        return
    try:
        _publish(subject)
    except Unreachable:
        wake(subject)
        _unheard.add(subject, time.monotonic() + HEARTBEAT)


def _publish(subject: uuid.UUID) -> None:
    """Raises Unreachable."""
    with reaching_redis():
        _publisher(settings.REDIS_URL).publish(CHANNEL, str(subject))


class Unheard:
    """
    What other processes could not be told of, told as soon as Redis answers: their watchers would see it only
    at their next heartbeat.
    """

    def __init__(self) -> None:
        self._until: dict[uuid.UUID, float] = {}
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def add(self, subject: uuid.UUID, until: float) -> None:
        """`until`: when all will have looked by themselves, by `time.monotonic`."""
        with self._lock:
            self._until[subject] = until
            if self._timer is None:
                self._timer = threading.Timer(PAUSE, self._tell)
                self._timer.daemon = True
                self._timer.start()

    def _tell(self) -> None:
        with self._lock:
            waiting, self._until, self._timer = self._until, {}, None
        for subject, until in waiting.items():
            if time.monotonic() > until:
                continue
            try:
                _publish(subject)
            except Unreachable:
                self.add(subject, until)


_unheard = Unheard()


@contextlib.contextmanager
def watching(*subjects: uuid.UUID) -> Iterator[Watcher]:
    """A watcher of these matches and players; `follow` changes them."""
    watcher = Watcher()
    follow(watcher, subjects)
    with _lock:
        if settings.REDIS_URL and watcher.loop not in _listeners:
            # In its own context, as its log lines belong to no request.
            listening = watcher.loop.create_task(_listen(settings.REDIS_URL), context=Context())
            _listeners[watcher.loop] = listening
    try:
        yield watcher
    finally:
        follow(watcher, ())
        with _lock:
            others = any(other.loop is watcher.loop for group in _watchers.values() for other in group)
            if not others and (listener := _listeners.pop(watcher.loop, None)):
                listener.cancel()


def follow(watcher: Watcher, subjects: Iterable[uuid.UUID]) -> None:
    """From now on wake the watcher for these subjects only."""
    wanted = frozenset(subjects)
    with _lock:
        for gone in watcher.subjects - wanted:
            _watchers[gone].discard(watcher)
            if not _watchers[gone]:
                del _watchers[gone]
        for new in wanted - watcher.subjects:
            _watchers[new].add(watcher)
        watcher.subjects = wanted


def wake(subject: uuid.UUID | None) -> None:
    """Wake the subject's watchers in this process, or all (None)."""
    with _lock:
        if subject is None:
            woken = list({watcher for group in _watchers.values() for watcher in group})
        else:
            woken = list(_watchers.get(subject, ()))
    for watcher in woken:
        watcher.wake()


@cache
def _publisher(url: str) -> "redis.Redis":
    # Imported here and below because a site without Redis does not need it (phylo/http/redis.py).
    import redis

    return redis.Redis.from_url(url, **settings.REDIS_LIMITS)


async def _listen(url: str) -> None:
    """Pass on what processes announce, as long as anybody is watching in this loop."""
    import redis.asyncio

    task = asyncio.current_task()
    assert task is not None
    # Checked in each iteration: the client swallows a cancellation that arrives while it connects.
    while not task.cancelling():
        try:
            async with redis.asyncio.Redis.from_url(url) as client, client.pubsub() as pubsub:
                await pubsub.subscribe(CHANNEL)
                while not task.cancelling():
                    _pass_on(await pubsub.get_message(timeout=LOOK_UP))
        except (redis.RedisError, OSError) as error:
            logger.warning("No wake-ups from Redis: %s", error)
            await asyncio.sleep(REDIS_RETRY)


def _pass_on(message: dict[str, Any] | None) -> None:
    if message is None:
        return
    if message["type"] == "subscribe":
        # Announcements from before, or from while Redis was down, were missed.
        wake(None)
    elif message["type"] == "message":
        wake(uuid.UUID(message["data"].decode()))
