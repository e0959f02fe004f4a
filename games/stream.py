"""
Live updates: who watches a match is told how far it has come, and nothing else (Server-Sent Events).

Watchers wait in the event loop of this process. Moves are made in other threads (requests, the embedded
worker) or, with Redis, in other processes. A wake-up carries no version: each watcher looks it up, so that
a wake-up too many does no harm and after a lost one the next puts things right.
"""

import asyncio
import contextlib
import json
import logging
import re
import threading
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextvars import Context
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import redis
import redis.asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection

from games.models import Match
from games.presence import Presence, here

logger = logging.getLogger(__name__)

HEARTBEAT = 15.0  # seconds; proxies hang up on silence
RECONNECT = 1000  # milliseconds until a browser that lost its stream asks for it again
CHANNEL = "phylo:moves"
REDIS_RETRY = 1.0  # seconds
POINT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)
LOOK_UP = 2.0  # seconds that a listener waits before it asks whether anybody still watches


class Watcher:
    """One open stream. Wake-ups that come while it is busy fold into one."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self.subjects: frozenset[uuid.UUID] = frozenset()

    def wake(self) -> None:
        """From any thread."""
        # A loop that is closed has nobody left to wake.
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._woken.set)

    async def woken(self, *, within: float) -> bool:
        """Wait for a wake-up, one that came since the last call included; False after `within` seconds."""
        try:
            await asyncio.wait_for(self._woken.wait(), within)
        except TimeoutError:
            return False
        self._woken.clear()
        return True


_watchers: defaultdict[uuid.UUID, set[Watcher]] = defaultdict(set)
_listeners: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}
_lock = threading.Lock()


@dataclass(frozen=True)
class Point:
    """How far a match has come: its moves, and what is counted beside them (Match.talk)."""

    version: int
    talk: int = 0

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Of what was sent as an event's id; None for anything else."""
        if not POINT.fullmatch(text):
            return None
        version, _dot, talk = text.partition(".")
        return cls(int(version), int(talk or 0))

    def __str__(self) -> str:
        return f"{self.version}.{self.talk}" if self.talk else str(self.version)


@dataclass
class Company:
    """The others at a player's table, seat -> player, and the player, who is there as long as it is asked."""

    match: uuid.UUID
    own: Presence
    others: Mapping[int, uuid.UUID]

    @sync_to_async
    def look(self) -> list[int]:
        self.own.note()
        found = here(self.match, set(self.others.values()))
        return [seat for seat, player in self.others.items() if player in found]


async def events(
    match_id: uuid.UUID, *, seen: Point | None, company: Company | None = None
) -> AsyncIterator[str]:
    """
    The stream of a match, in the wire format, for a reader who has seen so much (or nothing yet). One who
    plays is told of the `company` too: events `here` name the seats of the others who are at the table.
    """
    yield f"retry: {RECONNECT}\n\n"
    told: list[int] | None = None
    with watching(match_id) as watcher:
        while True:
            point = await current_point(match_id)
            if point is None:
                return
            if point != seen:
                seen = point
                data = json.dumps({"version": point.version, "talk": point.talk})
                yield f"id: {point}\ndata: {data}\n\n"
            if company and (met := await company.look()) != told:
                told = met
                yield f"event: here\ndata: {json.dumps(told)}\n\n"
            if not await watcher.woken(within=HEARTBEAT):
                # Looked up again then too: a wake-up that was lost is not missed for ever.
                yield ": still here\n\n"


@sync_to_async
def current_point(match_id: uuid.UUID) -> Point | None:
    """Looked up without keeping the connection: hundreds of open streams may wait on a pool of ten."""
    try:
        found = Match.objects.filter(pk=match_id).values_list("version", "talk").first()
        return Point(*found) if found else None
    finally:
        release_connection()


def release_connection() -> None:
    if not connection.in_atomic_block:
        connection.close()


def announce(subject: uuid.UUID) -> None:
    """Wake everybody who watches the match, or all that concerns the player, in every process."""
    if settings.REDIS_URL:
        _publisher(settings.REDIS_URL).publish(CHANNEL, str(subject))
    else:
        _wake(subject)


@contextlib.contextmanager
def watching(*subjects: uuid.UUID) -> Iterator[Watcher]:
    """Matches and players; `follow` changes which."""
    watcher = Watcher()
    follow(watcher, subjects)
    with _lock:
        if settings.REDIS_URL and watcher.loop not in _listeners:
            # In a context of its own: its lines in the logs belong to no request.
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
    """Wake it from now on for these alone."""
    wanted = frozenset(subjects)
    with _lock:
        for gone in watcher.subjects - wanted:
            _watchers[gone].discard(watcher)
            if not _watchers[gone]:
                del _watchers[gone]
        for new in wanted - watcher.subjects:
            _watchers[new].add(watcher)
        watcher.subjects = wanted


def _wake(subject: uuid.UUID | None) -> None:
    """None: every watcher."""
    with _lock:
        if subject is None:
            woken = list({watcher for group in _watchers.values() for watcher in group})
        else:
            woken = list(_watchers.get(subject, ()))
    for watcher in woken:
        watcher.wake()


@cache
def _publisher(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)


async def _listen(url: str) -> None:
    """Pass on what other processes announce, as long as anybody watches in this loop."""
    task = asyncio.current_task()
    assert task is not None
    # Asked each time round: the client swallows a cancellation that arrives while it connects.
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
        # Whatever was announced before, or while Redis was away, was missed.
        _wake(None)
    elif message["type"] == "message":
        _wake(uuid.UUID(message["data"].decode()))
