"""Refusals: `application/problem+json` (RFC 9457) for programs, a page for people."""

import json
import random
import sys
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import csrf, defaults

from phylo.http.storage import Fault, Kind, fault_of

PROBLEM = "application/problem+json"
RETRY_AFTER = {Kind.FULL: (60, 60), Kind.AWAY: (1, 2)}
"""
Seconds, from and to, after which to come back. A database is usually away for the seconds in which it is
restarted: whoever waits at a table should not wait much longer, and not all come together.
"""
# There are no pages below this path: errors are always answered with a problem.
API = "/api/"

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


_CODES: Mapping[HTTPStatus, tuple[str, ...]] = {
    HTTPStatus.BAD_REQUEST: (
        "malformed", "query", "cursor", "parameter", "unknown-parameter", "bad-change", "bad-contents",
        "format", "options", "empty", "many", "art",
    ),
    HTTPStatus.UNAUTHORIZED: ("token",),
    HTTPStatus.FORBIDDEN: ("csrf", "forbidden", "blocked", "suspended", "out-of-reach"),
    HTTPStatus.NOT_FOUND: ("not-found",),
    HTTPStatus.METHOD_NOT_ALLOWED: ("method",),
    HTTPStatus.NOT_ACCEPTABLE: ("not-acceptable",),
    HTTPStatus.REQUEST_TIMEOUT: ("too-slow",),
    HTTPStatus.CONFLICT: (
        "stale", "not-now", "nothing-new", "match-playing", "match-finished", "no-offer", "too-many-decks",
        "study-refused",
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("too-large",),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: ("media-type",),
    HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE: ("range",),
    HTTPStatus.UNPROCESSABLE_ENTITY: ("key-reused", "not-allowed", "illegal-record"),
    HTTPStatus.TOO_MANY_REQUESTS: ("throttled", "too-many"),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("error",),
    HTTPStatus.NOT_IMPLEMENTED: ("needs-server",),
    HTTPStatus.SERVICE_UNAVAILABLE: ("busy",),
}  # fmt: skip
STATUS: Mapping[str, HTTPStatus] = {code: status for status, codes in _CODES.items() for code in codes}
"""The status of each code, on pages and in the API. The engine's codes are not listed; they give 422."""


def problem(code: str, detail: str, *, status: HTTPStatus | None = None, **more: Any) -> HttpResponse:
    """`status` is needed for a code that `STATUS` lacks: one of the rules or of a library."""
    status = status or STATUS[code]
    body = {"status": int(status), "title": status.phrase, "code": code, "detail": detail, **more}
    return HttpResponse(json.dumps(body), status=int(status), content_type=PROBLEM)


class Refused(Exception):
    """
    An operation was refused and nothing was done. The message is for people, `code` for programs; `field`
    names what of the input is refused, "" for the whole; `details` gives any further fields of the problem.
    Services raise subclasses of it.
    """

    code: str
    field = ""

    @property
    def status(self) -> HTTPStatus:
        """To be overridden for a code that `STATUS` lacks."""
        return STATUS[self.code]

    def headers(self) -> Mapping[str, str]:
        return {}

    def details(self) -> Mapping[str, object]:
        return {"field": self.field} if self.field else {}

    def as_problem(self) -> HttpResponse:
        answer = problem(self.code, str(self), status=self.status, **self.details())
        for name, value in self.headers().items():
            answer.headers[name] = value
        return answer


class NotAllowed(Refused):
    """This role or person may not do it."""

    code = "forbidden"


class CursorError(Refused):
    """A cursor that is malformed or belongs to another list or order."""

    code = "cursor"

    def __init__(self, message: str = "") -> None:
        super().__init__(message or _("This cursor belongs to another list."))

    def details(self) -> Mapping[str, object]:
        return {"parameter": "cursor"}


def only(method: str) -> Callable[[View[P]], View[P]]:
    """Refuse any other method, as Django's own decorators do, but with a problem."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def checked(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == method:
                return view(request, *args, **kwargs)
            detail = _("This address takes %(methods)s.") % {"methods": method}
            refused = problem("method", detail)
            refused.headers["Allow"] = method
            return refused

        return checked

    return decorate


def wants_page(request: HttpRequest) -> bool:
    """Whether to answer with a page: browsers prefer HTML, programs and scripts accept anything."""
    if request.path.startswith(API):
        return False
    return request.get_preferred_type([PROBLEM, "text/html"]) == "text/html"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if wants_page(request):
        # Without the request: the CSRF token would be looked for in the form that could not be read.
        return render(None, "400.html", status=HTTPStatus.BAD_REQUEST)
    return problem("malformed", _("This request cannot be read."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if wants_page(request):
        return defaults.page_not_found(request, exception)
    return problem("not-found", _("There is nothing here."))


def server_error(request: HttpRequest) -> HttpResponse:
    if fault := fault_of(sys.exception()):
        return out_of_service(request, fault)
    if wants_page(request):
        return defaults.server_error(request)
    return problem("error", _("Something went wrong on our side."))


def out_of_service(request: HttpRequest, fault: Fault) -> HttpResponse:
    if fault.kind is Kind.FULL:
        title = _("The site cannot store anything at the moment")
        words = _("What you sent was not stored. Keep it, and try again in a few minutes.")
    else:
        title = _("The site cannot reach its data at the moment")
        words = _("Try again in a few minutes. Look first whether what you sent last was stored.")
    if wants_page(request):
        # Without the request, as for any other fault of the site.
        page = {"title": title, "words": words}
        response = render(None, "site/out_of_service.html", page, status=HTTPStatus.SERVICE_UNAVAILABLE)
    else:
        response = problem("busy", f"{title}. {words}")
    response.headers["Retry-After"] = str(random.randint(*RETRY_AFTER[fault.kind]))
    response.headers["Cache-Control"] = "no-store"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if wants_page(request):
        return csrf.csrf_failure(request, reason)
    detail = _("This did not come from a page of this site. Load the page again.")
    return problem("csrf", detail)


def too_many(request: HttpRequest) -> HttpResponse:
    """django-allauth's answer when one of its limits is reached."""
    return render(request, "accounts/locked.html", status=HTTPStatus.TOO_MANY_REQUESTS)
