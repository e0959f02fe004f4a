"""Fruits, cones, catkins and small flowers that hang on plants, drawn in `parts/fruits.svg`."""

from collections.abc import Sequence

from cards.art.figures.brush import Point, copies
from cards.art.figures.files import part

HUNG = (
    "acorn",
    "apple",
    "ball",
    "pod",
    "nut",
    "blossom",
    "dots",
    "catkin",
    "key",
    "gall",
    "berry",
    "cone",
    "bell",
    "daisy",
)


def hung(spots: Sequence[Point], form: str, colour: str, size: float) -> str:
    """Fruits of one form with their upper ends at `spots`, about `size` high."""
    return copies(fruit(form, colour), [(x, y, 0, size / 100) for x, y in spots])


def fruit(form: str, colour: str) -> str:
    """One of them at (0, 0), 100 high."""
    return part("fruits", form, {"colour": colour})
