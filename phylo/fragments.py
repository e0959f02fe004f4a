"""
Fragments: what slices show on pages of what stands below them, such as a link to their own pages. Such a page
has `{% fragments "a place" %}`; whoever shows something there registers a Fragment.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest

from phylo.slices import Extension


def nothing_more(request: HttpRequest) -> Mapping[str, object]:
    return {}


@dataclass(frozen=True)
class Fragment:
    """A template, with the context of the page that shows it and `more` of its own."""

    place: str
    template: str
    more: Callable[[HttpRequest], Mapping[str, object]] = nothing_more


FRAGMENTS = Extension[Sequence[Fragment]]("fragments")


@cache
def fragments_in(place: str) -> Sequence[Fragment]:
    """From the lowest slice up."""
    return [each for group in reversed(FRAGMENTS) for each in group if each.place == place]
