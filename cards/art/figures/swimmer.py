"""Mammals of the sea: seals, sea cows and whales, along a spine from the tail to the tip of the head."""

from dataclasses import dataclass

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


FLUKES = {
    "seal": "4,-4! -10,-13 -22,-12! -13,-2 -23,8! -9,8 4,5!",
    "lion": "4,-5! -8,-4 -18,6 -26,5! -22,11 -8,12 4,8!",
    "whale": "6,-3! -6,-6 -16,-20 -25,-23! -20,-8 -14,-1 -17,8 -25,18! -8,14 0,5 6,4!",
    "dugong": "6,-4! -8,-8 -18,-19! -16,-2 -20,14! -8,8 6,4!",
    "paddle": "6,-5! -10,-14 -26,-10 -28,2 -20,12 -6,11 6,6!",
}

BUILDS: dict[str, Build] = {
    "seal": Build(
        ((12, 104, 6), (28, 106, 13), (48, 104, 18), (70, 98, 18), (88, 84, 15), (95, 72, 15)),
        ((95, 76, 11), (105, 80, 8), (108, 81, 7)), FLUKES["seal"], 14,
        "70,106! 80,104 88,112 92,121! 78,121 68,114",
        far_flipper="84,102! 94,104 104,112 108,119! 94,119 84,110", mouth="112,86 104,88 98,85",
    ),
    "lion": Build(
        ((18, 108, 7), (32, 104, 15), (50, 94, 20), (68, 78, 20), (80, 56, 15), (86, 38, 12), (91, 31, 11.5)),
        ((91, 34, 9), (102, 36, 6.4), (107, 37, 5.4)), FLUKES["lion"], 6,
        "68,84! 80,88 86,106 98,119! 80,121 64,120! 70,106 64,94",
        far_flipper="80,84! 90,92 96,106 110,117! 92,118 84,104", ear=True, mouth="110,42 102,43 95,40",
    ),
    "leopard": Build(
        ((4, 108, 5), (22, 110, 11), (44, 106, 15), (66, 100, 17), (84, 88, 14), (94, 72, 11.5),
        (99, 62, 12)),
        ((99, 65, 9.6), (112, 66, 7.6), (120, 68, 6.6)), FLUKES["seal"], 6,
        "64,108! 76,106 84,114 88,121! 72,121 62,116", mouth="125,73 112,76 101,74",
    ),
    "walrus": Build(
        ((10, 108, 7), (26, 102, 19), (46, 92, 27), (66, 80, 26), (82, 62, 20), (90, 48, 16)),
        ((90, 52, 13), (101, 57, 11), (103, 59, 10.5)), FLUKES["lion"], 2,
        "64,94! 78,98 84,110 96,119! 78,121 62,120! 66,108",
        far_flipper="80,92! 92,100 98,110 110,118! 92,119 82,106",
    ),
    "dugong": Build(
        ((6, 66, 4), (22, 66, 12), (44, 66, 20), (68, 66, 22), (88, 64, 17), (99, 64, 14)),
        ((99, 67, 11), (107, 74, 9.4), (109, 79, 9)), FLUKES["dugong"], 0,
        "76,74! 86,80 84,96 76,104 72,94 70,82", mouth="112,86 106,88 100,84", where="below",
    ),
    "manatee": Build(
        ((8, 74, 7), (24, 70, 16), (44, 66, 23), (66, 65, 24), (86, 66, 18), (97, 69, 14.5)),
        ((97, 72, 11), (106, 77, 9.6), (108, 78, 9)), FLUKES["paddle"], 10,
        "74,76! 86,82 88,98 80,106 72,98 68,84", mouth="114,84 107,86 101,83", where="below",
    ),
    "whale": Build(
        ((8, 60, 3.4), (22, 62, 8), (42, 64, 16), (64, 64, 20), (86, 62, 19), (102, 62, 16)),
        ((102, 63, 15), (112, 65, 11), (120, 67, 6)), FLUKES["whale"], 4,
        "72,76! 82,80 84,92 78,106! 70,98 66,86", fin="34,52! 28,44 24,42! 27,50 26,55!",
        eye=(0.3, 0.42), mouth="124,66 110,64 100,66 94,70", where="below",
    ),
    "humpback": Build(
        ((6, 50, 3.4), (20, 56, 8), (40, 62, 16), (62, 66, 20.5), (84, 66, 19), (100, 64, 15)),
        ((100, 65, 14), (112, 66, 10), (121, 67, 5)), FLUKES["whale"], 14,
        "76,78! 84,84 74,100 50,116 44,112! 56,102 64,90 66,80", fin="36,50! 32,42 28,43! 28,52!",
        far_flipper="80,80! 90,84 96,96 112,108! 96,108 82,96", eye=(0.2, 0.4),
        mouth="125,66 112,64 100,66 92,71",
        where="below",
    ),
    "sperm": Build(
        ((6, 60, 3.4), (22, 62, 9), (42, 62, 17), (64, 60, 21), (86, 58, 22), (102, 58, 21)),
        ((102, 58, 21), (112, 58, 20), (116, 58, 19)), FLUKES["whale"], 2,
        "70,76! 78,78 78,90 70,94 66,86", fin="30,52! 26,46 22,50!", eye=(-0.9, 0.5),
        mouth="128,76 112,78 96,76", where="below",
    ),
    "dolphin": Build(
        ((8, 78, 3), (22, 72, 7), (40, 64, 13), (60, 58, 16.5), (80, 56, 15), (94, 59, 11.5)),
        ((94, 60, 9.6), (104, 64, 5), (116, 68, 3)), FLUKES["whale"], -12,
        "70,68! 80,72 78,86 66,96! 64,84 62,72", fin="50,46! 44,30 34,22! 36,36 34,50!",
        eye=(0.25, 0.15), mouth="118,69 106,67 97,68", where="below",
    ),
    "orca": Build(
        ((8, 76, 3.4), (22, 72, 8), (40, 66, 15), (62, 60, 20), (84, 58, 18), (98, 60, 13)),
        ((98, 62, 11.5), (108, 65, 8), (112, 66, 6)), FLUKES["whale"], -10,
        "72,70! 86,74 88,88 76,98 68,90 66,78", fin="60,44! 56,24 50,8! 46,26 44,48!",
        eye=(0.35, 0.05), mouth="116,70 106,71 98,70", where="below",
    ),
    "porpoise": Build(
        ((10, 76, 3), (24, 70, 8), (42, 64, 14.5), (62, 60, 17), (82, 60, 15.5), (95, 63, 12.5)),
        ((95, 64, 11), (101, 66, 9.4), (103, 66.5, 9)), FLUKES["whale"], -10,
        "70,70! 80,74 80,86 72,92 66,84", eye=(0.35, 0.1), mouth="109,70 103,72 98,70", where="below",
    ),
}  # fmt: skip
FINS = {
    "none": "", "tall": "60,44! 56,24 50,8! 46,26 44,48!", "hooked": "52,48! 46,32 36,24! 38,38 36,52!",
    "low": "60,46! 50,38 40,40 34,52!", "small": "34,52! 28,44 24,42! 27,50 26,55!",
}  # fmt: skip


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
    raised = build.fin if fin == "own" else FINS[fin]
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
