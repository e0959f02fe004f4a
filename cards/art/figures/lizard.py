"""Lizards, crocodiles and salamanders: a low body from the tip of the tail to the head, with bent legs."""

from dataclasses import dataclass
from itertools import pairwise

from cards.art.figures.bodies import builds
from cards.art.figures.pen import GROUND, Figure, Pen, Point, Spine, course, oval, put, shade, taper, tint
from cards.art.figures.spec import Spec


@dataclass(frozen=True, slots=True)
class Build:
    """
    `tail` leads from its tip to the first point of `trunk`, which ends in the head. Legs are (x, y) of hip
    and shoulder, their length and thickness.
    """

    tail: Spine
    trunk: Spine
    snout: Spine
    hips: tuple[tuple[float, float], ...]
    reach: float
    thick: float
    jaw: bool = False
    eye: tuple[float, float] = (0.2, -0.5)


BUILDS = builds("lizard", Build)
PATTERNS = ("none", "bands", "spots", "stripe", "beads", "blotches")
CRESTS = ("none", "spines", "low", "scutes", "fin", "casque", "frill")


def draw(spec: Spec) -> Figure:
    build = BUILDS[spec.choice("build", tuple(BUILDS))]
    body = spec.colour("body", "6F8A4A")
    belly, head, back = spec.colour("belly", tint(body, 0.4)), spec.colour("head"), spec.colour("back")
    plump, tall = spec.amount("plump", 1, 0.6, 1.5), spec.amount("legsize", 1, 0.5, 1.6)
    size, tail = spec.amount("headsize", 1, 0.6, 1.6), spec.amount("tailsize", 1, 0.4, 1.4)
    long, raised = spec.amount("snout", 1, 0.4, 1.6), spec.amount("lift", 0, 0, 30)
    legs, iris = spec.colour("legs", shade(body, 0.08)), spec.colour("eye", "E8C84A")
    pattern, ink = spec.choice("pattern", PATTERNS), spec.colour("ink", shade(body, 0.45))
    grain, eyes = spec.amount("grain", 1, 0.5, 2), spec.amount("eyesize", 1, 0.6, 2)
    crest, ridge = spec.choice("crest", CRESTS), spec.colour("crestcolour", shade(body, 0.3))
    gills, tongue, wattle = spec.colour("gills"), spec.colour("tongue"), spec.colour("dewlap")
    bands, throat = spec.colour("tailbands"), spec.colour("throat")
    pen = Pen(spec.text, shade(body, 0.7))
    root = build.trunk[0]
    trunk = [
        (x, y - raised * at / 5 * (tall > 0.9), r * (plump if at < 4 else 1))
        for at, (x, y, r) in enumerate(build.trunk)
    ]
    trunk[-1] = (*trunk[-1][:2], trunk[-1][2] * size)
    hx, hy, hr = trunk[-1]
    ox, oy, _r = build.trunk[-1]
    snout = [(hx + (x - ox) * size * long, hy + (y - oy) * size, r * size) for x, y, r in build.snout]
    rear = [
        (root[0] + (x - root[0]) * tail, root[1] + (y - root[1]) * tail, r * (1 + (plump - 1) * 0.6))
        for x, y, r in build.tail
    ]
    for x, y in build.hips:
        _leg(pen, x + 10, y - 1, build, tall, shade(legs, 0.3))
    _crest(pen, crest, [*rear[:-1], *trunk], ridge)
    _trimmings(pen, trunk[-1], snout[-1], gills, tongue, wattle)
    whole, face = taper(*rear[:-1], *trunk), taper(*snout)
    pen.solid(whole, body)
    pen.solid(face, head or body)
    with pen.within(whole, face):
        if head:
            pen.flat(oval(hx, hy, hr * 1.3), head)
        if back:
            pen.flat(taper(*[(x, y - r * 0.8, r * 0.62) for x, y, r in (*rear[1:-1], *trunk)]), back)
        pen.flat(taper(*[(x, y + r * 0.85, r * 0.5) for x, y, r in (*rear[1:-1], *trunk, *snout[1:])]), belly)
        if throat:
            pen.flat(oval(hx, hy + hr * 0.8, hr * 1.1, hr * 0.6), throat)
        _pattern(pen, pattern, [*trunk], ink, grain)
        _pattern(pen, "bands" if bands or pattern == "beads" else pattern, rear[1:], bands or ink, grain)
    for x, y in build.hips:
        _leg(pen, x, y, build, tall, legs)
    _face(pen, build, snout, (hx, hy, hr), shade(body, 0.65))
    ex, ey = hx + hr * build.eye[0], hy + hr * build.eye[1]
    if build.jaw:
        pen.solid(oval(ex, ey, 4.4), body)
    if crest == "casque":
        pen.flat(oval(ex, ey, 5.4 * eyes), tint(body, 0.25))
    pen.eye(ex, ey, 3 * eyes, iris)
    return pen.figure()


