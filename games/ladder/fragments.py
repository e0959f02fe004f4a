"""Where other pages lead to the ladder."""

from collections.abc import Mapping
from functools import partial

from django.http import HttpRequest

from games.ladder.models import Program
from phylo.fragments import Fragment


def of_person(request: HttpRequest) -> Mapping[str, object]:
    """The program whose profile it is; looked for only where it is a program's."""
    match = request.resolver_match
    name = match.kwargs.get("name", "") if match else ""
    return {"ladder_program": partial(Program.objects.named, name)}


FRAGMENTS = (
    Fragment("community", "ladder/fragments/community.html"),
    Fragment("leaders", "ladder/fragments/leaders.html"),
    Fragment("tokens", "ladder/fragments/tokens.html"),
    Fragment("person", "ladder/fragments/person.html", of_person),
)
