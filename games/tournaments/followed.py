"""What matches show of the tournament to which they belong, and streams of tournaments."""

import uuid
from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from games.matches.models import Match
from games.tournaments.models import Tournament


def versions(ids: Collection[uuid.UUID]) -> Iterable[tuple[uuid.UUID, int]]:
    return Tournament.objects.filter(pk__in=ids).order_by().values_list("pk", "version")


def occasion(match: Match) -> str:
    found = Tournament.objects.filter(games__match=match).values_list("name", flat=True).first()
    return _("the tournament %(name)s") % {"name": found} if found else ""
