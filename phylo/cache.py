"""
Django's cache, which is in Redis where a site is several processes, and counting in it: each process for
itself, or with Redis all of them together.
"""

import logging
import time
from math import ceil

from django.conf import settings
from django.core.cache import cache

logger = logging.getLogger(__name__)


def faults() -> tuple[type[Exception], ...]:
    """What it raises while it cannot be reached."""
    if "redis" not in str(settings.CACHES["default"]["BACKEND"]):
        return (OSError,)
    # Imported late: a site of one process saves the 20 MB that the client takes.
    from redis.exceptions import RedisError

    return RedisError, OSError


def counted(name: str, seconds: int) -> int:
    """The number of calls with this name, this one included; it is forgotten after twice the seconds."""
    try:
        cache.add(name, 0, timeout=2 * seconds)
        return cache.incr(name)
    except ValueError:
        # The entry had to make room between the two lines.
        return 1
    except faults() as error:
        logger.warning("Requests are not counted: %s", error)
        return 1


def seconds_to_wait(name: str, *, most: int, seconds: int) -> int:
    """Count a call; 0 for the first `most` of a window of time, else the seconds until the next window."""
    window, passed = divmod(time.time(), seconds)
    return ceil(seconds - passed) if counted(f"{name}-{int(window)}", seconds) > most else 0
