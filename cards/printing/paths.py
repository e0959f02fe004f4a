"""Shapes of SVG as the path operators of PDF, with the box that they fill.

Quadratic curves and arcs become cubic ones; everything stays in the shape's own units.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tan

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
KNOWN = re.compile(r"[MLHVCSQTAZ\d\s,.+\-E]*", re.IGNORECASE)
SEGMENT = re.compile(r"([MLHVCSQTAZ])([^MLHVCSQTAZ]*)", re.IGNORECASE)
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?", re.IGNORECASE)
# The two flags of an arc may stand without anything between them and the next number.
ARC_PARTS = [*[f"({NUMBER.pattern})"] * 3, "([01])", "([01])", *[f"({NUMBER.pattern})"] * 2]
ARC = re.compile(r"\s*,?\s*" + r"\s*,?\s*".join(ARC_PARTS), re.IGNORECASE)
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
ROUND = 4 / 3 * (sqrt(2) - 1)


def figure(value: float) -> str:
    """A number of a content stream, to a thousandth."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass(frozen=True, slots=True)
class Shape:
    """Path operators without one that paints, and the box of the outline; no box for a shape of nothing."""

    operators: str
    box: Box | None


class Pen:
    """Writes path operators and keeps the box."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._xs: list[float] = []
        self._ys: list[float] = []
        self.at: Point = (0, 0)
        self.start: Point = (0, 0)

    def move(self, x: float, y: float) -> None:
        self._parts.append(f"{figure(x)} {figure(y)} m")
        self.at = self.start = (x, y)

    def line(self, x: float, y: float) -> None:
        self._parts.append(f"{figure(x)} {figure(y)} l")
        self._reach(self.at[0], x, self.at[1], y)
        self.at = (x, y)

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._parts.append(" ".join(map(figure, (x1, y1, x2, y2, x, y))) + " c")
        from_x, from_y = self.at
        self._reach(from_x, x, from_y, y)
        self._xs += _turns(from_x, x1, x2, x)
        self._ys += _turns(from_y, y1, y2, y)
        self.at = (x, y)

    def close(self) -> None:
        self._parts.append("h")
        self.at = self.start

    def shape(self) -> Shape:
        box = (min(self._xs), min(self._ys), max(self._xs), max(self._ys)) if self._xs else None
        return Shape(" ".join(self._parts), box)

    def _reach(self, x: float, other_x: float, y: float, other_y: float) -> None:
        self._xs += (x, other_x)
        self._ys += (y, other_y)


def _turns(a: float, b: float, c: float, d: float) -> list[float]:
    """The values at which one coordinate of a cubic curve turns round, where it leaves its ends' range."""
    low, high = min(a, d), max(a, d)
    if low <= b <= high and low <= c <= high:
        return []
    p, q, r = d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a
    if abs(p) < 1e-12:
        times = [-r / q] if q else []
    else:
        inside = q * q - 4 * p * r
        times = [(-q + sign * sqrt(inside)) / (2 * p) for sign in (1, -1)] if inside >= 0 else []
    return [
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d
        for t in times
        if 0 < t < 1
    ]


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0) -> Shape:
    radius = min(radius, width / 2, height / 2)
    if radius <= 0:
        places = " ".join(map(figure, (x, y, width, height)))
        return Shape(f"{places} re", (x, y, x + width, y + height))
    pen, k = Pen(), radius * (1 - ROUND)
    right, bottom = x + width, y + height
    pen.move(x + radius, y)
    pen.line(right - radius, y)
    pen.curve(right - k, y, right, y + k, right, y + radius)
    pen.line(right, bottom - radius)
    pen.curve(right, bottom - k, right - k, bottom, right - radius, bottom)
    pen.line(x + radius, bottom)
    pen.curve(x + k, bottom, x, bottom - k, x, bottom - radius)
    pen.line(x, y + radius)
    pen.curve(x, y + k, x + k, y, x + radius, y)
    pen.close()
    return pen.shape()


def ellipse(x: float, y: float, rx: float, ry: float) -> Shape:
    pen, kx, ky = Pen(), rx * ROUND, ry * ROUND
    pen.move(x + rx, y)
    pen.curve(x + rx, y + ky, x + kx, y + ry, x, y + ry)
    pen.curve(x - kx, y + ry, x - rx, y + ky, x - rx, y)
    pen.curve(x - rx, y - ky, x - kx, y - ry, x, y - ry)
    pen.curve(x + kx, y - ry, x + rx, y - ky, x + rx, y)
    pen.close()
    return pen.shape()


@lru_cache(maxsize=4096)
def path(d: str) -> Shape:
    """The path data `d`. Raises ValueError for what is none."""
    if not KNOWN.fullmatch(d):
        raise ValueError(f"path {d[:40]!r}")
    pen, held, before = Pen(), (0.0, 0.0), ""
    for letter, values in _steps(d):
        held = _step(pen, letter, values, held, before)
        before = letter.upper()
    return pen.shape()


