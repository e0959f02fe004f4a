"""Mammals on legs: a body along a spine from rump to head, with snout, ears, legs, tail, horns and coat."""

from itertools import pairwise

from cards.art.figures.mammal_builds import BUILDS, EARS, HORNS, TAILS, Build
from cards.art.figures.mammal_coat import MARKS, Shape, between, draw_mane, draw_mark, draw_pattern
from cards.art.figures.pen import (
    GROUND,
    Figure,
    Outline,
    Pen,
    Point,
    Spine,
    course,
    outline,
    oval,
    put,
    shade,
    taper,
    tint,
)
from cards.art.figures.spec import Spec


def draw(spec: Spec) -> Figure:
    build = BUILDS[spec.choice("build", tuple(BUILDS), "cat")]
    shape = _shape(spec, build)
    body = spec.colour("body", "A07A50")
    legs = spec.colour("legs", body)
    marks = {name: colour for name in MARKS if (colour := spec.colour(name))}
    pen = Pen(spec.text, shade(body, 0.7))
    torso, snout = taper(*shape.spine), taper(*shape.snout)
    near = [taper(*limb) for limb in (shape.hind, shape.fore) if limb]
    _far_legs(pen, spec, shape, legs)
    _tail(pen, spec, shape, body)
    _quills(pen, spec, shape)
    _horns(pen, spec, shape, far=True)
    _ears(pen, spec, shape, body, far=True)
    if build.hump != (0, 0):
        pen.solid(put("-19,14 -11,-2 0,-9 9,-3 18,14", *build.hump), body)
    pen.solid(torso, body)
    pen.solid(snout, body)
    draw_mane(pen, spec, shape, snout, marks.get("hood", body))
    with pen.within(torso, snout):
        for name, colour in marks.items():
            draw_mark(pen, shape, name, colour)
    for limb in near:
        pen.solid(limb, legs)
    _fold(pen, shape)
    with pen.within(torso, snout, *near):
        draw_pattern(pen, spec, shape)
    _feet(pen, spec, shape, near, legs)
    _ears(pen, spec, shape, body, far=False)
    _horns(pen, spec, shape, far=False)
    _features(pen, spec, shape)
    return pen.figure(build.where)


def _shape(spec: Spec, build: Build) -> Shape:
    """The build with legs, girth, neck, head and snout of the species' own size."""
    tall, plump = spec.amount("legsize", 1, 0.4, 1.6), spec.amount("plump", 1, 0.6, 1.5)
    neck, head = spec.amount("neck", 1, 0.4, 2), spec.amount("headsize", 1, 0.6, 1.6)
    long, nod = spec.amount("snout", 1, 0.3, 2.5), spec.amount("nod", 0, -40, 60)
    length = spec.amount("length", 1, 0.7, 1.5)
    trunk = len(build.spine) - build.neck
    x0 = build.spine[0][0]
    foot = max((y for _x, y, _r in (*build.hind, *build.fore)), default=GROUND)
    lift = (foot - build.hip) * (tall - 1)
    spine: list[tuple[float, float, float]] = []
    for at, (x, y, r) in enumerate(build.spine):
        across = x0 + (x - x0) * length
        if at < trunk:
            spine.append((across, y - lift, r * plump))
            continue
        bx, by, _r = build.spine[trunk - 1]
        cx, cy, _r = spine[trunk - 1]
        thick = head if at == len(build.spine) - 1 else 1 + (plump - 1) * 0.5
        spine.append((cx + (x - bx) * neck, cy + (y - by) * neck, r * thick))
    hx, hy, _r = build.spine[-1]
    nx, ny, _r = spine[-1]
    snout = []
    for x, y, r in build.snout:
        end = Point(nx + (x - hx) * head * long, ny + (y - hy) * head * long).turned(nod, nx, ny)
        snout.append((end.x, end.y, r * head))

    def limb(points: Spine) -> Spine:
        return tuple((x0 + (x - x0) * length, foot - (foot - y) * tall, r) for x, y, r in points)

    return Shape(build, tuple(spine), tuple(snout), limb(build.hind), limb(build.fore), lift)


