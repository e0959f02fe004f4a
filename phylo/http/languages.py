"""
The language of a request: the one that its address names (`?lang=fr`), the one that was chosen before, that
of the place in which the browser is (a class, a screen in a hall), or the first of the browser's that the
site speaks. A picture's is named by its address alone, else it is English, so that caches before the site
need not know of languages.

A choice is kept in a cookie alone, so that a link can make it, and pages of strangers need no form. So is the
language of a place.
"""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

from phylo.http.problems import wants_page

ASKED = "lang"
CHOSEN = settings.LANGUAGE_COOKIE_NAME
OF_PLACE = f"{CHOSEN}-of-place"
PICTURES = (".svg", ".png")
"""How addresses of pictures end that may have words."""


def speaks(language: str) -> bool:
    """Whether the site has that language; its code, such as "fr"."""
    return language in dict(settings.LANGUAGES)


def several() -> bool:
    return len(settings.LANGUAGES) > 1


def in_language(address: str) -> str:
    """The address of a picture with words, in the active language."""
    language = translation.get_language() or settings.LANGUAGE_CODE
    if language == settings.LANGUAGE_CODE:
        return address
    return f"{address}{'&' if '?' in address else '?'}{ASKED}={language}"


def chosen(request: HttpRequest) -> str:
    """What was chosen in this browser; "" if nothing was."""
    found = _cookies(request).get(CHOSEN, request.COOKIES.get(CHOSEN, ""))
    return found if speaks(found) else ""


def keep(request: HttpRequest, language: str) -> None:
    """Let the browser keep what was chosen; the answer is written in it from here on."""
    _cookies(request)[CHOSEN] = language
    _speak(request, language)


def forget(request: HttpRequest) -> None:
    """Let the browser forget what was chosen in it."""
    _cookies(request)[CHOSEN] = ""


def enter(request: HttpRequest, language: str) -> None:
    """
    Let the browser be in a place with that language, which counts where nothing was chosen; "": in none, or
    in one without a language.
    """
    language = language if several() else ""
    if request.COOKIES.get(OF_PLACE, "") != language:
        _cookies(request)[OF_PLACE] = language
    _speak(request, _language(request))


def look_into(request: HttpRequest, language: str) -> None:
    """Write this answer in the language of a place, where nothing was chosen; the browser is not in it."""
    if several() and speaks(language) and not chosen(request):
        _speak(request, language)


def write_for_all(request: HttpRequest) -> None:
    """
    Write an answer that shared caches keep: its address and Accept-Language decide alone, whatever was chosen
    in this browser.
    """
    asked = request.GET.get(ASKED, "")
    stranger = HttpRequest()
    stranger.META["HTTP_ACCEPT_LANGUAGE"] = request.headers.get("Accept-Language", "")
    _speak(request, asked if speaks(asked) else translation.get_language_from_request(stranger))
    request.__dict__["language_for_all"] = True


def _cookies(request: HttpRequest) -> dict[str, str]:
    """What the answer will change of the cookies of languages; an empty one is deleted."""
    cookies: dict[str, str] = request.__dict__.setdefault("language_cookies", {})
    return cookies


def _speak(request: HttpRequest, language: str) -> None:
    translation.activate(language)
    request.LANGUAGE_CODE = language


def _language(request: HttpRequest) -> str:
    if request.path.endswith(PICTURES):
        asked = request.GET.get(ASKED, "")
        return asked if speaks(asked) else settings.LANGUAGE_CODE
    of_place = _cookies(request).get(OF_PLACE, request.COOKIES.get(OF_PLACE, ""))
    if found := chosen(request) or (of_place if speaks(of_place) else ""):
        return found
    return translation.get_language_from_request(request)


class Languages(LocaleMiddleware):
    def process_request(self, request: HttpRequest) -> None:
        asked = request.GET.get(ASKED, "")
        if speaks(asked) and not request.path.endswith(PICTURES):
            keep(request, asked)
        else:
            _speak(request, _language(request))

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        varies = response.headers.get("Vary")
        answer = super().process_response(request, response)
        kind = answer.headers.get("Content-Type", "")
        picture = kind.startswith("image/")
        for_ever = "immutable" in answer.headers.get("Cache-Control", "")
        if request.path.endswith(PICTURES) or ((not several()) if picture else for_ever):
            # The same in all languages: a CDN then keeps it once.
            del answer.headers["Vary"]
            if varies:
                answer.headers["Vary"] = varies
        elif several() and not picture and "language_for_all" not in request.__dict__:
            patch_vary_headers(answer, ["Cookie"])
        # Of a page that the browser has already, the answer says no kind.
        known = answer.status_code == HTTPStatus.NOT_MODIFIED and wants_page(request)
        for name, language in _cookies(request).items() if known or kind.startswith("text/html") else ():
            if language:
                answer.set_cookie(
                    name,
                    language,
                    max_age=settings.LANGUAGE_COOKIE_AGE,
                    secure=settings.LANGUAGE_COOKIE_SECURE,
                    httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
                    samesite="Lax",
                )
            elif name in request.COOKIES:
                answer.delete_cookie(name, samesite="Lax")
        return answer
