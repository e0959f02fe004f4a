from collections.abc import Mapping

from django.http import HttpRequest
from django.urls import reverse

from engine.drafting import GAMES as DRAFTS
from games.matches.access import Look


def puzzle_url(request: HttpRequest, look: Look) -> Mapping[str, object]:
    """`puzzle_url`: where a moment of an analysis is made a puzzle."""
    if look.match.rules in DRAFTS:
        return {}
    return {"puzzle_url": reverse("match-puzzle", args=[look.match.pk])}
