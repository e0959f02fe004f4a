"""Fruits, cones, catkins and small flowers that hang on trees, shrubs and twigs."""

from collections.abc import Callable, Sequence

from cards.art.figures.brush import Point, copies, dark, discs, light, oval, path, placed, ring, stroke
from cards.art.figures.leaves import petals

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
    return copies(FRUITS[form](0, 0, colour, size), [(x, y, 0, 1) for x, y in spots])


def _acorn(x: float, y: float, colour: str, size: float) -> str:
    nut = "M-34 36C-36 76 -14 92 0 102C14 92 36 76 34 36Z"
    s = size / 100
    return (
        path(placed(nut, x, y, 0, s), colour)
        + path(placed("M8 36C12 70 8 86 0 102C14 92 36 76 34 36Z", x, y, 0, s), dark(colour, 0.2))
        + path(placed("M-42 40C-46 8 -20 6 0 4C20 6 46 8 42 40C20 46 -20 46 -42 40Z", x, y, 0, s), "7F6A3C")
        + stroke(f"M{x:.1f} {y - size * 0.14:.1f}v{size * 0.2:.1f}", "6A5832", size * 0.08)
    )


def _apple(x: float, y: float, colour: str, size: float) -> str:
    r = size / 2
    body = "M0 14C-22 -4 -54 6 -52 46C-50 84 -24 104 0 94C24 104 50 84 52 46C54 6 22 -4 0 14Z"
    return (
        path(placed(body, x, y, 0, size / 100), colour)
        + oval(x - r * 0.44, y + r * 0.7, r * 0.2, r * 0.32, light(colour, 0.5))
        + stroke(
            f"M{x:.1f} {y + r * 0.3:.1f}q{r * 0.1:.1f} {-r * 0.5:.1f} {r * 0.3:.1f} {-r * 0.7:.1f}",
            "5E4630",
            size * 0.09,
        )
    )


def _berry(x: float, y: float, colour: str, size: float) -> str:
    r = size / 2
    return (
        oval(x, y + r, r, r, dark(colour, 0.28))
        + oval(x - r * 0.08, y + r * 0.92, r * 0.88, r * 0.88, colour)
        + oval(x - r * 0.36, y + r * 0.6, r * 0.26, r * 0.24, light(colour, 0.65))
        + oval(x + r * 0.1, y + r * 1.76, r * 0.2, r * 0.12, dark(colour, 0.6))
    )


def _nut(x: float, y: float, colour: str, size: float) -> str:
    """A woody ball: a Brazil nut's capsule or a sequoia's cone."""
    r = size / 2
    seams = (
        f"M{x - r * 0.5:.1f} {y + r * 0.5:.1f}q{r * 0.5:.1f} {r * 0.4:.1f} {r:.1f} 0"
        f"M{x - r * 0.6:.1f} {y + r * 1.1:.1f}q{r * 0.6:.1f} {r * 0.4:.1f} {r * 1.2:.1f} 0"
    )
    return (
        oval(x, y + r, r * 0.92, r, dark(colour, 0.25))
        + oval(x - r * 0.12, y + r * 0.9, r * 0.74, r * 0.8, colour)
        + stroke(seams, dark(colour, 0.4), size * 0.07)
    )


def _ball(x: float, y: float, colour: str, size: float) -> str:
    """A bristly ball on a long stalk, as a plane bears."""
    r = size * 0.34
    bristles = "".join(
        f"M{bx:.1f} {by:.1f}L{bx + (bx - x) * 0.35:.1f} {by + (by - y - size * 0.6) * 0.35:.1f}"
        for bx, by, _ in ring(x, y + size * 0.6, 10, r)
    )
    return (
        stroke(f"M{x:.1f} {y - size * 0.4:.1f}V{y + size * 0.4:.1f}", dark(colour, 0.4), size * 0.09)
        + stroke(bristles, dark(colour, 0.2), size * 0.08)
        + oval(x, y + size * 0.6, r, r, colour)
        + oval(x - r * 0.3, y + size * 0.6 - r * 0.3, r * 0.4, r * 0.4, light(colour, 0.35))
    )


