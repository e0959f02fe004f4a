from collections.abc import Mapping

from django.http import HttpRequest
from django.urls import reverse

from engine.drafting import GAMES as DRAFTS
from games.lessons.services.proposing import may_write
from games.matches.access import Look
from phylo.accounts.visitors import reader_of


def lesson_url(request: HttpRequest, look: Look) -> Mapping[str, object]:
    """`lesson_url`: where those who may write lessons make one of a step."""
    if look.match.rules in DRAFTS or not may_write(reader_of(request)):
        return {}
    return {"lesson_url": reverse("match-lesson", args=[look.match.pk])}
