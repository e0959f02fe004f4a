"""
Rate limits, counted in Django's cache: with Redis by all processes together, without it by each for itself.

Visitors without an account may begin only so many things per address and window: sign-ups, matches and
open tables, decks, places in sets. Counting happens before the view, so a flood of requests costs little and
stores nothing. A whole school may share one address, so the limits are generous: they are meant to stop
programs.
"""

import ipaddress
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

SIGN_UPS, MATCHES, DECKS = "sign-ups", "matches", "decks"
KINDS = {
    "account_signup": SIGN_UPS,
    "guest-name": MATCHES,
    "match-create": MATCHES,
    "match-here": MATCHES,
    "match-rematch": MATCHES,
    "match-play-on": MATCHES,
    "match-analysis": MATCHES,
    "match-puzzle": MATCHES,
    "challenge-new": MATCHES,
    "table-new": MATCHES,
    "quick-seek": MATCHES,
    "quick-meanwhile": MATCHES,
    "open-table": MATCHES,
    "tournament-new": MATCHES,
    "tournament-enter": MATCHES,
    "puzzle-runs": MATCHES,
    "api-lesson-actions": MATCHES,
    "api-puzzle-actions": MATCHES,
    "deck-new": DECKS,
    "deck-put": DECKS,
    "deck-import": DECKS,
    "deck-copy": DECKS,
    "data-import": DECKS,
    "set-join": DECKS,
    "teach": DECKS,
    "api-matches": MATCHES,
    "api-match-play-on": MATCHES,
    "api-match-analysis": MATCHES,
    "api-challenges": MATCHES,
    "api-challenge-accept": MATCHES,
    "api-searches": MATCHES,
    "api-puzzle-runs": MATCHES,
    "api-tables": MATCHES,
    "api-table-start": MATCHES,
    "api-table-join": MATCHES,
    "api-tournaments": MATCHES,
    "api-tournament-entries": MATCHES,
    "api-decks": DECKS,
    "api-deck-copy": DECKS,
    "api-collection-join": DECKS,
}
"""The limit that a POST counts towards, by the name of its URL pattern."""
FIRST_ONLY = {"api-lesson-actions", "api-puzzle-actions", "tournament-enter", "api-tournament-entries"}
"""Of these only what makes a guest is counted: a pupil answers many times, and a class enters together."""
WHILE_SENT = {
    "api-stream": "streams",
    "api-match-stream": "streams",
    "class-stream": "streams",
    "api-tournament-stream": "streams",
    "cards-export": "exports",
}
"""What is counted until all is sent, not only until it is computed: the share by URL name."""


GUEST_IN_SESSION = "guest"
"""The key in a session of the guest's id (phylo/accounts/guests.py)."""


def counted(name: str, seconds: int) -> int:
    """Count a call and return how many there were with this name; it is forgotten after twice `seconds`."""
    try:
        cache.add(name, 0, timeout=2 * seconds)
        return cache.incr(name)
    except ValueError:
        # The entry was evicted between the two calls.
        return 1


def seconds_to_wait(name: str, *, most: int, seconds: int, counts: bool = True) -> int:
    """
    Count a call. 0 for the first `most` in a window of `seconds`, else the seconds until the next one. Not
    `counts`: what the next call would be told.
    """
    window, passed = divmod(time.time(), seconds)
    name = f"{name}-{int(window)}"
    calls = counted(name, seconds) if counts else cache.get(name, 0) + 1
    return ceil(seconds - passed) if calls > most else 0


def client_address(request: HttpRequest) -> str | None:
    """As `network_of`. Behind one of TRUSTED_PROXIES, REMOTE_ADDR is the client's, not the proxy's."""
    return network_of(request.META.get("REMOTE_ADDR", ""))


def network_of(client: str) -> str | None:
    """The IPv4 address, or the IPv6 /64 network, within which a user may choose any address."""
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False).network_address)


class RateLimitMiddleware(MiddlewareMixin):
    """
    Must come after the session and token middleware, which identify the user, and after those that know
    others (`counted_as`), who are counted each for themselves.
    """

    def process_view(
        self, request: HttpRequest, view: object, arguments: object, named: object
    ) -> HttpResponse | None:
        match = request.resolver_match
        name = (match.url_name or "") if match else ""
        kind = KINDS.get(name) if request.method == "POST" else None
        if kind is None or request.user.is_authenticated:
            return None
        if name in FIRST_ONLY and GUEST_IN_SESSION in request.session:
            return None
        limit, seconds = settings.RATE_LIMITS[kind]
        who = getattr(request, "counted_as", "") or client_address(request) or "nowhere"
        wait = seconds_to_wait(f"rate-{kind}-{who}", most=limit, seconds=seconds)
        return refusal(request, wait) if wait else None


def refusal(request: HttpRequest, seconds: int) -> HttpResponse:
    words = _("Too much has been begun from your address lately. Wait a little, or sign in to go on.")
    if wants_page(request):
        response = render(
            request, "site/too_many.html", {"words": words}, status=HTTPStatus.TOO_MANY_REQUESTS
        )
    else:
        response = problem("too-many", words)
    response.headers["Retry-After"] = str(seconds)
    return response
