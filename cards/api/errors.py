"""What the API refuses, as problems (phylo.problems): one place for all that its views raise."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions

from cards.api.parts import parts
from cards.decks.errors import BadChange, KeyReused, StaleEdition, TooManyDecks
from cards.services.search import CursorError, QueryError
from phylo import json_bodies
from phylo.json_bodies import BadBody
from phylo.problems import problem


class BadParameter(ValueError):
    """A parameter that is unknown, doubled or has a value that it cannot have; the text says why."""

    def __init__(self, name: str, message: str, *, code: str = "parameter", **more: Any) -> None:
        super().__init__(message)
        self.code = code
        self.more = {"parameter": name, **more}


class NoSuchCard(Exception):
    """No card has this key; `near` are keys that come near."""

    def __init__(self, near: list[str]) -> None:
        super().__init__("no such card")
        self.near = near


class NoToken(Exception):
    """Somebody else's page may have sent this."""


def refusal(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """The answer to an exception of a view; None for one that is a fault of ours."""
    response = _refusal(error, context)
    if response is not None:
        response.headers["Cache-Control"] = "no-store"
    return response


def _refusal(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    match error:
        case QueryError():
            return query_problem(error)
        case CursorError():
            return problem("cursor", str(error), parameter="cursor")
        case BadParameter():
            return problem(error.code, str(error), **error.more)
        case NoSuchCard():
            detail = _("There is no card with this key.")
            return problem("not-found", detail, suggestions=error.near)
        case Http404():
            return problem("not-found", _("There is nothing here."))
        case exceptions.APIException():
            return _of_framework(error, context)
    refused = (part.refuse(error) for part in parts())
    return _of_writing(error) or next((answer for answer in refused if answer is not None), None)


def _of_writing(error: Exception) -> HttpResponse | None:
    """Of what was sent."""
    match error:
        case BadBody():
            return json_bodies.refusal(error)
        case BadChange():
            return problem("bad-change", str(error), field=error.field)
        case NoToken():
            detail = _("Send the cookie csrftoken of this site, and its value as X-CSRFToken.")
            return problem("csrf", detail)
        case StaleEdition():
            return problem("stale", str(error), edition=error.edition)
        case KeyReused():
            return problem("key-reused", str(error))
        case TooManyDecks():
            return problem("too-many-decks", str(error))
    return None


def query_problem(error: QueryError) -> HttpResponse:
    return problem(
        "query",
        error.message,
        parameter="q",
        column=error.column,
        length=error.length,
        expected=error.expected,
        suggestion=error.suggestion,
        mended=error.mended,
    )


def _of_framework(error: exceptions.APIException, context: dict[str, Any]) -> HttpResponse:
    match error:
        case exceptions.MethodNotAllowed():
            return problem("method", _taken(context))
        case exceptions.NotAcceptable():
            return problem("not-acceptable", _("This address answers in application/json."))
        case exceptions.Throttled():
            seconds = max(1, int(getattr(error, "wait", None) or 0))
            detail = _("Too many requests. Try again in %(count)d s.") % {"count": seconds}
            refused = problem("throttled", detail, retry_after=seconds)
            refused.headers["Retry-After"] = str(seconds)
            return refused
    return problem(
        error.default_code.replace("_", "-"), str(error.detail), status=HTTPStatus(error.status_code)
    )


def _taken(context: dict[str, Any]) -> str:
    """What may be done at the address of a view."""
    view = context.get("view")
    methods = [method for method in view.allowed_methods if method != "OPTIONS"] if view else ["GET", "HEAD"]
    if methods == ["GET", "HEAD"]:
        return _("This address can only be read: GET or HEAD.")
    return _("This address takes %(methods)s.") % {"methods": ", ".join(methods)}
