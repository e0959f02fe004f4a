"""What the match addresses refuse, as problems."""

from http import HTTPStatus

from django.http import HttpResponse
from django.utils.translation import gettext as _

import engine
from games.wording import sentence
from phylo.json_bodies import BadBody, refusal
from phylo.problems import problem


def malformed(reason: Exception | str) -> HttpResponse:
    """Also too large or of another type, as a BadBody says."""
    return refusal(reason) if isinstance(reason, BadBody) else problem("malformed", str(reason))


def stale(current: int) -> HttpResponse:
    detail = _("The match has moved on since you looked at it.")
    return problem("stale", detail, version=current)


def illegal(broken: engine.Refusal) -> HttpResponse:
    return problem(
        broken.code,
        sentence(broken),
        status=HTTPStatus.UNPROCESSABLE_ENTITY,
        clause=broken.clause,
        neighbour=broken.neighbour,
    )
