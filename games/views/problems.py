"""What the match addresses refuse, as problems, and what they read."""

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games import engine, services
from phylo.problems import problem

LARGEST_BODY = 16 * 1024  # bytes


class BadRequest(ValueError):
    """What was sent cannot be read; the text says why."""


def malformed(reason: Exception | str) -> HttpResponse:
    return problem(HTTPStatus.BAD_REQUEST, "malformed", str(reason))


def stale(current: int) -> HttpResponse:
    detail = _("The match has moved on since you looked at it.")
    return problem(HTTPStatus.CONFLICT, "stale-version", detail, version=current)


def illegal(refusal: engine.Refusal) -> HttpResponse:
    return problem(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        refusal.code,
        services.sentence(refusal),
        clause=refusal.clause,
        neighbour=refusal.neighbour,
    )


def must_be_json(request: HttpRequest) -> None:
    if request.content_type != "application/json":
        raise BadRequest(_("Send it as application/json."))


def only_fields(body: dict[str, Any], fields: set[str]) -> None:
    """Raises BadRequest for a field that means nothing here."""
    if unknown := sorted(body.keys() - fields):
        raise BadRequest(_("Unknown field: %(name)s") % {"name": unknown[0]})


def json_object(text: str | bytes) -> dict[str, Any]:
    """The JSON object in the text; raises BadRequest for anything else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRequest(_("This is no JSON.")) from error
    if not isinstance(value, dict):
        raise BadRequest(_("This is no JSON object."))
    return value


def json_body(request: HttpRequest) -> dict[str, Any]:
    """The JSON object that the request carries; raises BadRequest, also for more than LARGEST_BODY."""
    length = request.headers.get("Content-Length", "")
    if length.isdecimal() and int(length) > LARGEST_BODY:
        raise BadRequest(_("This is too large."))
    body = request.read(LARGEST_BODY + 1)
    if len(body) > LARGEST_BODY:
        raise BadRequest(_("This is too large."))
    return json_object(body)