def _far_legs(pen: Pen, spec: Spec, shape: Shape, colour: str) -> None:
    tone = shade(colour, 0.3)
    sock = spec.colour("socks")
    for limb, (dx, dy) in ((shape.hind, shape.build.far_hind), (shape.fore, shape.build.far_fore)):
        if not limb or (dx, dy) == (0, 0):
            continue
        leg = taper(
            *[(x + dx * (0.3 + 0.7 * i / (len(limb) - 1)), y + dy, r) for i, (x, y, r) in enumerate(limb)]
        )
        pen.solid(leg, tone)
        if sock:
            with pen.within(leg):
                pen.flat(_below(limb, dy), shade(sock, 0.3))


def _below(limb: Spine, dy: float = 0) -> Outline:
    """All below the middle joint of a leg."""
    _x, y, _r = limb[-2]
    return put(f"-60,{y + dy - 4:.0f}! 190,{y + dy - 4:.0f}! 190,140! -60,140!")


def _tail(pen: Pen, spec: Spec, shape: Shape, body: str) -> None:
    kind = spec.choice("tailshape", tuple(TAILS), shape.build.tail_shape)
    size, up = spec.amount("tailsize", 1, 0.2, 2), spec.amount("tailturn", 0, -120, 120)
    colour, tip, bands = spec.colour("tail", body), spec.colour("tailtip"), spec.colour("tailbands")
    if not shape.build.tail or kind == "none":
        return
    x0, y0 = shape.build.tail[0]
    places = [
        Point(x0 + (x - x0) * size, y0 - shape.lift + (y - y0) * size).turned(up, x0, y0 - shape.lift)
        for x, y in shape.build.tail
    ]
    radii = TAILS[kind]
    spine = [
        (p.x, p.y, radii[round(at * (len(radii) - 1) / (len(places) - 1))]) for at, p in enumerate(places)
    ]
    shaped = taper(*spine)
    pen.solid(shaped, colour)
    with pen.within(shaped):
        if bands:
            for (ax, ay, ar), (bx, by, _r) in pairwise(spine[1:]):
                for share in (0.0, 0.5):
                    x, y = ax + (bx - ax) * share, ay + (by - ay) * share
                    across = Point(-(by - ay), bx - ax)
                    scale = ar * 1.6 / max(abs(across.x) + abs(across.y), 0.1)
                    pen.line(
                        (
                            Point(x - across.x * scale, y - across.y * scale),
                            Point(x + across.x * scale, y + across.y * scale),
                        ),
                        bands,
                        3.4,
                    )
        if tip:
            x, y, r = spine[-1]
            bx, by, br = spine[-2]
            pen.flat(oval((x * 2 + bx) / 3, (y * 2 + by) / 3, max(r, br) * 1.15 + 2), tip)
    if kind == "tuft":
        x, y, _r = spine[-1]
        pen.solid(oval(x, y + 3, 4.4, 7.4), tip or shade(colour, 0.4))


def _quills(pen: Pen, spec: Spec, shape: Shape) -> None:
    """Spines or shaggy hair that stand behind the back."""
    colour, size = spec.colour("quills"), spec.amount("quillsize", 1, 0.3, 3)
    if not colour:
        return
    for x, y, r in between(shape.trunk):
        for turn in (-62, -38, -14):
            tip = put("-3.4,0! 0,-13! 3.4,0!", x, y - r * 0.86, size, turn)
            pen.solid(tuple(p.turned(turn * 0.3 - 6, x, y) for p in tip), colour)


def _ears(pen: Pen, spec: Spec, shape: Shape, body: str, *, far: bool) -> None:
    kind = spec.choice("ears", tuple(EARS), shape.build.ears)
    size, turn = spec.amount("earsize", 1, 0.3, 3), spec.amount("earturn", 0, -70, 70)
    colour, inner, tip = (
        spec.colour("ear", body),
        spec.colour("inner", tint(body, 0.35)),
        spec.colour("eartip"),
    )
    whole, hollow = (*EARS[kind], "", "")[:2]
    x, y, r = shape.part("head")
    dx, dy, angle = shape.build.far_ear if far else shape.build.ear
    place = (x + r * dx, y + r * dy, r / 14 * size, angle + turn)
    if not whole:
        return
    shaped = put(whole, *place)
    pen.solid(shaped, shade(colour, 0.22) if far else colour)
    if hollow and not far:
        pen.flat(put(hollow, *place), inner)
    if tip:
        with pen.within(shaped):
            top = min(p.y for p in outline(whole))
            pen.flat(
                put(f"-30,{top - 4}! 30,{top - 4}! 30,{top * 0.66:.1f}! -30,{top * 0.66:.1f}!", *place), tip
            )


