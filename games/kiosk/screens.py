"""
A browser that is the screen in a hall: a cookie says so, and for which set, but nothing of a person. As long
as it is there, no page is shown but those of the screen and of what is played there. The cookie is signed:
only the site makes a browser a screen.
"""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from phylo.http.guards import Guard
from phylo.http.headers import UNUSED
from phylo.http.languages import CHOSEN, OF_PLACE
from phylo.http.problems import problem, wants_page

COOKIE = f"{settings.COOKIE_PREFIX}kiosk"
SITE = "all"
"""In place of a set's slug: the ready decks of the site."""
SALT = "games.kiosk"
VALUE = re.compile(r"([-\w]{1,80})\.(\w{8})(\.visit)?", re.ASCII)
QUIET = 60
"""Seconds without a touch after which the screen asks whether anybody is there."""
LAST = 10
"""Seconds for which it asks before it returns to the start."""

OPEN = {
    "match", "match-table", "match-rematch", "match-coach", "lesson", "lesson-table", "lesson-solution",
    "api-match-actions", "api-match-why", "api-match-spaces", "api-match-stream", "api-match-offers",
    "api-match-hint", "api-match-flag", "api-lesson-actions", "api-lesson-why", "api-lesson-spaces",
    "privacy",
}  # fmt: skip
"""The addresses, by name, that a screen may open besides its own and pictures."""
LEARN = {"lessons", "learn"}
"""In place of these the screen has lessons of its own."""
PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif")


@dataclass(frozen=True)
class Kiosk:
    """Which screen it is, the number of this or the next visit, and whether somebody is there."""

    slug: str
    visit: str = field(default_factory=lambda: secrets.token_hex(4))
    visiting: bool = False

    @property
    def start(self) -> str:
        return reverse("kiosk", args=[self.slug])

    @property
    def end(self) -> str:
        return reverse("kiosk-end", args=[self.slug])

    @property
    def lessons(self) -> str:
        return reverse("kiosk-lessons", args=[self.slug])

    @property
    def quiet(self) -> int:
        return QUIET

    @property
    def last(self) -> int:
        return LAST


def kiosk_of(request: HttpRequest) -> Kiosk | None:
    """The screen that the browser is, or None for an ordinary one."""
    found = VALUE.fullmatch(request.get_signed_cookie(COOKIE, "", salt=SALT) or "")
    return Kiosk(found[1], found[2], bool(found[3])) if found else None


def mark(response: HttpResponse, kiosk: Kiosk) -> None:
    """Make the browser that screen until it is closed."""
    value = f"{kiosk.slug}.{kiosk.visit}" + (".visit" if kiosk.visiting else "")
    response.set_signed_cookie(COOKIE, value, salt=SALT, secure=settings.HTTPS, httponly=True, samesite="Lax")


class KioskGuard(Guard):
    """Sets `request.kiosk`, and leads every address that is not for a screen back to its start."""

    cookie = COOKIE

    def process_request(self, request: HttpRequest) -> None:
        request.kiosk = kiosk_of(request)  # type: ignore[attr-defined]

    def process_view(self, request: HttpRequest, arguments: Mapping[str, object]) -> HttpResponse | None:
        kiosk, match = kiosk_of(request), request.resolver_match
        name = (match.url_name if match else None) or ""
        if kiosk is None or name in OPEN or name.startswith("kiosk") or request.path.endswith(PICTURES):
            return None
        if name in LEARN:
            return redirect(kiosk.lessons)
        return self._back(request, kiosk)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kiosk: Kiosk | None = getattr(request, "kiosk", None)
        if kiosk is None:
            return response
        if response.status_code == HTTPStatus.NOT_FOUND and request.path != kiosk.start:
            # Such as a match that was forgotten, reached by going back.
            return self._back(request, kiosk)
        # Nothing is kept longer than the browser is open.
        for name in (settings.CSRF_COOKIE_NAME, CHOSEN, OF_PLACE):
            if (cookie := response.cookies.get(name)) is not None and cookie.value:
                cookie.update({"max-age": "", "expires": ""})
        # A screen may stay on.
        unused = (name for name in UNUSED if name != "screen-wake-lock")
        response["Permissions-Policy"] = ", ".join(f"{name}=()" for name in unused)
        return response

    def _back(self, request: HttpRequest, kiosk: Kiosk) -> HttpResponse:
        return redirect(kiosk.start) if wants_page(request) else problem("not-found", "Not at this screen.")
