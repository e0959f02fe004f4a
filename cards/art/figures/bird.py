"""Birds: a body along a spine from tail to head, with bill, crest, wing, tail, legs and plumage."""

from dataclasses import dataclass
from itertools import pairwise

from cards.art.figures.bird_builds import BEFORE, BILLS, BUILDS, CRESTS, TAILS, Build
from cards.art.figures.pen import (
    Figure,
    Outline,
    Pen,
    Point,
    Spine,
    outline,
    oval,
    put,
    shade,
    taper,
    tint,
)
from cards.art.figures.spec import Spec

MARKS = (
    "back", "nape", "belly", "breast", "vent", "flank", "hood", "cap", "face", "cheek", "mask", "throat",
    "collar", "brow", "lore", "whisker", "streaks", "spots", "bars", "gorget",
)  # fmt: skip
"""Colours of parts of the body, painted in this order if they are given."""

OVALS: dict[str, tuple[str, float, float, float, float, float]] = {
    "nape": ("head", -0.75, 0.45, 0.62, 0.95, -15),
    "breast": ("chest", 0.62, 0.28, 0.95, 1.05, -35),
    "vent": ("rump", -0.2, 0.6, 0.95, 0.55, 20),
    "flank": ("middle", 0.2, 0.5, 0.8, 0.42, 0),
    "cap": ("head", -0.06, -0.78, 1.15, 0.66, 4),
    "face": ("head", 0.55, 0.1, 0.72, 0.8, 0),
    "cheek": ("head", 0.02, 0.36, 0.58, 0.46, 0),
    "mask": ("head", 0.2, -0.08, 0.95, 0.3, 4),
    "throat": ("head", 0.62, 0.82, 0.66, 0.52, -30),
    "gorget": ("head", 0.45, 1.1, 0.95, 0.85, -30),
    "lore": ("head", 0.72, 0.02, 0.36, 0.26, 0),
}
"""Part of the body, place and radii in its radii, degrees."""

