"""Refusals: `application/problem+json` (RFC 9457) for programs, a page for people."""

import json
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views import csrf, defaults

PROBLEM = "application/problem+json"
# Below it there are no pages, so that whoever asks gets a problem.
API = "/api/"

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def problem(status: HTTPStatus, code: str, detail: str, **more: Any) -> HttpResponse:
    body = {"status": int(status), "title": status.phrase, "code": code, "detail": detail, **more}
    return HttpResponse(json.dumps(body), status=int(status), content_type=PROBLEM)


def only(method: str) -> Callable[[View[P]], View[P]]:
    """Refuse every other method, as Django's own decorators do, but with a problem."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def checked(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == method:
                return view(request, *args, **kwargs)
            detail = _("This address takes %(method)s alone.") % {"method": method}
            refused = problem(HTTPStatus.METHOD_NOT_ALLOWED, "method", detail)
            refused.headers["Allow"] = method
            return refused

        return checked

    return decorate


def wants_page(request: HttpRequest) -> bool:
    """Whether a person's browser asks: it puts pages first, a program or a script takes anything."""
    if request.path.startswith(API):
        return False
    return request.get_preferred_type([PROBLEM, "text/html"]) == "text/html"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    # Not Django's page: it looks for a CSRF token in the very form that could not be read.
    return problem(HTTPStatus.BAD_REQUEST, "malformed", _("This request cannot be read."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if wants_page(request):
        return defaults.page_not_found(request, exception)
    return problem(HTTPStatus.NOT_FOUND, "not-found", _("There is nothing here."))


def server_error(request: HttpRequest) -> HttpResponse:
    if wants_page(request):
        return defaults.server_error(request)
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "error", _("Something went wrong on our side."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if wants_page(request):
        return csrf.csrf_failure(request, reason)
    detail = _("This did not come from a page of this site. Load the page again.")
    return problem(HTTPStatus.FORBIDDEN, "csrf", detail)
