"""Where other pages lead to the copy that can be kept, and what they say in the copy itself."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from phylo.fragments import Fragment
from phylo.offline.copy import offered, on_device
from phylo.slices import Extension

View = Callable[..., HttpResponseBase]

OF_OTHERS = Extension[View]("of_others")
"""Views of pages that are about other people, or lead to them: on a device nobody else is there."""


def copy(request: HttpRequest) -> Mapping[str, object]:
    return {"copy": offered()}


def alone(request: HttpRequest) -> Mapping[str, object]:
    found = request.resolver_match
    return {"alone": on_device() and found is not None and found.func in set(OF_OTHERS)}


FRAGMENTS = (
    Fragment("above", "offline/_alone.html", alone),
    Fragment("home foot", "offline/_home.html", copy),
    Fragment("account", "offline/_account.html", copy),
)