def _horns(pen: Pen, spec: Spec, shape: Shape, *, far: bool) -> None:
    kind = spec.choice("horns", tuple(HORNS), shape.build.horns)
    colour, size = spec.colour("horn", "B09A78"), spec.amount("hornsize", 1, 0.3, 2)
    x, y, r = shape.part("head")
    dx, dy = (0.32, -0.82) if far else (0.05, -0.86)
    if far and kind == "rhino":
        return
    for part in HORNS[kind]:
        spine = [(x + r * dx + a * size, y + r * dy + b * size, c * (0.5 + size / 2)) for a, b, c in part]
        if far:
            spine = [(a + 4 + (a - x) * 0.16, b + 1.5, c) for a, b, c in spine]
        pen.solid(taper(*spine), shade(colour, 0.25) if far else colour)


def _fold(pen: Pen, shape: Shape) -> None:
    """Soft lines where thigh and shoulder lie on the trunk."""
    for limb in (shape.hind, shape.fore):
        if len(limb) > 2:
            (x, y, r), (kx, ky, kr) = limb[0], limb[1]
            side = 0.92 if limb is shape.hind else -0.92
            bend = (
                Point(x + side * r * 0.7, y - r * 0.55),
                Point(x + side * r, y + r * 0.2),
                Point(kx + side * kr, ky),
            )
            pen.line(bend, "1C2130", 1.5, 0.16)


def _feet(pen: Pen, spec: Spec, shape: Shape, near: list[Outline], legs: str) -> None:
    sock, kind = (
        spec.colour("socks"),
        spec.choice("feet", ("paws", "hooves", "claws", "webs"), shape.build.feet),
    )
    colour = spec.colour("foot", shade(legs, 0.6) if kind == "hooves" else shade(legs, 0.08))
    limbs = [limb for limb in (shape.hind, shape.fore) if limb]
    for limb, leg in zip(limbs, near, strict=True):
        if sock:
            with pen.within(leg):
                pen.flat(_below(limb), sock)
        x, y, r = limb[-1]
        if kind == "hooves":
            pen.solid(put("-1,-1.1! 0.9,-1.1! 1.5,1! -1.1,1!", x + 0.4, y, r), colour)
        elif kind == "webs":
            pen.solid(put("-1.2,-0.6 0.6,-0.9 3.4,0.9! -1.2,1!", x, y, r), colour)
        else:
            pen.solid(put("-1.1,-0.7 0.5,-1 1.9,0 2,1! -1.1,1!", x, y, r), sock or colour)
            if kind == "claws":
                for at in range(3):
                    pen.line(
                        course(x + r * (0.5 + at * 0.55), y + r * 0.5, x + r * (1 + at * 0.6), y + r),
                        "2E2822",
                        1.5,
                    )


def _features(pen: Pen, spec: Spec, shape: Shape) -> None:
    """Eye, nose, mouth, whiskers and tusks."""
    nose, iris = spec.colour("nose", "2A1E1A"), spec.colour("eye") or ""
    eyes, patch = spec.amount("eyesize", 1, 0.5, 2.5), spec.colour("eyepatch")
    tusk, tusks = spec.colour("tusk"), spec.amount("tusksize", 1, 0.3, 3)
    x, y, r = shape.part("head")
    a, b, s = shape.snout[-1]
    dx, dy = shape.build.eye
    if patch:
        pen.flat(oval(x + r * dx - r * 0.04, y + r * dy + r * 0.06, r * 0.34, r * 0.28, 35), patch)
    pen.flat(oval(a + s * 0.62, b - s * 0.28, s * 0.46, s * 0.38), nose)
    pen.line(
        (Point(a + s * 0.7, b + s * 0.35), Point(a, b + s * 0.58), Point(a - s * 0.9, b + s * 0.4)),
        "1C1412",
        1.3,
        0.55,
    )
    if tusk:
        pen.solid(put("-1.8,0! 1.8,0! 0.6,8 -2.4,13! -2.2,6", a - s * 0.3, b + s * 0.4, tusks), tusk)
    pen.eye(x + r * dx, y + r * dy, max(2.4, r * 0.2) * eyes, iris)
