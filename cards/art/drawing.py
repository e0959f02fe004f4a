"""The SVG canvas of a scene, and the basic shapes of every landscape.

Lengths are millimetres of the printed card.
"""

import random
from itertools import pairwise

WIDTH, HEIGHT = 58.2, 38.0
HORIZON = 22.0


def mix(one: str, other: str, share: float) -> str:
    """The colour `share` of the way from `one` to `other`, each as six hexadecimal digits without a hash."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (0, 2, 4))
    return "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def number(value: float) -> str:
    text = f"{value:.1f}"
    return text.removesuffix(".0").replace("-0.", "-.").removeprefix("0") or "0" if "." in text else text


def points(*values: float) -> str:
    return " ".join(number(value) for value in values)


class Canvas:
    """Collects shapes and gradients; every id starts with `prefix`, so that scenes can be nested."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.defs: list[str] = []
        self.shapes: list[str] = []

    def add(self, *shapes: str) -> None:
        self.shapes.extend(shapes)

    def define(self, element: str) -> str:
        """Add a definition, written with `{id}` where its id goes, and return a reference to it."""
        name = f"{self.prefix}{len(self.defs)}"
        self.defs.append(element.replace("{id}", name))
        return f"url(#{name})"

    def fade(self, *stops: tuple[float, str, float], across: bool = False) -> str:
        """A linear gradient of (offset, colour, opacity), downwards unless `across`."""
        direction = "" if across else ' x2="0" y2="1"'
        return self.define(f'<linearGradient id="{{id}}"{direction}>{_stops(stops)}</linearGradient>')

    def glow(self, *stops: tuple[float, str, float]) -> str:
        return self.define(f'<radialGradient id="{{id}}">{_stops(stops)}</radialGradient>')

    def body(self) -> str:
        return f"<defs>{''.join(self.defs)}</defs>{''.join(self.shapes)}"


def _stops(stops: tuple[tuple[float, str, float], ...]) -> str:
    def stop(offset: float, colour: str, opacity: float) -> str:
        see_through = "" if opacity == 1 else f' stop-opacity="{opacity:g}"'
        return f'<stop offset="{offset:g}" stop-color="#{colour}"{see_through}/>'

    return "".join(stop(*entry) for entry in stops)


def paint(fill: str) -> str:
    return fill if fill.startswith("url(") or fill == "none" else f"#{fill}"


def path(d: str, fill: str, opacity: float = 1) -> str:
    see_through = "" if opacity == 1 else f' opacity="{opacity:g}"'
    return f'<path d="{d}" fill="{paint(fill)}"{see_through}/>'


def stroke(d: str, colour: str, width: float, opacity: float = 1) -> str:
    see_through = "" if opacity == 1 else f' opacity="{opacity:g}"'
    return (
        f'<path d="{d}" fill="none" stroke="{paint(colour)}" stroke-width="{width:g}" '
        f'stroke-linecap="round" stroke-linejoin="round"{see_through}/>'
    )


def oval(x: float, y: float, rx: float, ry: float, fill: str, opacity: float = 1) -> str:
    see_through = "" if opacity == 1 else f' opacity="{opacity:g}"'
    where = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return f'<ellipse {where} fill="{paint(fill)}"{see_through}/>'


def disc(x: float, y: float, r: float, ry: float | None = None) -> str:
    """Path data of a circle, or of an ellipse with `ry`, so that many can share one path."""
    half = f"a{points(r, r if ry is None else ry)} 0 1 1"
    return f"M{points(x - r, y)}{half} {points(2 * r, 0)}{half} {points(-2 * r, 0)}"


def discs(
    rng: random.Random,
    count: int,
    x: tuple[float, float],
    y: tuple[float, float],
    r: tuple[float, float],
) -> str:
    """Path data of randomly scattered circles: `x`, `y` and `r` are the lowest and highest values."""
    return "".join(disc(rng.uniform(*x), rng.uniform(*y), rng.uniform(*r)) for _ in range(count))


def box(x: float, y: float, width: float, height: float) -> str:
    return f"M{points(x, y)}h{number(width)}v{number(height)}h{number(-width)}z"


def ridge(heights: list[float], floor: float = HEIGHT) -> str:
    """Path data of rolling ground: `heights` spread evenly over the width, closed down to `floor`."""
    step = (WIDTH + 2) / (len(heights) - 1)
    x = -1.0
    d = f"M{points(x, floor)}V{number(heights[0])}"
    for before, after in pairwise(heights):
        d += f"C{points(x + step / 2, before, x + step / 2, after, x + step, after)}"
        x += step
    return f"{d}V{number(floor)}z"


def rolling(rng: random.Random, y: float, swing: float, count: int = 6) -> list[float]:
    return [y + rng.uniform(-swing, swing) for _ in range(count)]


def surface(rng: random.Random, y: float, swing: float, length: float, start: float = -2) -> str:
    """Path data of one wavy line across the scene."""
    d = f"M{points(start + rng.uniform(-length, 0), y)}"
    for _ in range(int((WIDTH + 2 * length) / length) + 1):
        d += f"q{points(length / 4, -swing, length / 2, 0)}t{points(length / 2, 0)}"
    return d


def tuft(rng: random.Random, x: float, y: float, height: float, blades: int = 5) -> str:
    d = ""
    for blade in range(blades):
        lean = (blade - (blades - 1) / 2) * height * 0.28 + rng.uniform(-0.2, 0.2)
        tall = height * rng.uniform(0.75, 1)
        d += f"M{points(x + lean * 0.3, y)}q{points(lean * 0.1, -height * 0.6, lean, -tall)}"
    return d


def tufts(rng: random.Random, count: int, low: float, high: float, height: float) -> str:
    """Tufts of grass between the heights `low` and `high`, shorter where the subject stands."""
    d = ""
    for _ in range(count):
        x = rng.uniform(0, WIDTH)
        y = rng.uniform(low, high)
        d += tuft(rng, x, y, height * rng.uniform(0.7, 1.15) * (0.7 if 20 < x < 38 else 1))
    return d


def conifer(x: float, base: float, height: float) -> str:
    """Path data of a spruce with three tiers, half as wide as high."""
    d = ""
    for top, bottom, half in ((0, 0.48, 0.15), (0.22, 0.75, 0.21), (0.48, 0.96, 0.27)):
        d += f"M{points(x, base - height * (1 - top))}"
        d += f"L{points(x + half * height, base - height * (1 - bottom))}"
        d += f"H{number(x - half * height)}z"
    return d + box(x - height * 0.03, base - height * 0.08, height * 0.06, height * 0.08)
