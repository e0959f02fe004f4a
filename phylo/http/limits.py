"""
Limits of what an address may begin without an account: sign-ups, matches and challenges, decks.

They are counted where the requests to the API are (phylo/cache.py), so that nothing is stored for it, and
before the view, so that a flood costs little. An address may be a whole school: the limits are for
programs.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from phylo.accounts.throttle import client_address
from phylo.cache import seconds_to_wait
from phylo.http.problems import problem, wants_page

SIGN_UPS, MATCHES, DECKS = "sign-ups", "matches", "decks"
KINDS = {
    "sign-up": SIGN_UPS,
    "match-create": MATCHES,
    "match-rematch": MATCHES,
    "challenge-new": MATCHES,
    "challenge": MATCHES,
    "table-new": MATCHES,
    "gathering": MATCHES,
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


class RateLimitMiddleware(MiddlewareMixin):
    """Stands after the session and the token have said who asks."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], arguments: Any, named: Any
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
