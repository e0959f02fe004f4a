"""Frogs and toads, sitting, from the side."""

from cards.art.figures.pen import Figure, Pen, Point, oval, put, shade, taper, tint
from cards.art.figures.spec import Spec

PATTERNS = ("none", "spots", "warts", "blotches", "stripes", "bars")


def draw(spec: Spec) -> Figure:
    body = spec.colour("body", "6F9A3E")
    belly, legs = spec.colour("belly", "E6E8C0"), spec.colour("legs", shade(body, 0.06))
    plump, size = spec.amount("plump", 1, 0.6, 1.4), spec.amount("headsize", 1, 0.7, 1.5)
    sit, nose = spec.amount("sit", 0, -20, 25), spec.amount("nose", 0, 0, 14)
    pattern, ink = spec.choice("pattern", PATTERNS), spec.colour("ink", shade(body, 0.4))
    iris, eyes = spec.colour("eye", "E8B83A"), spec.amount("eyesize", 1, 0.6, 1.7)
    stripe, mask, drum = spec.colour("stripe"), spec.colour("mask"), spec.colour("drum")
    toes, sac = spec.choice("toes", ("plain", "discs", "webs")), spec.colour("sac")
    thigh, reach = spec.amount("thigh", 1, 0.6, 1.5), spec.amount("reach", 1, 0.6, 1.6)
    flank = spec.colour("flank")
    pen = Pen(spec.text, shade(body, 0.7))
    base = [
        (26.0, 106.0, 11.0),
        (42.0, 96.0, 19 * plump),
        (62.0, 84.0, 21 * plump),
        (80.0, 72.0, 19 * size),
        (90.0, 68.0, 16 * size),
    ]
    spine = [(p.x, p.y, r) for (x, y, r) in base for p in (Point(x, y).turned(-sit, 34, 104),)]
    hx, hy, hr = spine[-1]
    sx, sy, _r = spine[-2]
    snout = taper((hx, hy + 1, hr * 0.86), (hx + hr * 0.62, hy + hr * 0.24, hr * 0.6))
    _arm(pen, sx + 8, sy + 14, shade(legs, 0.3), reach, toes)
    pen.solid(taper((44, 104, 9), (62, 108, 7), (50, 116, 5.4), (70, 119, 4)), shade(legs, 0.35))
    if sac:
        pen.solid(oval(hx + 2, hy + hr * 1.0, hr * 0.95), sac)
    ex, ey = hx + hr * 0.02, hy - hr * 0.72
    pen.solid(oval(ex, ey, hr * 0.46 * eyes), body)
    torso = taper(*spine)
    pen.solid(torso, body)
    if nose:
        pen.solid(put(f"-5,-5! {nose},-3! -4,6!", hx + hr * 1.1, hy + hr * 0.2), body)
    pen.solid(snout, body)
    with pen.within(torso, snout):
        pen.flat(
            taper(
                *[(x + r * 0.2, y + r * 0.8, r * 0.55) for x, y, r in spine],
                (hx + hr, hy + hr * 0.9, hr * 0.4),
            ),
            belly,
        )
        if flank:
            pen.flat(taper(*[(x, y + r * 0.3, r * 0.22) for x, y, r in spine[:-1]]), flank)
        if stripe:
            pen.flat(
                taper(
                    *[(x - r * 0.25, y - r * 0.62, 2.6) for x, y, r in spine[:-1]],
                    (hx + hr * 0.6, hy - hr * 0.45, 1.6),
                ),
                stripe,
            )
        _pattern(pen, pattern, spine, ink)
        if mask:
            pen.flat(taper((hx + hr * 1.2, hy + 1, 1.5), (ex, ey + hr * 0.5, 4), (sx - 4, sy + 4, 4)), mask)
    if drum:
        pen.flat(oval(hx - hr * 0.55, hy - hr * 0.02, hr * 0.27), drum)
    _thigh(pen, legs, thigh, pattern, ink, toes)
    _arm(pen, sx - 2, sy + 16, legs, reach, toes)
    pen.line(
        (
            Point(hx + hr * 1.1, hy + hr * 0.36),
            Point(hx + hr * 0.4, hy + hr * 0.62),
            Point(hx - hr * 0.5, hy + hr * 0.44),
        ),
        shade(body, 0.6),
        1.7,
        0.8,
    )
    pen.dots([(hx + hr * 0.98, hy + hr * 0.02, 1.1)], shade(body, 0.65))
    pen.eye(ex + 0.6, ey, hr * 0.33 * eyes, iris)
    return pen.figure()


def _thigh(pen: Pen, colour: str, size: float, pattern: str, ink: str, toes: str) -> None:
    upper = taper((34, 104, 11 * size), (46, 100, 12.5 * size), (60, 96, 8 * size))
    lower = taper((60, 97, 6.5 * size), (46, 110, 5.6), (38, 117, 4.4), (56, 119.5, 3))
    pen.solid(lower, shade(colour, 0.12))
    _toes(pen, 58, 119.5, shade(colour, 0.12), toes)
    pen.solid(upper, colour)
    if pattern in ("bars", "blotches"):
        with pen.within(upper):
            for x in (34, 43, 52):
                pen.line(f"{x},{84} {x + 6},{118}", ink, 3.4)
    elif pattern in ("spots", "warts"):
        pen.dots([(38, 98, 2), (47, 104, 2.2), (49, 94, 1.8)], ink)


def _arm(pen: Pen, x: float, y: float, colour: str, reach: float, toes: str) -> None:
    pen.solid(
        taper((x, y - 4, 6.4), (x + 4 * reach, y + 12, 5), (x + 2 * reach, 114, 4), (x + 5 * reach, 119, 3)),
        colour,
    )
    _toes(pen, x + 5 * reach, 119, colour, toes)


def _toes(pen: Pen, x: float, y: float, colour: str, kind: str) -> None:
    for dx, dy in ((10, 1.6), (9, -1.6), (5, 3)):
        pen.line(f"{x:.1f},{y:.1f} {x + dx:.1f},{y + dy:.1f}", colour, 2.2, solid=True)
        if kind == "discs":
            pen.solid(oval(x + dx + 1, y + dy, 2.4), tint(colour, 0.2))
    if kind == "webs":
        pen.flat(put("0,0! 11,-2! 9,2 10,3! 4,4!", x, y), colour, 0.8)


def _pattern(pen: Pen, kind: str, spine: list[tuple[float, float, float]], ink: str) -> None:
    dots = [
        (x + (at * 5 % 7 - 3) * 1.4 + 4, y + r * up, 1.7 + (row + at) % 3 * 0.6)
        for row, (x, y, r) in enumerate(spine)
        for at, up in enumerate((-0.8, -0.45, -0.1, 0.2))
    ]
    if kind == "warts":
        pen.dots(dots, ink, 0.7)
        pen.dots([(x - 0.5, y - 0.6, r * 0.5) for x, y, r in dots], tint(ink, 0.5), 0.7)
    elif kind == "spots":
        pen.dots(dots[::2], ink)
    elif kind == "blotches":
        pen.flat([oval(x, y, r * 2.2, r * 1.6, 30) for x, y, r in dots[::3]], ink)
    elif kind == "stripes":
        for off in (-0.5, 0.25):
            pen.flat(taper(*[(x, y + r * off, 2) for x, y, r in spine]), ink)
