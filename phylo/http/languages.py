"""
The language of a request: the one that its address names (`?lang=fr`), the one that was chosen before, or the
first of the browser's that the site speaks.

A choice is kept in a cookie alone, so that a link can make it, and pages of strangers need no form.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

ASKED = "lang"


def speaks(language: str) -> bool:
    """Whether the site has that language; its code, such as "fr"."""
    return language in dict(settings.LANGUAGES)


def several() -> bool:
    return len(settings.LANGUAGES) > 1


def keep(request: HttpRequest, language: str) -> None:
    """Let the answer keep the language, in which it is written from here on."""
    translation.activate(language)
    request.LANGUAGE_CODE = language
    request.kept_language = language  # type: ignore[attr-defined]


class Languages(LocaleMiddleware):
    def process_request(self, request: HttpRequest) -> None:
        asked = request.GET.get(ASKED, "")
        if speaks(asked):
            keep(request, asked)
        else:
            super().process_request(request)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        varies = response.headers.get("Vary")
        answer = super().process_response(request, response)
        kind = answer.headers.get("Content-Type", "")
        picture = kind.startswith("image/")
        for_ever = "immutable" in answer.headers.get("Cache-Control", "")
        if (not several()) if picture else for_ever:
            # The same in all languages: a CDN then keeps it once.
            del answer.headers["Vary"]
            if varies:
                answer.headers["Vary"] = varies
        elif several() and not picture:
            patch_vary_headers(answer, ["Cookie"])
        if kind.startswith("text/html") and (kept := getattr(request, "kept_language", "")):
            answer.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                kept,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
                samesite="Lax",
            )
        return answer
