"""Where other pages lead to the copy that can be kept."""

from collections.abc import Mapping

from django.http import HttpRequest

from phylo.fragments import Fragment
from phylo.offline.copy import offered


def copy(request: HttpRequest) -> Mapping[str, object]:
    return {"copy": offered()}


FRAGMENTS = (
    Fragment("home foot", "offline/_home.html", copy),
    Fragment("account", "offline/_account.html", copy),
)
