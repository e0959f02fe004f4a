"""
How far the log had come when a visitor last wrote: only a replica that has come as far is read for them.

A browser keeps that itself, in a cookie. It is not signed, as nobody gains by a wrong one: it chooses whether
one's own pages come from the primary. For the programs and other browsers of an account it is in the cache
too. Both are kept for a minute, several times as long as a replica that is read can be behind.
"""

import re
import time

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

from phylo.accounts.models import User
from phylo.accounts.tokens import bearer_of
from phylo.http import redis
from phylo.http.problems import API

COOKIE = f"{settings.COOKIE_PREFIX}written"
KEPT = 60  # seconds
AHEAD = 2**64 - 1
"""A position that no replica has: read from the primary."""
NOTED = re.compile(r"[0-9a-f]{1,16}", re.ASCII)
SINCE = "written-since"
"""The key of the time since when the cache has all marks of accounts: a restarted Redis has lost them."""


def position() -> int:
    """Where the primary's log ends, in bytes: all that was committed until now is before it."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'")
            return int(cursor.fetchone()[0])
    except DatabaseError:
        return AHEAD


def note(request: HttpRequest, response: HttpResponse) -> None:
    """The visitor has written something."""
    reached = position()
    if bearer_of(request) is None:
        response.set_cookie(
            COOKIE, f"{reached:x}", max_age=KEPT, secure=settings.HTTPS, httponly=True, samesite="Lax"
        )
    user = getattr(request, "user", None)
    if isinstance(user, User):
        cache.set(_key(user), reached, timeout=KEPT)


def noted(request: HttpRequest) -> int:
    """The position that a replica must have reached; 0 for a visitor who has not written lately."""
    kept = request.COOKIES.get(COOKIE, "")
    reached = int(kept, 16) if NOTED.fullmatch(kept) else 0
    # Pages ask for the account anyway. What scripts read may be the same for everybody, and kept on the way.
    page = settings.SESSION_COOKIE_NAME in request.COOKIES and not request.path.startswith(API)
    known = page or bearer_of(request) is not None
    return max(reached, _of(request.user)) if known and isinstance(request.user, User) else reached


def _of(user: User) -> int:
    since = cache.get(SINCE)
    if since is None:
        cache.add(SINCE, since := time.time(), timeout=None)
    # While Redis does not answer, another process may have a mark that this one cannot see.
    if redis.is_paused() or time.time() - since < KEPT:
        return AHEAD
    return int(cache.get(_key(user)) or 0)


def _key(user: User) -> str:
    return f"written-{user.pk}"