def _steps(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; one that is repeated without its letter comes with it."""
    for letter, text in SEGMENT.findall(d):
        takes = TAKES[letter.upper()]
        if letter in "Aa":
            numbers = [float(value) for found in ARC.findall(text) for value in found]
        else:
            numbers = [float(value) for value in NUMBER.findall(text)]
        if not takes:
            yield letter, []
            continue
        if not numbers or len(numbers) % takes:
            raise ValueError(f"path command {letter} of {len(numbers)} numbers")
        for first in range(0, len(numbers), takes):
            # A second point after "move to" is a line.
            if first and letter in "Mm":
                letter = "L" if letter == "M" else "l"
            yield letter, numbers[first : first + takes]


def _step(pen: Pen, letter: str, values: list[float], held: Point, before: str) -> Point:
    """Draw one command; the control point that a smooth curve may go on from, else where the pen is."""
    x, y = pen.at
    name = letter.upper()
    if letter.islower() and name != "A":
        values = [
            value + (y if name == "V" or (name != "H" and place % 2) else x)
            for place, value in enumerate(values)
        ]
    mirrored = (2 * x - held[0], 2 * y - held[1])
    match name:
        case "M":
            pen.move(*values)
        case "L":
            pen.line(*values)
        case "H":
            pen.line(values[0], y)
        case "V":
            pen.line(x, values[0])
        case "Z":
            pen.close()
        case "C":
            pen.curve(*values)
            return values[2], values[3]
        case "S":
            pen.curve(*(mirrored if before in ("C", "S") else (x, y)), *values)
            return values[0], values[1]
        case "Q":
            return _quadratic(pen, (values[0], values[1]), values[2], values[3])
        case "T":
            return _quadratic(pen, mirrored if before in ("Q", "T") else (x, y), *values)
        case "A":
            end = (values[5] + x, values[6] + y) if letter == "a" else (values[5], values[6])
            _arc(pen, values[0], values[1], values[2] * pi / 180, bool(values[3]), bool(values[4]), end)
    return pen.at


def _quadratic(pen: Pen, control: Point, x: float, y: float) -> Point:
    (from_x, from_y), (at_x, at_y) = pen.at, control
    pen.curve(
        from_x + (at_x - from_x) * 2 / 3,
        from_y + (at_y - from_y) * 2 / 3,
        x + (at_x - x) * 2 / 3,
        y + (at_y - y) * 2 / 3,
        x,
        y,
    )
    return control


def _arc(pen: Pen, rx: float, ry: float, turn: float, large: bool, sweep: bool, end: Point) -> None:
    """An arc of an ellipse as curves of a quarter turn at most (SVG 1.1, appendix F.6)."""
    (x1, y1), (x2, y2), rx, ry = pen.at, end, abs(rx), abs(ry)
    if (x1, y1) == (x2, y2):
        return
    if not rx or not ry:
        pen.line(x2, y2)
        return
    c, s = cos(turn), sin(turn)
    half_x, half_y = (x1 - x2) / 2, (y1 - y2) / 2
    px, py = c * half_x + s * half_y, c * half_y - s * half_x
    grow = hypot(px / rx, py / ry)
    if grow > 1:
        rx, ry = rx * grow, ry * grow
    across = (rx * py) ** 2 + (ry * px) ** 2
    root = sqrt(max(0.0, (rx * ry) ** 2 / across - 1)) * (-1 if large == sweep else 1)
    qx, qy = root * rx * py / ry, -root * ry * px / rx
    middle_x, middle_y = c * qx - s * qy + (x1 + x2) / 2, s * qx + c * qy + (y1 + y2) / 2
    first = atan2((py - qy) / ry, (px - qx) / rx)
    angle = atan2((-py - qy) / ry, (-px - qx) / rx) - first
    if sweep and angle < 0:
        angle += 2 * pi
    elif not sweep and angle > 0:
        angle -= 2 * pi
    count = max(1, ceil(abs(angle) / (pi / 2) - 1e-9))
    step = angle / count
    long = 4 / 3 * tan(step / 4)

    def placed(x: float, y: float) -> Point:
        return middle_x + c * rx * x - s * ry * y, middle_y + s * rx * x + c * ry * y

    for number in range(count):
        a, b = first + number * step, first + (number + 1) * step
        to = (x2, y2) if number == count - 1 else placed(cos(b), sin(b))
        pen.curve(
            *placed(cos(a) - long * sin(a), sin(a) + long * cos(a)),
            *placed(cos(b) + long * sin(b), sin(b) - long * cos(b)),
            *to,
        )
