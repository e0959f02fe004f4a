"""The visitor's notices about proposals: the count in the header of every page, and a list for pages."""

from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest

from cards.curation.models import Notice
from cards.curation.services.notices import says, unread
from phylo.accounts.models import User


def notices(request: HttpRequest) -> dict[str, object]:
    """`card_notices`: the number of new ones, queried only by pages that show it."""
    return {"card_notices": cache(lambda: unread(request.user) if isinstance(request.user, User) else 0)}


@dataclass(frozen=True, slots=True)
class Told:
    """A notice in words, for templates/curation/_notices.html."""

    notice: Notice
    words: str


def told(user: User, most: int = 50) -> list[Told]:
    """Newest first. Takes one query."""
    rows = Notice.objects.filter(user=user).select_related("by", "proposal")
    return [Told(notice, says(notice)) for notice in rows[:most]]
