from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

import engine
from games.models import Match
from games.services.rulebooks import rulebook
from games.services.states import state_at
from games.wording import CLIMATES, TERRAINS, listed


def why_not(*, match: Match, seat: int, action: dict[str, Any]) -> engine.Refusal | None:
    """
    Why a seat may not make this action (without its "seat") now; None when it may. Raises MalformedAction.
    """
    return rulebook(match.rules).refusal(match, state_at(match), seat, action)


def sentence(refused: engine.Refusal) -> str:
    """The refusal in the reader's language."""
    return in_words(refused.template, refused.fields)


def in_words(template: str, fields: Mapping[str, Any]) -> str:
    """A sentence of the engine in the reader's language."""
    words = {**TERRAINS, **CLIMATES}
    told = {
        name: listed([str(words.get(word, word)) for word in value]) if isinstance(value, tuple) else value
        for name, value in fields.items()
    }
    return gettext(template) % told
