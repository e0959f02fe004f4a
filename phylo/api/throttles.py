"""Authentication, and rate limits per window of time, counted in Django's cache."""

import time
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from phylo.accounts.tokens import bearer_of
from phylo.http.limits import client_address, counted


class Visitor(BaseAuthentication):
    """Authenticates by session or by an account's token. Operations that write check CSRF."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        # Without either the session is not read, so that the answer may be cached for everybody.
        http: HttpRequest = request._request
        asks = settings.SESSION_COOKIE_NAME in http.COOKIES or bearer_of(http) is not None
        if not asks or not http.user.is_authenticated:
            return None
        return http.user, None


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of a rate limit: `limit` requests per `seconds`, `left` until the `reset` in seconds."""

    policy: str
    limit: int
    seconds: int
    left: int
    reset: int

    @property
    def headers(self) -> dict[str, str]:
        """The headers of draft-ietf-httpapi-ratelimit-headers."""
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.limit};w={self.seconds}',
            "RateLimit": f'"{self.policy}";r={self.left};t={self.reset}',
        }


class Throttle(BaseThrottle):
    """
    Limits requests per account, per person for others whom a middleware knows (`counted_as`), and per address
    for everybody else.
    """

    allowance: Allowance

    def allow_request(self, request: Request, view: Any) -> bool:
        policy, who = self.who(request)
        limit, seconds = settings.API_LIMITS[policy]
        window, passed = divmod(time.time(), seconds)
        count = counted(f"api-{policy}-{who}-{int(window)}", seconds)
        reset = max(1, ceil(seconds - passed))
        self.allowance = view.allowance = Allowance(policy, limit, seconds, max(0, limit - count), reset)
        return count <= limit

    def who(self, request: Request) -> tuple[str, str]:
        """The policy, and the key under which requests are counted."""
        if request.user.is_authenticated:
            return "account", str(request.user.pk)
        if known := getattr(request._request, "counted_as", ""):
            return "account", known
        return "visitor", client_address(request._request) or "nowhere"

    def wait(self) -> float:
        return self.allowance.reset
