"""The engine's refusals as problems."""

from http import HTTPStatus

from django.http import HttpResponse

import engine
from games.matches.wording import sentence
from phylo.api.refusals import answer_to
from phylo.http.problems import problem


def illegal(error: engine.IllegalAction) -> HttpResponse:
    refusal = error.refusal
    return problem(
        refusal.code,
        sentence(refusal),
        status=HTTPStatus.UNPROCESSABLE_ENTITY,
        clause=refusal.clause,
        neighbour=refusal.neighbour,
    )


def verdict(refusal: engine.Refusal | None) -> dict[str, object]:
    """An answer to "may I do this now": `Verdict`."""
    if refusal is None:
        return {"legal": True}
    return {
        "legal": False,
        "code": refusal.code,
        "clause": refusal.clause,
        "message": sentence(refusal),
        "neighbour": refusal.neighbour,
    }


def malformed(error: Exception) -> HttpResponse:
    return problem("malformed", str(error))


def register() -> None:
    answer_to(engine.IllegalAction, illegal)
    answer_to(engine.MalformedAction, malformed)
    answer_to(engine.InvalidSetup, malformed)
