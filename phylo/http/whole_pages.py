"""Pages that are the same for everybody of whom nothing is known: drawn and compressed once."""

import gzip
import hashlib
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import re_accepts_gzip
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def whole_page(state: Callable[[], object]) -> Callable[[View[P]], View[P]]:
    """
    Keep the page of a view for strangers, in the process, until `state` changes: all that it shows besides
    its path and the language. It must not name the host: a stranger may write any port into that. Whoever has
    a session, or has chosen anything, gets a page of their own.
    """

    def decorator(view: View[P]) -> View[P]:
        @wraps(view)
        def answer(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not _is_strange(request):
                return view(request, *args, **kwargs)
            facts = (request.path, get_language(), state())
            name = f"whole.{hashlib.blake2b(repr(facts).encode(), digest_size=16).hexdigest()}"
            kept: tuple[str, bytes] | None = caches["template_fragments"].get(name)
            if kept is None:
                drawn = view(request, *args, **kwargs)
                # A form's token belongs to one person.
                if drawn.status_code != HTTPStatus.OK or drawn.cookies or b"csrfmiddleware" in drawn.content:
                    return drawn
                kept = _kept(drawn.content)
                caches["template_fragments"].set(name, kept)
            return _response(request, *kept)

        return answer

    return decorator


def _is_strange(request: HttpRequest) -> bool:
    """The cookie of CSRF tokens says nothing about a page without forms, and each language its page."""
    known = request.COOKIES.keys() - {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
    return not (known or request.GET or "Authorization" in request.headers)


def _kept(content: bytes) -> tuple[str, bytes]:
    digest = hashlib.blake2b(content, digest_size=16).hexdigest()
    return f'W/"{digest}"', gzip.compress(content, mtime=0)


def _response(request: HttpRequest, etag: str, compressed: bytes) -> HttpResponse:
    if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(compressed, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(gzip.decompress(compressed))
    response["ETag"] = etag
    patch_vary_headers(response, ["Accept-Encoding", "Cookie"])
    return response
