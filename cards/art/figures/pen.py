"""
What all figures are drawn with: smooth outlines through points, soft light, marks clipped to a body.

A figure looks to the right and fits about 128 by 128 units, with the ground at 122. The places of points are
written as text, `10,20 30,40! 50,20`, where `!` makes a corner.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from math import atan2, cos, dist, hypot, pi, radians, sin
from typing import Literal

from cards.art.drawing import disc, mix, number

GROUND = 122.0
SUNLIGHT, DUSK, INK = "FFF4D8", "1C2130", "1E1A18"
BEND = 0.39
"""How far a curve follows its tangent, as a share of the distance to the next point; 0.39 gives circles."""

Where = Literal["", "air", "below", "bed", "afloat"]
Spine = Sequence[tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float
    corner: bool = False

    def turned(self, degrees: float, x: float, y: float) -> "Point":
        c, s = cos(radians(degrees)), sin(radians(degrees))
        return Point(
            x + (self.x - x) * c - (self.y - y) * s, y + (self.x - x) * s + (self.y - y) * c, self.corner
        )


Outline = tuple[Point, ...]


@cache
def outline(text: str) -> Outline:
    """The points of `text`, `x,y` with spaces between; `!` after a point makes it a corner."""
    found = []
    for each in text.split():
        x, _comma, y = each.rstrip("!").partition(",")
        found.append(Point(float(x), float(y), each.endswith("!")))
    return tuple(found)


def course(*places: float) -> Outline:
    """The points x, y, x, y … of a line."""
    return tuple(Point(x, y) for x, y in zip(places[::2], places[1::2], strict=True))


def put(
    shape: Outline | str,
    x: float = 0,
    y: float = 0,
    size: float = 1,
    turn: float = 0,
    wide: float = 1,
    flip: bool = False,
) -> Outline:
    """The shape drawn around (0, 0), as `size` times as large and turned by degrees at (x, y)."""
    points = outline(shape) if isinstance(shape, str) else shape
    across = -size * wide if flip else size * wide
    moved = (Point(x + each.x * across, y + each.y * size, each.corner) for each in points)
    return tuple(each.turned(turn, x, y) for each in moved) if turn else tuple(moved)


def oval(x: float, y: float, rx: float, ry: float | None = None, turn: float = 0) -> Outline:
    ry = rx if ry is None else ry
    ring = (Point(x + rx * cos(at * pi / 2), y + ry * sin(at * pi / 2)) for at in range(4))
    return tuple(each.turned(turn, x, y) for each in ring) if turn else tuple(ring)


def taper(*spine: tuple[float, float, float], blunt: bool = True) -> Outline:
    """
    The outline around a spine of (x, y, radius): a limb, a neck, a whole body. Ends are round if `blunt`,
    pointed if not.
    """
    left: list[Point] = []
    right: list[Point] = []
    for at, (x, y, r) in enumerate(spine):
        x0, y0, _r = spine[max(at - 1, 0)]
        x1, y1, _r = spine[min(at + 1, len(spine) - 1)]
        along = atan2(y1 - y0, x1 - x0)
        for side, edge in ((-pi / 2, left), (pi / 2, right)):
            edge.append(Point(x + r * cos(along + side), y + r * sin(along + side)))
    keep = [_outside(edge, spine) for edge in (left, right)]
    first, last = _cap(spine[1], spine[0], blunt), _cap(spine[-2], spine[-1], blunt)
    return (*keep[0], *last, *reversed(keep[1]), *first)


def _outside(edge: list[Point], spine: Spine) -> list[Point]:
    """Without the points that a bend of the spine has pushed into the body."""
    return [
        point
        for at, point in enumerate(edge)
        if all(
            dist((point.x, point.y), (x, y)) > r * 0.97
            for other, (x, y, r) in enumerate(spine)
            if other != at
        )
    ]


def _cap(
    before: tuple[float, float, float], end: tuple[float, float, float], blunt: bool
) -> tuple[Point, ...]:
    x, y, r = end
    along = atan2(y - before[1], x - before[0])
    if not blunt or r < 0.6:
        return (Point(x + r * cos(along), y + r * sin(along), True),)
    return tuple(Point(x + r * cos(along + a), y + r * sin(along + a)) for a in (-pi / 4, 0, pi / 4))


def path_of(points: Outline, closed: bool = True) -> str:
    """Path data of the smooth curve through the points."""
    # Rounded first, so that rounded steps from point to point do not add up.
    points = tuple(Point(round(each.x, 1), round(each.y, 1), each.corner) for each in points)
    count = len(points)
    last = count if closed else count - 1
    d = f"M{number(points[0].x)} {number(points[0].y)}"
    for at in range(last):
        here, there = points[at], points[(at + 1) % count]
        reach = dist((here.x, here.y), (there.x, there.y)) * BEND
        ax, ay = _heading(points, at, closed, here, there)
        bx, by = _heading(points, (at + 1) % count, closed, here, there)
        moves = (
            ax * reach, ay * reach,
            there.x - bx * reach - here.x, there.y - by * reach - here.y,
            there.x - here.x, there.y - here.y,
        )  # fmt: skip
        d += "c" + " ".join(number(each) for each in moves).replace(" -", "-")
    return d + ("z" if closed else "")


def _heading(points: Outline, at: int, closed: bool, here: Point, there: Point) -> tuple[float, float]:
    """The unit vector in which the curve passes the point; at corners and ends straight on."""
    ends = not closed and at in (0, len(points) - 1)
    before, after = points[at - 1], points[(at + 1) % len(points)]
    if points[at].corner or ends:
        before, after = here, there
    x, y = after.x - before.x, after.y - before.y
    length = hypot(x, y) or 1
    return x / length, y / length


@dataclass(frozen=True, slots=True)
class Figure:
    """Markup with its box: (left, top, width, height). `where` it is in a scene, if not as its card says."""

    markup: str
    box: tuple[float, float, float, float]
    where: Where = ""


@dataclass
class Pen:
    """Collects the shapes of one figure. Ids come from `name`, so that a page can show many figures."""

    name: str
    rim: str = "2A2A30"
    _defs: dict[str, str] = field(default_factory=dict)
    _shapes: list[str] = field(default_factory=list)
    _solid: list[str] = field(default_factory=list)
    _points: list[Point] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._id = "g" + hashlib.blake2b(self.name.encode(), digest_size=3).hexdigest()

    def solid(self, shape: Outline, colour: str) -> None:
        """A part of the silhouette: lit from above, with a fine rim around the whole figure."""
        part = self._part(shape)
        self._solid.append(part)
        self._points.extend(shape)
        self._shapes.append(f'<use href="#{part}" fill="{self._lit(colour)}"/>')

    def flat(self, shapes: Outline | Iterable[Outline], colour: str, opacity: float = 1) -> None:
        """A mark of one colour within the silhouette; several shapes can share one path."""
        several = [shapes] if isinstance(shapes, tuple) and isinstance(shapes[0], Point) else shapes
        d = "".join(path_of(each) for each in several)  # type: ignore[arg-type]
        self._shapes.append(f'<path d="{d}" fill="#{colour}"{_clear(opacity)}/>')

    def dots(self, places: Iterable[tuple[float, float, float]], colour: str, opacity: float = 1) -> None:
        """Discs of (x, y, radius) in one path."""
        d = "".join(disc(*each) for each in places)
        self._shapes.append(f'<path d="{d}" fill="#{colour}"{_clear(opacity)}/>')

    def line(
        self,
        points: Outline | str,
        colour: str,
        width: float,
        opacity: float = 1,
        solid: bool = False,
        dash: str = "",
    ) -> None:
        """An open curve; `solid` if it is part of the silhouette, as a leg or a whisker."""
        points = outline(points) if isinstance(points, str) else points
        d = path_of(points, closed=False)
        ends = f'stroke-dasharray="{dash}"' if dash else 'stroke-linecap="round"'
        ends = "" if dash == "none" else ends
        if solid:
            self._points.extend(points)
        self._shapes.append(
            f'<path d="{d}" fill="none" stroke="#{colour}" stroke-width="{width:g}" '
            f'{ends} stroke-linejoin="round"{_clear(opacity)}/>'
        )

    def rope(self, points: Outline, colour: str, width: float) -> None:
        """A thick line as part of the silhouette: a coil of a snake, an arm, a stem."""
        self._points.extend(Point(p.x + dx, p.y + dx) for p in points for dx in (-width / 2, width / 2))
        self.line(points, mix(self.rim, colour, 0.35), width + 2.2, dash="none")
        self.line(points, colour, width)

    @contextmanager
    def within(self, *bodies: Outline) -> Iterator[None]:
        """Everything drawn meanwhile is clipped to these outlines together."""
        paths = "".join(f'<use href="#{self._part(each)}"/>' for each in bodies)
        name = self._define(f'<clipPath id="{{id}}">{paths}</clipPath>')
        start = len(self._shapes)
        yield
        inside = "".join(self._shapes[start:])
        del self._shapes[start:]
        if inside:
            self._shapes.append(f'<g clip-path="url(#{name})">{inside}</g>')

    def eye(self, x: float, y: float, r: float, iris: str = "", ring: str = "") -> None:
        """An eye with a glint; with an iris a pupil stands in its middle."""
        if ring:
            self._disc(x, y, r * 1.45, ring)
        if iris:
            self._disc(x, y, r, iris)
        self._disc(x, y, r * (0.62 if iris else 1), INK)
        self._disc(x - r * 0.25, y - r * 0.32, r * 0.32, "FFFFFF")

    def _disc(self, x: float, y: float, r: float, colour: str) -> None:
        self._shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="#{colour}"/>')

    def _lit(self, colour: str) -> str:
        top, foot = mix(colour, SUNLIGHT, 0.16), mix(colour, DUSK, 0.2)
        stops = (
            f'<stop stop-color="#{top}"/><stop offset=".5" stop-color="#{colour}"/>'
            f'<stop offset="1" stop-color="#{foot}"/>'
        )
        where = 'gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="8" y2="122"'
        name = self._define(f'<linearGradient id="{{id}}" {where}>{stops}</linearGradient>')
        return f"url(#{name})"

    def _part(self, shape: Outline) -> str:
        """The id of an outline, which the figure, its rim and its clip paths share."""
        return self._define(f'<path id="{{id}}" d="{path_of(shape)}"/>')

    def _define(self, element: str) -> str:
        return self._defs.setdefault(element, f"{self._id}{len(self._defs)}")

    def figure(self, where: Where = "", margin: float = 1.5) -> Figure:
        """All that was drawn, with the rim below it."""
        defs = "".join(element.replace("{id}", name) for element, name in self._defs.items())
        parts = "".join(f'<use href="#{part}"/>' for part in self._solid)
        rim = (
            f'<g fill="none" stroke="#{self.rim}" stroke-width="2.2" stroke-linejoin="round" '
            f'stroke-opacity=".55">{parts}</g>'
        )
        left, top = min(p.x for p in self._points) - margin, min(p.y for p in self._points) - margin
        right, foot = max(p.x for p in self._points) + margin, max(p.y for p in self._points) + margin
        box = (round(left, 1), round(top, 1), round(right - left, 1), round(foot - top, 1))
        return Figure(f"<defs>{defs}</defs>{rim}{''.join(self._shapes)}", box, where)


def _clear(opacity: float) -> str:
    return "" if opacity == 1 else f' opacity="{opacity:g}"'


def shade(colour: str, share: float = 0.2) -> str:
    """Darker, for what lies behind or below."""
    return mix(colour, DUSK, share)


def tint(colour: str, share: float = 0.2) -> str:
    """Lighter, for what the sun reaches."""
    return mix(colour, SUNLIGHT, share)
