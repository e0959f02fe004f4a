"""
Calls of Redis: each has a short limit, and after one that failed none is tried for a moment.

A Redis that hangs would otherwise cost every request that limit. The site goes on without it: moves are
stored and answered, watchers see them at their next heartbeat, each process counts requests for itself, and
sweeps queue what was not queued. So it does where the main process has in its memory what Redis has elsewhere
(phylo/beside/), and does not answer another one.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

PAUSE = 2.0  # seconds without a call after one that failed

_lock = threading.Lock()
_next_try: float | None = None
"""When a call may be tried again; None while Redis answers."""


class Unreachable(Exception):
    """Redis did not answer, or did not a moment ago."""


@contextmanager
def reaching_redis() -> Iterator[None]:
    """Raises Unreachable if the block fails to reach it, and without trying for a moment after that."""
    _begin()
    try:
        yield
    except faults() as error:
        _failed(error)
        raise Unreachable from error
    _succeeded()


def is_paused() -> bool:
    """Whether a call has failed and none has succeeded since."""
    return _next_try is not None


class SharedCache(BaseCache):
    """What all processes share; while it cannot be reached, each goes on in memory of its own."""

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._either("add", *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("get", *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return self._either("get_many", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._either("set", *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        return self._either("set_many", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return self._either("touch", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return self._either("has_key", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> int:
        return self._either("incr", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._either("delete", *args, **kwargs)

    def _either(self, name: str, *args: Any, **kwargs: Any) -> Any:
        try:
            with reaching_redis():
                return self._shared(name, *args, **kwargs)
        except Unreachable:
            return getattr(caches["local"], name)(*args, **kwargs)

    def _shared(self, name: str, *args: Any, **kwargs: Any) -> Any:
        return getattr(super(), name)(*args, **kwargs)


_clients: dict[str, RedisCacheClient] = {}
"""By the address of the server."""


class CountingCache(SharedCache, RedisCache):
    """
    In Redis. Django makes a cache for each request, and each would connect anew; here all share the
    connections of the process.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        own = RedisCacheClient([server], **params.get("OPTIONS", {}))
        self._cache = _clients.setdefault(server, own)


def faults() -> tuple[type[Exception], ...]:
    """The exceptions of a cache or broker that cannot be reached."""
    if settings.EMBEDDED:
        return OperationalError, OSError
    # Imported here because a site without Redis does not need the client, which takes 20 MB.
    from redis.exceptions import RedisError

    return RedisError, OperationalError, OSError


def _who() -> str:
    return "The main process" if settings.EMBEDDED else "Redis"


def _begin() -> None:
    global _next_try
    with _lock:
        if _next_try is None:
            return
        now = monotonic()
        if now < _next_try:
            raise Unreachable
        # One caller tries for all others.
        _next_try = now + PAUSE


def _failed(error: Exception) -> None:
    global _next_try
    with _lock:
        if _next_try is None:
            logger.warning("%s does not answer: %s", _who(), error)
        _next_try = monotonic() + PAUSE


def _succeeded() -> None:
    global _next_try
    with _lock:
        if _next_try is not None:
            logger.warning("%s answers again", _who())
        _next_try = None
