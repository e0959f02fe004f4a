"""How much one may ask: so many requests in a window of time, counted in Django's cache."""

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
    """Whoever is signed in on the site or brings an account's token; what changes something checks CSRF."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        # Without either the session is not asked, so that the answer may be kept for everybody.
        http: HttpRequest = request._request
        asks = settings.SESSION_COOKIE_NAME in http.COOKIES or bearer_of(http) is not None
        if not asks or not http.user.is_authenticated:
            return None
        return http.user, None


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of a window: the policy's name and size, requests left, seconds until the next window."""

    policy: str
    limit: int
    seconds: int
    left: int
    reset: int

    @property
    def headers(self) -> dict[str, str]:
        """As draft-ietf-httpapi-ratelimit-headers has them."""
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.limit};w={self.seconds}',
            "RateLimit": f'"{self.policy}";r={self.left};t={self.reset}',
        }


class Throttle(BaseThrottle):
    """An account has its allowance wherever it is, everybody else that of the address they come from."""

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
        """The policy, and whose requests are counted together."""
        if request.user.is_authenticated:
            return "account", str(request.user.pk)
        return "visitor", client_address(request._request) or "nowhere"

    def wait(self) -> float:
        return self.allowance.reset
