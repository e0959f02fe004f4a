"""
Drawn figures: each family draws a kind of living thing from what a card says of its form and colours.

A card's `subject` names one: `figure:FAMILY name=value name=value`. Most families are SVG files (`files`);
bodies with proportions are modules. A family is a function `draw(spec)` that asks the spec for all that it
can be told and returns a figure. Each can also be told how far to `stretch`.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from django.utils.translation import gettext as _

from cards.art.figures import (
    bat,
    bird,
    files,
    fish,
    flowers,
    frog,
    grasses,
    lizard,
    mammal,
    owl,
    palms,
    reefs,
    snake,
    swimmer,
    turtle,
    twigs,
)
from cards.art.figures.pen import Figure
from cards.art.figures.spec import PREFIX, BadFigure, Spec, Trait, read_spec

__all__ = ["FAMILIES", "PREFIX", "BadFigure", "draw", "traits_of"]

FAMILIES: dict[str, Callable[[Spec], Figure]] = {
    "bat": bat.draw,
    "bird": bird.draw,
    "frog": frog.draw,
    "lizard": lizard.draw,
    "mammal": mammal.draw,
    "owl": owl.draw,
    "snake": snake.draw,
    "swimmer": swimmer.draw,
    "turtle": turtle.draw,
    **fish.FAMILIES,
    **flowers.FAMILIES,
    **grasses.FAMILIES,
    **palms.FAMILIES,
    **reefs.FAMILIES,
    **twigs.FAMILIES,
    **files.families(),
}


@lru_cache(maxsize=2048)
def draw(reference: str) -> Figure:
    """The figure of a card's `subject`; raises BadFigure with a message for its author."""
    return _drawn(read_spec(reference))


@lru_cache(maxsize=256)
def traits_of(reference: str) -> dict[str, Trait]:
    """All that the figure of a card's `subject` can be told; raises BadFigure."""
    spec = read_spec(reference)
    _drawn(spec)
    return spec.traits


def _drawn(spec: Spec) -> Figure:
    family = FAMILIES.get(spec.family)
    if family is None:
        params = {"family": spec.family, "known": ", ".join(sorted(FAMILIES))}
        raise BadFigure(_("There is no figure “%(family)s”, but: %(known)s.") % params)
    figure, stretch = family(spec), spec.amount("stretch", 1, 0.6, 1.6)
    spec.finish()
    return figure if stretch == 1 else _stretched(figure, stretch)


def _stretched(figure: Figure, wide: float) -> Figure:
    """So many times as wide: a slim tree, a stout fish."""
    left, top, width, height = figure.box
    markup = f'<g transform="scale({wide:g} 1)">{figure.markup}</g>'
    return replace(figure, markup=markup, box=(left * wide, top, width * wide, height))
