"""
Scripts of any other site may read the API. They come without cookies, so they see what everybody sees.

No package: two headers and one question are all there is to it.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from phylo.problems import API

ALLOWED = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Accept, Accept-Language, If-None-Match, If-Range, Range",
    "Access-Control-Max-Age": "86400",
}
# What a script could not read otherwise.
SHOWN = ", ".join(
    (
        "Accept-Ranges", "Allow", "Content-Disposition", "Content-Range", "ETag", "Link", "RateLimit",
        "RateLimit-Policy", "Retry-After",
    )
)  # fmt: skip


Answers = Callable[[HttpRequest], HttpResponseBase]


def any_site_may_read(get_response: Answers) -> Answers:
    def opened(request: HttpRequest) -> HttpResponseBase:
        return _opened(request, _preflight(request) or get_response(request))

    return opened


def _preflight(request: HttpRequest) -> HttpResponse | None:
    """The answer to a browser that asks before it lets a script ask."""
    asked = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    if not asked or not request.path.startswith(API):
        return None
    return HttpResponse(status=204, headers=ALLOWED)


def _opened(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if request.path.startswith(API):
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = SHOWN
    return response
