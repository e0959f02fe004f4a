"""
Cookies. Over HTTPS their names begin with `__Host-`: browsers take such a cookie only from this very host,
over HTTPS and for all paths, so that no neighbouring site can plant one.
"""

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.messages.storage import cookie, fallback, session
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse

A_YEAR = 365 * 24 * 60 * 60


class CookieMessages(cookie.CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Messages(fallback.FallbackStorage):
    storage_classes = (CookieMessages, session.SessionStorage)


class HostSessions(SessionMiddleware):
    """
    Takes a guest's session along, once, whose cookie has its name of before: guests have no other way back
    to their decks. It gets another key, so that whoever may have planted the cookie no longer shares it.
    People with accounts sign in again: a planted cookie must not sign anybody in.
    """

    OLD = "sessionid"

    def process_request(self, request: HttpRequest) -> None:
        name = settings.SESSION_COOKIE_NAME
        found = self._of_guest(request) if name not in request.COOKIES else None
        if found:
            request.COOKIES[name] = found
        super().process_request(request)
        if found:
            request.session.cycle_key()

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        answer = super().process_response(request, response)
        if self.OLD in request.COOKIES and settings.SESSION_COOKIE_NAME != self.OLD:
            answer.delete_cookie(self.OLD, samesite=settings.SESSION_COOKIE_SAMESITE)
        return answer

    def _of_guest(self, request: HttpRequest) -> str | None:
        key = request.COOKIES.get(self.OLD)
        old = self.SessionStore(key)
        return key if key and list(old.keys()) and SESSION_KEY not in old else None


def keep(response: HttpResponse, name: str, value: str) -> None:
    """Keep for a year how a visitor likes pages to look, as static/js/site/kept.js does."""
    name = settings.COOKIE_PREFIX + name
    response.set_cookie(name, value, max_age=A_YEAR, secure=settings.HTTPS, samesite="Lax")


def kept(request: HttpRequest, name: str) -> str:
    return request.COOKIES.get(settings.COOKIE_PREFIX + name, "")
