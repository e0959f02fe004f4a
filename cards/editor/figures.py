"""The fields of the editor by which a drawn figure is shaped."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from django.http import QueryDict

from cards.art.figures import PREFIX, BadFigure, traits_of
from cards.art.figures.spec import Trait

SHOWN = "figure-of"
"""The field that says of which figure the other fields are: another drawing may have been chosen since."""


@dataclass(frozen=True, slots=True)
class FigureField:
    """`value` is empty where the figure says nothing."""

    name: str
    value: str
    trait: Trait


def figure_fields(subject: str) -> list[FigureField]:
    """All that the figure of this `subject` can be told, what it says first; empty for other drawings."""
    if not subject.startswith(PREFIX):
        return []
    family, *said = subject.removeprefix(PREFIX).split(" ")
    traits: dict[str, Trait] = {}
    for text in (subject, f"{PREFIX}{family}"):
        with suppress(BadFigure):
            traits = traits_of(text) | traits
    values = dict(each.partition("=")[::2] for each in said)
    more = sorted(traits.keys() - values.keys(), key=lambda name: (not traits[name].options, name))
    order = [*(name for name in values if name in traits), *more]
    return [FigureField(name, values.get(name, ""), traits[name]) for name in order]


def shaped_subject(post: QueryDict) -> str:
    """The posted `subject`, with what the fields of its figure say."""
    subject = " ".join(post.get("subject", "").split())
    if not subject.startswith(PREFIX) or post.get(SHOWN) != subject:
        return subject
    said = " ".join(f"{name}={value}" for name, value in _said(subject, post))
    return " ".join(filter(None, [subject.split()[0], said]))


def _said(subject: str, post: QueryDict) -> Iterator[tuple[str, str]]:
    for each in figure_fields(subject):
        value = "".join(post.get(f"figure-{each.name}", "").removeprefix("#").split())
        if value:
            yield each.name, value
