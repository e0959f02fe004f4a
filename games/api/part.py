"""What matches add to the API: tags, objects and refusals."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from cards.api.parts import Part
from cards.api.shape_parts import TEXT, WHOLE, Schema, told
from games import problems
from games.api.shapes import SEEN, SENT
from games.services.errors import (
    IllegalAction,
    KeyReused,
    MalformedAction,
    MatchFinished,
    MatchPlaying,
    NoOffer,
    NotAllowed,
    StaleVersion,
)
from phylo.problems import problem

REFUSED = (
    IllegalAction, KeyReused, MalformedAction, MatchFinished, MatchPlaying, NoOffer, NotAllowed, StaleVersion,
    engine.InvalidSetup,
)  # fmt: skip


def refuse(error: Exception) -> HttpResponse:
    match error:
        case MalformedAction() | engine.InvalidSetup():
            return problems.malformed(error)
        case IllegalAction():
            return problems.illegal(error.refusal)
        case NotAllowed():
            return problem("not-allowed", str(error))
    return _conflict(error)


def _conflict(error: Exception) -> HttpResponse:
    match error:
        case StaleVersion():
            return problems.stale(error.current)
        case KeyReused():
            detail = _("This key already belongs to another action.")
            return problem("key-reused", detail)
        case MatchPlaying():
            return problem("match-playing", _("Not before the match is over."))
        case MatchFinished():
            return problem("match-finished", _("The game is over."))
    return problem("no-offer", _("This is not offered any more."))


FIELDS: dict[str, Schema] = {
    "version": told(WHOLE, gettext_lazy("The match's present one.")),
    "clause": told(TEXT, gettext_lazy("The clause of the rules that an action breaks.")),
    "neighbour": told(
        {"type": ["array", "null"], "items": WHOLE},
        gettext_lazy("The card that came nearest to support."),
    ),
}
MATCHES = Part(
    tags={
        "matches": (gettext_lazy("Matches"), gettext_lazy("One's own matches, and acting in them.")),
        "challenges": (gettext_lazy("Challenges"), gettext_lazy("Finding somebody to play with.")),
        "tables": (gettext_lazy("Tables"), gettext_lazy("Gathering for the drafting games.")),
        "stream": (gettext_lazy("Live"), gettext_lazy("What needs an answer, as it comes.")),
    },
    shapes={**SEEN, **SENT},
    problem_fields=FIELDS,
    given={
        "match_id": "b6f0a7d2-0c51-4d3a-9f8e-2f4f0b8a7c11",
        "running": "true",
        "my_turn": "true",
        "version": 17,
        "action": '{"do": "pass"}',
        "which": "to-me",
        "code": "x5bKqT1uYv0c",
    },
    words={
        401: gettext_lazy("No token, or one that works no more."),
        403: gettext_lazy("By a session, without the cookie `csrftoken` and its header."),
        409: gettext_lazy("It came too late or too early."),
        422: gettext_lazy("The rules do not allow it, or the key was used otherwise; `code` says which."),
    },
)
