"""The exception handler of the REST framework: exceptions become problems (phylo/http/problems.py)."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions

from phylo.http.problems import Refused, problem

_ANSWERS: dict[type[Exception], Callable[[Any], HttpResponse]] = {}


class BadParameter(Refused):
    """A parameter that is given twice or has an invalid value; the message says why."""

    code = "parameter"

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.parameter = name

    def details(self) -> dict[str, object]:
        return {"parameter": self.parameter}


class UnknownParameter(BadParameter):
    code = "unknown-parameter"

    def __init__(self, name: str, message: str, *, expected: list[str], suggestion: str | None) -> None:
        super().__init__(name, message)
        self.expected, self.suggestion = expected, suggestion

    def details(self) -> dict[str, object]:
        return {**super().details(), "expected": self.expected, "suggestion": self.suggestion}


class NoCsrfToken(Refused):
    """The request may have been sent by a page of another site."""

    code = "csrf"

    def __init__(self) -> None:
        super().__init__(_("Send the cookie csrftoken of this site, and its value as X-CSRFToken."))


def answer_to(kind: type[Exception], answer: Callable[[Any], HttpResponse]) -> None:
    """Register the answer to an exception that is no `Refused`; called from an app's `ready`."""
    _ANSWERS[kind] = answer


def refusal(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """The answer to a view's exception; None for one that means a bug."""
    response = _answer(error, context.get("view"))
    if response is not None:
        response.headers["Cache-Control"] = "no-store"
    return response


def _answer(error: Exception, view: Any) -> HttpResponse | None:
    match error:
        case Refused():
            return error.as_problem()
        case Http404() | ObjectDoesNotExist():  # services look up by number what may be gone
            return problem("not-found", _("There is nothing here."))
        case exceptions.MethodNotAllowed():
            return problem("method", _methods(view))
        case exceptions.NotAcceptable():
            return problem("not-acceptable", _("This address answers in application/json."))
        case exceptions.Throttled():
            return _throttled(max(1, int(getattr(error, "wait", None) or 0)))
        case exceptions.APIException():
            code = error.default_code.replace("_", "-")
            return problem(code, str(error.detail), status=HTTPStatus(error.status_code))
    return next((answer(error) for kind, answer in _ANSWERS.items() if isinstance(error, kind)), None)


def _throttled(seconds: int) -> HttpResponse:
    detail = _("Too many requests. Try again in %(count)d s.") % {"count": seconds}
    refused = problem("throttled", detail, retry_after=seconds)
    refused.headers["Retry-After"] = str(seconds)
    return refused


def _methods(view: Any) -> str:
    methods = [method for method in view.allowed_methods if method != "OPTIONS"]
    if methods == ["GET", "HEAD"]:
        return _("This address can only be read: GET or HEAD.")
    return _("This address takes %(methods)s.") % {"methods": ", ".join(methods)}
