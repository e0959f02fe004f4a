"""Mammals of the sea: seals, sea cows and whales, along a spine from the tail to the tip of the head."""

from dataclasses import dataclass

from cards.art.figures.bodies import builds, outlines
from cards.art.figures.pen import Figure, Outline, Pen, Point, Spine, Where, outline, oval, put, shade, taper
from cards.art.figures.spec import Spec


@dataclass(frozen=True, slots=True)
class Build:
    """
    The last point of `spine` is the middle of the head; the snout leads on from it. `fluke` is at the first
    point, turned by degrees; the flippers and the fin are outlines of their own.
    """

    spine: Spine
    snout: Spine
    fluke: str
    fluke_turn: float
    flipper: str
    far_flipper: str = ""
    fin: str = ""
    eye: tuple[float, float] = (0.3, -0.2)
    mouth: str = ""
    ear: bool = False
    where: Where = ""


BUILDS = builds("swimmer", Build)
FINS = outlines("swimmer-fins")


def draw(spec: Spec) -> Figure:
    build = BUILDS[spec.choice("build", tuple(BUILDS))]
    body = spec.colour("body", "6E7A86")
    belly, back = spec.colour("belly"), spec.colour("back")
    plump, head = spec.amount("plump", 1, 0.6, 1.4), spec.amount("headsize", 1, 0.6, 1.5)
    long, reach = spec.amount("snout", 1, 0.3, 3), spec.amount("flippersize", 1, 0.5, 1.8)
    flipper, fin = spec.colour("flipper", shade(body, 0.18)), spec.choice("fin", ("own", *FINS))
    spots, ink = (
        spec.choice("pattern", ("none", "spots", "rings", "grooves", "patches")),
        spec.colour("ink", shade(body, 0.4)),
    )
    patches = {name: spec.colour(name) for name in ("side", "cheek", "eyepatch", "throat", "saddle")}
    tusk, horn, bristles = spec.colour("tusk"), spec.colour("horn"), spec.colour("bristles")
    nose = spec.colour("nose", shade(body, 0.6))
    pen = Pen(spec.text, shade(body, 0.7))
    hx, hy, hr = build.spine[-1]
    spine = [
        (x, y, r * (plump if 0 < at < len(build.spine) - 1 else 1))
        for at, (x, y, r) in enumerate(build.spine)
    ]
    spine[-1] = (hx, hy, hr * head)
    snout = [(hx + (x - hx) * long, hy + (y - hy) * long, r * head) for x, y, r in build.snout]
    torso, face = taper(*spine), taper(*snout)
    if build.far_flipper:
        pen.solid(_grown(build.far_flipper, reach), shade(flipper, 0.3))
    raised = build.fin if fin == "own" else "".join(FINS[fin])
    if raised:
        pen.solid(outline(raised), flipper)
    pen.solid(put(build.fluke, spine[0][0], spine[0][1], 1, build.fluke_turn), flipper)
    if horn:
        x, y, r = snout[-1]
        pen.solid(taper((x, y - r * 0.3, 2.4), (x + 24, y - 14, 1.5), (x + 48, y - 26, 0.5)), horn)
    if build.ear:
        pen.solid(oval(hx - hr * 0.7, hy, 2.4, 4.4, 30), shade(body, 0.3))
    pen.solid(torso, body)
    pen.solid(face, body)
    with pen.within(torso, face):
        _coat(pen, spine, snout, back, belly, patches)
        _pattern(pen, spine, spots, ink)
    pen.solid(_grown(build.flipper, reach), flipper)
    if build.mouth and long == 1:
        pen.line(build.mouth, shade(body, 0.65), 1.5, 0.75)
    x, y, r = snout[-1]
    if bristles:
        pen.flat(oval(x + r * 0.1, y + r * 0.2, r * 0.95, r * 0.8), bristles)
        pen.dots(
            [(x + r * (0.1 + dx), y + r * (0.2 + dy), 0.9) for dx in (-0.4, 0, 0.4) for dy in (-0.25, 0.2)],
            shade(bristles, 0.5),
        )
    if tusk:
        for dx in (-5, 5):
            pen.solid(
                taper(
                    (x + dx, y + r * 0.7, 2.8),
                    (x + dx - 1, y + r * 0.7 + 18, 2),
                    (x + dx - 4, y + r * 0.7 + 32, 0.6),
                ),
                tusk,
            )
    if build.where == "":
        pen.flat(oval(x + r * 0.6, y - r * 0.35, r * 0.4, r * 0.32), nose)
    pen.eye(hx + hr * build.eye[0] * head, hy + hr * build.eye[1] * head, 2.6)
    return pen.figure(build.where)


def _grown(text: str, size: float) -> Outline:
    points = outline(text)
    root = points[0]
    return tuple(
        Point(root.x + (p.x - root.x) * size, root.y + (p.y - root.y) * size, p.corner) for p in points
    )


def _coat(
    pen: Pen,
    spine: list[tuple[float, float, float]],
    snout: list[tuple[float, float, float]],
    back: str | None,
    belly: str | None,
    patches: dict[str, str | None],
) -> None:
    whole = [*spine, snout[-1]]
    if back:
        pen.flat(taper(*[(x, y - r * 0.8, r * 0.7) for x, y, r in whole]), back)
    if belly:
        pen.flat(taper(*[(x, y + r * 0.82, r * 0.62) for x, y, r in whole]), belly)
    (mx, my, mr), (hx, hy, hr) = spine[len(spine) // 2], spine[-1]
    for name, colour in patches.items():
        if colour is None:
            continue
        if name == "side":
            pen.flat(put("14,8 -6,2 -34,-6 -22,8 -6,14", mx, my, mr / 20), colour)
        elif name == "saddle":
            pen.flat(oval(mx - mr * 0.5, my - mr * 0.8, mr * 0.62, mr * 0.34, -10), colour)
        elif name == "cheek":
            pen.flat(oval(hx - hr * 0.1, hy + hr * 0.5, hr * 0.8, hr * 0.5), colour)
        elif name == "throat":
            pen.flat(oval(hx - hr * 0.1, hy + hr * 1.05, hr * 1.3, hr * 0.62, -14), colour)
        else:
            pen.flat(oval(hx - hr * 0.2, hy - hr * 0.32, hr * 0.62, hr * 0.27, 12), colour)


def _pattern(pen: Pen, spine: list[tuple[float, float, float]], kind: str, ink: str) -> None:
    if kind == "grooves":
        for share in (0.55, 0.72, 0.9):
            course = tuple(Point(x, y + r * share) for x, y, r in spine[-4:])
            pen.line(course, ink, 1.3, 0.7)
        return
    places = [
        (x + (at * 5 % 7 - 3) * 1.6, y + r * up, 1.5 + (row + at) % 3 * 0.5)
        for row, (x, y, r) in enumerate(spine[1:])
        for at, up in enumerate((-0.75, -0.4, -0.05, 0.3))
    ]
    more = [(x + 9, y + 2, r) for x, y, r in places]
    if kind == "spots":
        pen.dots([*places, *more], ink, 0.85)
    elif kind == "rings":
        for x, y, r in places:
            pen.line(oval(x, y, r * 1.8, r * 1.5), ink, 1.2, 0.8)
    elif kind == "patches":
        pen.flat([oval(x, y, r * 2.4, r * 1.5, x % 60) for x, y, r in places], ink, 0.8)
