"""
Guards: what a slice does with all requests of visitors of a kind, such as pupils or a screen in a hall. Such
a request has a mark, a cookie or a key in its session; others never enter the slice.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from phylo.slices import Extension

SAFE = {"GET", "HEAD", "OPTIONS"}

View = Callable[..., object]


class Guard:
    """A subclass has one of the two marks, and what it needs of the layers of a middleware."""

    cookie = ""
    session_key = ""
    free: frozenset[str] = frozenset()
    """Addresses, by name, that may be read without a look at the session."""

    def process_request(self, request: HttpRequest) -> None:
        """Only with a cookie."""

    def process_view(self, request: HttpRequest, arguments: Mapping[str, object]) -> HttpResponse | None:
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response


GUARDS = Extension[type[Guard]]("guards")


@cache
def _guards() -> tuple[type[Guard], ...]:
    """Every request asks."""
    return tuple(GUARDS)


class CookieGuards(MiddlewareMixin):
    """Comes before the layers that set cookies."""

    def process_request(self, request: HttpRequest) -> None:
        for guard in self._guards(request.COOKIES):
            guard.process_request(request)

    def process_view(
        self, request: HttpRequest, view: View, positional: object, arguments: Mapping[str, object]
    ) -> HttpResponse | None:
        for guard in self._guards(request.COOKIES):
            if (answer := guard.process_view(request, arguments)) is not None:
                return answer
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        for guard in self._guards({**request.COOKIES, **response.cookies}):
            response = guard.process_response(request, response)
        return response

    def _guards(self, cookies: Mapping[str, object]) -> Iterator[Guard]:
        return (guard() for guard in _guards() if guard.cookie in cookies)


class SessionGuards(MiddlewareMixin):
    """Comes after the session, and before limits: a guard says as whom a visitor is counted."""

    def process_view(
        self, request: HttpRequest, view: View, positional: object, arguments: Mapping[str, object]
    ) -> HttpResponse | None:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        match = request.resolver_match
        read = match.url_name if match is not None and request.method in SAFE else None
        for guard in _guards():
            if not guard.session_key or read in guard.free or guard.session_key not in request.session:
                continue
            if (answer := guard().process_view(request, arguments)) is not None:
                return answer
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.session.accessed:
            for guard in _guards():
                if guard.session_key in request.session:
                    response = guard().process_response(request, response)
        return response
