"""
Counting requests in Django's cache: each process counts for itself, or with Redis all of them together.

Without an account an address may begin only so many things in a window of time: sign-ups, matches and
challenges, decks. That is counted before the view, so that a flood costs little, and nothing is stored. An
address may be that of a whole school: the limits are meant for programs.
"""

import ipaddress
import logging
import time
from http import HTTPStatus
from math import ceil

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from phylo.http.problems import problem, wants_page

logger = logging.getLogger(__name__)

SIGN_UPS, MATCHES, DECKS = "sign-ups", "matches", "decks"
KINDS = {
    "sign-up": SIGN_UPS,
    "match-create": MATCHES,
    "match-rematch": MATCHES,
    "challenge-new": MATCHES,
    "challenge": MATCHES,
    "table-new": MATCHES,
    "open-table": MATCHES,
    "deck-new": DECKS,
    "deck-put": DECKS,
    "deck-import": DECKS,
    "deck-copy": DECKS,
    "api-matches": MATCHES,
    "api-challenges": MATCHES,
    "api-challenge-accept": MATCHES,
    "api-tables": MATCHES,
    "api-table-start": MATCHES,
    "api-table-join": MATCHES,
    "api-decks": DECKS,
    "api-deck-copy": DECKS,
}
"""What a POST to the address of this name begins, by its page or in the API."""


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


def client_address(request: HttpRequest) -> str | None:
    """
    Who asks: an IPv4 address, or the /64 network that an IPv6 user has to choose from. REMOTE_ADDR is the
    client's when it came through one of TRUSTED_PROXIES.
    """
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False).network_address)


class RateLimitMiddleware(MiddlewareMixin):
    """Stands after the session and the token have said who asks."""

    def process_view(
        self, request: HttpRequest, view: object, arguments: object, named: object
    ) -> HttpResponse | None:
        match = request.resolver_match
        kind = KINDS.get(match.url_name or "") if match and request.method == "POST" else None
        if kind is None or request.user.is_authenticated:
            return None
        limit, seconds = settings.RATE_LIMITS[kind]
        who = client_address(request) or "nowhere"
        wait = seconds_to_wait(f"rate-{kind}-{who}", most=limit, seconds=seconds)
        return refusal(request, wait) if wait else None


def refusal(request: HttpRequest, seconds: int) -> HttpResponse:
    words = _("Too much has been begun from your address lately. Wait a little, or sign in to go on.")
    if wants_page(request):
        response = render(request, "too_many.html", {"words": words}, status=HTTPStatus.TOO_MANY_REQUESTS)
    else:
        response = problem("too-many", words)
    response.headers["Retry-After"] = str(seconds)
    return response