LINES = {
    "collar": ("neck", "-10.5,-1 2,5.2 12,3", 0.42),
    "brow": ("head", "-7.5,-2 1,-5.2 9,-1", 0.2),
}
"""Part of the body, course in tenths of its radius, width in radii of the head."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A build turned and stretched as the species is: `spine` from the root of the tail to the head."""

    build: Build
    spine: Spine
    wing: Outline
    tail: tuple[float, float, float]
    lean: float

    def part(self, name: str) -> tuple[float, float, float]:
        """Place and radius of the `head`, `neck`, `chest`, `middle` or `rump`."""
        places = {"head": -1, "neck": -2, "rump": 1, "middle": (len(self.spine) - self.build.neck) // 2}
        return self.spine[places.get(name, -2 - max(self.build.neck - 1, 0))]

    @property
    def head(self) -> tuple[float, float, float]:
        return self.spine[-1]


def draw(spec: Spec) -> Figure:
    build = BUILDS[spec.choice("build", tuple(BUILDS), "songbird")]
    shape = _shape(spec, build)
    body = spec.colour("body", "8A6B4F")
    wing = spec.colour("wing", shade(body, 0.22))
    marks = {name: colour for name in MARKS if (colour := spec.colour(name))}
    pen = Pen(spec.text, shade(body, 0.7))
    legs = spec.colour("legs", "6B5340")
    tall = spec.amount("legsize", 1, 0.3, 2)
    _tail(pen, spec, shape, wing)
    crest = spec.choice("crest", tuple(CRESTS))
    crest_colour = spec.colour("crestcolour", marks.get("cap") or marks.get("hood") or body)
    bill = spec.choice("billshape", tuple(BILLS), build.bill)
    size = spec.amount("billsize", 1, 0.3, 3)
    far = spec.colour("farwing", shade(wing, 0.25))
    branch = spec.colour("perch", "7A5A40")
    for each in build.perch:
        pen.solid(outline(each), branch)
    if build.far_wing:
        pen.solid(outline(build.far_wing), far)
    if build.legs:
        _legs(pen, shape, legs, tall)
    torso = taper(*shape.spine)
    _crest(pen, shape, crest, crest_colour, behind=True)
    _bill(pen, spec, shape, bill, size)
    pen.solid(torso, body)
    with pen.within(torso):
        for name, colour in marks.items():
            _mark(pen, shape, name, colour)
        x, y, r = shape.part("middle")
        pen.flat(oval(x - r * 0.1, y + r * 1.05, r * 1.7, r * 0.5, shape.lean), "1C2130", 0.1)
    _wing(pen, spec, shape, wing)
    _crest(pen, shape, crest, crest_colour, behind=False)
    _eye(pen, spec, shape)
    return pen.figure(build.where)


def _shape(spec: Spec, build: Build) -> Shape:
    """Turned by `lean` degrees (upwards), `plump` in girth, with a head and a neck of its own size."""
    lean = -spec.amount("lean", 0, -45, 45)
    plump = spec.amount("plump", 1, 0.6, 1.5)
    head = spec.amount("headsize", 1, 0.6, 1.6)
    neck = spec.amount("neck", 1, 0.4, 1.8)
    x0, y0, _r = build.spine[0]
    mx, my, _r = build.spine[len(build.spine) // 2]
    spine = []
    for at, (x, y, r) in enumerate(build.spine):
        if at >= len(build.spine) - build.neck:
            bx, by, _r = build.spine[-1 - build.neck]
            x, y = bx + (x - bx) * neck, by + (y - by) * neck
        point = Point(x, y).turned(lean, mx, my)
        thick = head if at == len(build.spine) - 1 else plump if 0 < at < len(build.spine) - build.neck else 1
        spine.append((point.x, point.y, r * thick))
    root = Point(x0, y0).turned(lean, mx, my)
    wing = tuple(each.turned(lean, mx, my) for each in outline(build.wing))
    return Shape(build, spine, wing, (root.x, root.y, build.tail_turn + lean), lean)


def _tail(pen: Pen, spec: Spec, shape: Shape, wing: str) -> None:
    kind = spec.choice("tailshape", tuple(TAILS), shape.build.tail)
    size = spec.amount("tailsize", 1, 0.3, 3.5)
    wide = spec.amount("tailwide", 1, 0.4, 2.5)
    colour = spec.colour("tail", shade(wing, 0.2))
    tip, bands, edge = spec.colour("tailtip"), spec.colour("tailbands"), spec.colour("tailedge")
    spots = spec.colour("tailspots")
    x, y, turn = shape.tail
    feathers = [
        put(tuple(Point(p.x * size, p.y * wide, p.corner) for p in outline(each)), x, y, 1, turn)
        for each in TAILS[kind]
    ]
    for each in feathers:
        pen.solid(each, colour)
    if not (tip or bands or edge or spots) or not feathers:
        return
    with pen.within(*feathers):
        longest = max(-p.x for each in TAILS[kind] for p in outline(each)) * size
        if edge:
            pen.flat(put("-80,3 0,3 0,40! -80,40!", x, y, 1, turn), edge)
        if bands:
            for share in (0.4, 0.6, 0.8):
                pen.flat(
                    put("-2,-30! 2,-30! 2,30! -2,30!", *_along(x, y, turn, -longest * share), 1, turn), bands
                )
        if spots:
            places = [
                _along(x, y + 4 * (at % 2 * 2 - 1), turn, -longest * (0.2 + at * 0.1)) for at in range(8)
            ]
            pen.dots([(a, b, 4.6) for a, b in places], spots)
            pen.dots([(a, b, 2.4) for a, b in places], "2E4AA8")
        if tip:
            pen.flat(
                put("-40,-40! 8,-40! 3,0 8,40! -40,40!", *_along(x, y, turn, -longest * 0.92), 1, turn), tip
            )


def _along(x: float, y: float, turn: float, far: float) -> tuple[float, float]:
    end = Point(x + far, y).turned(turn, x, y)
    return end.x, end.y


def _legs(pen: Pen, shape: Shape, colour: str, tall: float) -> None:
    build = shape.build
    top, ground = build.hip, build.ground
    for at, x in enumerate(build.legs):
        tone = shade(colour, 0.25) if at == 0 else colour
        foot = top + (ground - top) * tall
        pen.line(
            f"{x},{top - 6} {x + build.stride * (1 if at else -1)},{foot - 1}", tone, build.shank, solid=True
        )
        fx = x + build.stride * (1 if at else -1)
        if build.webbed:
            pen.solid(put("-4,0 2,-4 13,0! 2,2", fx, foot - 1), tone)
        else:
            toe = build.shank * (1.6 if build.perch else 2.6) + 2
            pen.line(
                f"{fx - toe * 0.8:g},{foot:g} {fx:g},{foot - 1.5:g} {fx + toe:g},{foot:g}",
                tone,
                build.shank * 0.85,
                solid=True,
            )


def _crest(pen: Pen, shape: Shape, kind: str, colour: str, *, behind: bool) -> None:
    x, y, r = shape.head
    if behind == (kind not in BEFORE):
        for part in CRESTS[kind]:
            pen.solid(put(part, x, y, r / 16, shape.lean / 2), colour)


def _bill(pen: Pen, spec: Spec, shape: Shape, kind: str, size: float) -> None:
    colour = spec.colour("bill", "3A3230")
    lower, tip, cere = (
        spec.colour("billbelow", shade(colour, 0.15)),
        spec.colour("billtip"),
        spec.colour("cere"),
    )
    x, y, r = shape.head
    upper, under = (*BILLS[kind], "")[:2]
    drop = spec.amount("billturn", 0, -40, 60) + shape.build.bill_turn
    bx, by, scale = x + r * 0.72, y + r * 0.16, r / 16 * size
    above = put(upper, bx, by, scale, drop)
    below = put(under, bx, by, scale, drop) if under else ()
    if below:
        pen.solid(below, lower)
    pen.solid(above, colour)
    if tip:
        end = max(point.x for point in outline(upper)) * scale
        with pen.within(above, *([below] if below else [])):
            pen.flat(
                put(f"{end * 0.66},-60! {end + 40},-60! {end + 40},60! {end * 0.66},60!", bx, by, 1, drop),
                tip,
            )
    if cere:
        with pen.within(above):
            pen.flat(oval(bx + r * 0.16, by, r * 0.36, r), cere)


def _mark(pen: Pen, shape: Shape, name: str, colour: str) -> None:
    """A mark of the plumage where the build has the part, clipped to the body."""
    spine, (x, y, r) = shape.spine, shape.head
    if name in OVALS:
        part, dx, dy, rx, ry, turn = OVALS[name]
        a, b, s = shape.part(part)
        pen.flat(oval(a + s * dx, b + s * dy, s * rx, s * ry, turn), colour)
    elif name == "back":
        pen.flat(taper(*[(a - s * 0.35, b - s * 0.55, s * 0.85) for a, b, s in spine[:-1]]), colour)
    elif name == "belly":
        pen.flat(taper(*[(a + s * 0.4, b + s * 0.62, s * 0.72) for a, b, s in spine[:-1]]), colour)
    elif name == "hood":
        if shape.build.neck > 1:
            neck = spine[-shape.build.neck + shape.build.hood : -1]
            pen.flat(taper(*neck, (x, y, r * 1.2)), colour)
        pen.flat(oval(x, y, r * 1.16), colour)
    elif name in LINES:
        part, bend, width = LINES[name]
        a, b, s = shape.part(part)
        pen.line(put(bend, a, b, s / 10), colour, r * width)
    elif name == "whisker":
        pen.flat(put("6,2 10,4 8,14 2,15 3,8", x, y, r / 16), colour)
    else:
        _pattern(pen, shape, name, colour)


def _pattern(pen: Pen, shape: Shape, name: str, colour: str) -> None:
    """Streaks, spots or bars on the underside."""
    rows: list[Outline] = []
    dots: list[tuple[float, float, float]] = []
    for row, (a, b, s) in enumerate(_between(shape.spine)):
        for place in range(3):
            px, py = a + s * (0.25 + 0.28 * place), b + s * (0.18 + 0.26 * place)
            if name == "bars":
                rows.append(oval(px, py, s * 0.2, 1.1, shape.lean - 25))
            elif name == "streaks":
                rows.append(put("0,-3! 1.2,0 0,3! -1.2,0", px, py, 1.05, 40 + shape.lean))
            elif (row + place) % 2 == 0:
                dots.append((px, py, 1.9))
    if dots:
        pen.dots(dots, colour)
    else:
        pen.flat(rows, colour)


def _between(spine: Spine) -> list[tuple[float, float, float]]:
    """Places along the trunk, half as far from each other as the points of its spine."""
    trunk = list(spine[1:-1])
    halves = [((a + c) / 2, (b + d) / 2, (r + s) / 2) for (a, b, r), (c, d, s) in pairwise(trunk)]
    return sorted([*trunk, *halves])


def _wing(pen: Pen, spec: Spec, shape: Shape, wing: str) -> None:
    primaries = spec.colour("wingtip", shade(wing, 0.28))
    bar, second, patch = spec.colour("wingbar"), spec.colour("speculum"), spec.colour("shoulder")
    dots = spec.colour("wingspots")
    pen.solid(shape.wing, wing)
    build, lean = shape.build, shape.lean
    mx, my, _r = build.spine[len(build.spine) // 2]
    with pen.within(shape.wing):
        for part, colour in (
            (build.primaries, primaries), (build.bar, bar), (build.speculum, second), (build.shoulder, patch)
        ):  # fmt: skip
            if colour and part:
                pen.flat(tuple(p.turned(lean, mx, my) for p in outline(part)), colour)
        if dots:
            xs, ys = [p.x for p in shape.wing], [p.y for p in shape.wing]
            left, top, right, foot = min(xs), min(ys), max(xs), max(ys)
            places = (
                (left + (right - left) * (i + 0.5 * (j % 2)) / 5, top + (foot - top) * j / 5, 1.8)
                for i in range(6)
                for j in range(1, 6)
            )
            pen.dots(places, dots)
    if build.wing_lines:
        pen.line(tuple(p.turned(lean, mx, my) for p in outline(build.wing_lines)), tint(wing, 0.35), 1.4, 0.7)


def _eye(pen: Pen, spec: Spec, shape: Shape) -> None:
    iris, ring = spec.colour("eye") or "", spec.colour("eyering") or ""
    size = spec.amount("eyesize", 1, 0.5, 2)
    x, y, r = shape.head
    pen.eye(x + r * 0.3, y - r * 0.16, max(2.6, r * 0.24) * size, iris, ring)
