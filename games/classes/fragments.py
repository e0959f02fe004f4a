"""Where other pages lead to classes."""

from collections.abc import Mapping

from django.http import HttpRequest

from cards.sets.models import Collection
from games.classes.models import Classroom
from games.matches.models import Match
from phylo.accounts.visitors import reader_of
from phylo.fragments import Fragment

SHOWN = 3
"""Classes of a teacher on the home page."""


def taught(request: HttpRequest) -> Mapping[str, object]:
    """The newest classes of the visitor."""
    user = reader_of(request)
    if user is None:
        return {}
    classes = Classroom.objects.taught_by(user).filter(ending_at=None).order_by("-created_at")[:SHOWN]
    return {"taught_classes": [each.collection for each in classes.select_related("collection")]}


def watched(request: HttpRequest) -> Mapping[str, object]:
    """The class of the match on this page, for its teachers."""
    user, match = reader_of(request), request.resolver_match
    if user is None or match is None or "match_id" not in match.kwargs:
        return {}
    played = Match.objects.filter(pk=match.kwargs["match_id"]).values("collection")
    found = Collection.objects.filter(classroom__in=Classroom.objects.taught_by(user), pk__in=played)
    return {"class_watched": found.values_list("slug", flat=True).first()}


FRAGMENTS = (
    Fragment("navigation", "classes/fragments/navigation.html"),
    Fragment("home panels", "classes/fragments/home_teach.html", taught),
    Fragment("home others", "classes/fragments/home_others.html"),
    Fragment("play", "classes/fragments/play.html"),
    Fragment("set people links", "classes/fragments/set_link.html"),
    Fragment("set people", "classes/fragments/set_people.html"),
    Fragment("watching", "classes/fragments/watching.html", watched),
)