def _trimmings(
    pen: Pen,
    head: tuple[float, float, float],
    tip: tuple[float, float, float],
    gills: str | None,
    tongue: str | None,
    wattle: str | None,
) -> None:
    hx, hy, hr = head
    if gills:
        for turn in (-70, -40, -10):
            gill = put("-2,0! -5,-10 -3,-20 0,-24 4,-18 4,-8 2,0!", hx - hr * 0.7, hy - hr * 0.2, 1, turn)
            pen.solid(gill, gills)
    if wattle:
        pen.solid(put("-8,0! 8,0! 4,12 -4,18 -10,8", hx - 2, hy + hr * 0.7), wattle)
    if tongue:
        x, y, r = tip
        forked_tongue(pen, x, y + 2, r + 8, tongue)


def forked_tongue(pen: Pen, x: float, y: float, long: float, colour: str) -> None:
    """It reaches so far from the mouth."""
    pen.line(course(x, y, x + long, y + 1), colour, 1.6, solid=True)
    pen.line(course(x + long + 5, y - 3, x + long, y + 1, x + long + 5, y + 5), colour, 1.4, solid=True)


def _leg(pen: Pen, x: float, y: float, build: Build, tall: float, colour: str) -> None:
    foot = GROUND - 2
    knee = (x + (-9 if x < 60 else 8), y + (foot - y) * 0.45)
    ankle = (x + (3 if x < 60 else -1), foot - 2)
    t = build.thick
    pen.solid(
        taper((x, y, t * 1.35), (*knee, t), (*ankle, t * 0.75), (ankle[0] + 7 * tall, foot, t * 0.55)), colour
    )
    for toe in (-2.2, 0.6, 3):
        pen.line(
            f"{ankle[0] + 5 * tall:.1f},{foot:.1f} {ankle[0] + 12 * tall - abs(toe):.1f},{foot + toe:.1f}",
            colour,
            2,
            solid=True,
        )


def _crest(pen: Pen, kind: str, spine: list[tuple[float, float, float]], colour: str) -> None:
    along = [((a + c) / 2, (b + d) / 2, (r + s) / 2) for (a, b, r), (c, d, s) in pairwise(spine)]
    places = sorted([*spine[1:-1], *along])
    if kind in ("spines", "low", "scutes"):
        high, wide = {"spines": (11, 3), "low": (6, 3.4), "scutes": (6.5, 5)}[kind]
        for x, y, r in places:
            pen.solid(put(f"-{wide},2! -1,-{high}! {wide},2!", x, y - r + 0.6, 1), colour)
    elif kind == "fin":
        top = [Point(x, y - r - 6) for x, y, r in places]
        pen.solid((*top, *[Point(x, y) for x, y, _r in reversed(places)]), colour)
    elif kind in ("casque", "frill"):
        x, y, r = spine[-1]
        shape = (
            "-12,2! -16,-14 -8,-22! 4,-12 8,-2!"
            if kind == "casque"
            else "2,-8! -14,-26! -22,-8 -24,10 -12,26! 2,10!"
        )
        pen.solid(put(shape, x, y, r / 11), colour)


def _pattern(pen: Pen, kind: str, spine: list[tuple[float, float, float]], ink: str, grain: float) -> None:
    along = [((a * 3 + c) / 4, (b * 3 + d) / 4, (r * 3 + s) / 4) for (a, b, r), (c, d, s) in pairwise(spine)]
    half = [((a + c * 3) / 4, (b + d * 3) / 4, (r + s * 3) / 4) for (a, b, r), (c, d, s) in pairwise(spine)]
    places = sorted([*along, *half])
    if kind == "bands":
        for x, y, r in places:
            pen.flat(
                put(
                    f"-2.6,-{r + 1:.1f} 2.6,-{r + 1:.1f} 1.6,{r * 0.5:.1f} -1.6,{r * 0.5:.1f}",
                    x,
                    y,
                    1,
                    wide=grain,
                ),
                ink,
            )
    elif kind == "stripe":
        pen.flat(taper(*[(x, y - r * 0.1, max(r * 0.2, 0.8) * grain) for x, y, r in spine]), ink)
    elif kind in ("spots", "beads"):
        pen.dots(
            [(x + 2 * up, y + r * up, 1.6 * grain) for x, y, r in places for up in (-0.75, -0.3, 0.15)], ink
        )
    elif kind == "blotches":
        pen.flat([oval(x, y - r * 0.35, 4.4 * grain, r * 0.5, 20) for x, y, r in places[::2]], ink)


def _face(
    pen: Pen,
    build: Build,
    snout: list[tuple[float, float, float]],
    head: tuple[float, float, float],
    ink: str,
) -> None:
    x, y, r = snout[-1]
    hx, hy, hr = head
    mouth = (
        Point(x + r * 0.8, y + r * 0.1),
        Point((x + hx) / 2, (y + hy) / 2 + hr * 0.42),
        Point(hx - hr * 0.2, hy + hr * 0.4),
    )
    pen.line(mouth, ink, 1.5, 0.8)
    pen.dots([(x + r * 0.35, y - r * 0.5, 1)], ink)
    if build.jaw:
        teeth = [
            put(
                "-1.6,-0.6! 1.6,-0.6! 0,3.6!",
                hx + (x - hx) * at,
                hy + (y - hy) * at + hr * (0.42 - 0.36 * at),
                1,
            )
            for at in (0.4, 0.55, 0.7, 0.85, 1.0)
        ]
        pen.flat(teeth, "F8F4E8")