def _pod(x: float, y: float, colour: str, size: float) -> str:
    """A long bean with bulging seeds."""
    s = size / 100
    body = (
        "M-6 0C-16 20 -14 30 -12 40C-20 52 -16 66 -12 76C-10 90 -2 100 6 108C8 96 10 88 10 78"
        "C18 66 16 54 10 44C18 30 14 12 4 0Z"
    )
    return path(placed(body, x, y, 8, s * 1.15, s), colour) + stroke(
        placed("M-2 6L0 40L-2 74L4 104", x, y, 8, s), dark(colour, 0.3), size * 0.04
    )


def _cone(x: float, y: float, colour: str, size: float) -> str:
    s = size / 100
    scales = "".join(
        placed("M-30 0C-30 18 -12 22 0 22C12 22 30 18 30 0Z", x, y + size * 0.2 * i, 0, s * w, s)
        for i, w in enumerate((0.8, 1, 0.95, 0.8, 0.5))
    )
    return path(placed("M0 -4C-34 10 -34 76 0 112C34 76 34 10 0 -4Z", x, y, 0, s), dark(colour, 0.35)) + path(
        scales, colour
    )


def _catkin(x: float, y: float, colour: str, size: float) -> str:
    s = size / 100
    return path(placed("M0 0C-22 20 -20 84 0 104C20 84 22 20 0 0Z", x, y, 0, s), colour) + stroke(
        placed("M-9 24L9 30M-11 42L11 48M-11 60L11 66M-8 78L8 84", x, y, 0, s),
        dark(colour, 0.25),
        size * 0.06,
    )


def _key(x: float, y: float, colour: str, size: float) -> str:
    """A bunch of winged seeds."""
    d = "".join(
        placed("M0 0C-12 30 -12 70 0 100C12 70 12 30 0 0Z", x, y, turn, size / 100)
        for turn in (-46, -18, 12, 40)
    )
    return path(d, dark(colour, 0.15)) + path(
        discs((x + size * dx, y + size * 0.5, size * 0.09) for dx in (-0.34, -0.1, 0.12, 0.34)),
        light(colour, 0.45),
    )


def _blossom(x: float, y: float, colour: str, size: float) -> str:
    return petals(ring(x, y, 5, 0), size / 2, "round", colour, 0.9) + oval(
        x, y, size * 0.13, size * 0.13, "F3C63C"
    )


def _daisy(x: float, y: float, colour: str, size: float) -> str:
    return petals(ring(x, y, 10, 0), size / 2, "spoon", colour, 0.8) + oval(
        x, y, size * 0.2, size * 0.2, "E9B62E"
    )


def _dots(x: float, y: float, colour: str, size: float) -> str:
    r = size / 3
    return oval(x, y, r, r, colour)


def _gall(x: float, y: float, colour: str, size: float) -> str:
    """A swollen thorn: a bulb with two long spikes, and the door of its ants."""
    r = size / 2
    spikes = (
        f"M{x - r * 0.6:.1f} {y:.1f}L{x - r * 2.4:.1f} {y - r * 1.7:.1f}"
        f"M{x + r * 0.6:.1f} {y:.1f}L{x + r * 2.4:.1f} {y - r * 1.7:.1f}"
    )
    return (
        stroke(spikes, "EDE3CC", r * 0.44)
        + oval(x, y, r * 1.2, r, dark(colour, 0.2))
        + oval(x - r * 0.2, y - r * 0.2, r * 0.84, r * 0.66, colour)
        + oval(x + r * 0.4, y + r * 0.1, r * 0.2, r * 0.2, "1E1612")
    )


def _bell(x: float, y: float, colour: str, size: float) -> str:
    s = size / 100
    bell = "M-16 0C-34 16 -36 56 -44 88L-18 78L0 96L18 78L44 88C36 56 34 16 16 0Z"
    return (
        path(placed(bell, x, y, 0, s), colour)
        + path(placed("M4 0L8 86L18 78L44 88C36 56 34 16 16 0Z", x, y, 0, s), dark(colour, 0.14))
        + path(placed("M-18 6C-16 -12 16 -12 18 6Z", x, y, 0, s), "6E8B48")
    )


FRUITS: dict[str, Callable[[float, float, str, float], str]] = {
    "acorn": _acorn,
    "apple": _apple,
    "ball": _ball,
    "bell": _bell,
    "berry": _berry,
    "blossom": _blossom,
    "catkin": _catkin,
    "cone": _cone,
    "daisy": _daisy,
    "dots": _dots,
    "gall": _gall,
    "key": _key,
    "nut": _nut,
    "pod": _pod,
}
