"""Snakes: a thick line that coils, with head, pattern and rattle or hood."""

from cards.art.figures.lizard import forked_tongue
from cards.art.figures.pen import Figure, Outline, Pen, Point, outline, oval, put, shade, taper, tint
from cards.art.figures.spec import Spec

COURSES = {
    "coil": (
        "14,114 44,119 84,117 104,108 92,98 58,97 34,100 32,88 56,84 82,86 92,76 78,66 62,60 66,44 84,36",
        11,
    ),
    "heap": (
        "4,106 22,117 62,119 104,115 112,100 92,94 52,97 24,95 26,80 58,76 88,80 96,68 80,58 84,46 98,44",
        14,
    ),
    "slither": ("-18,110 -4,116 14,108 30,98 46,104 58,114 74,110 84,94 96,80 110,78", 8.5),
    "rear": ("0,112 20,118 56,118 84,112 90,102 68,98 50,94 54,74 66,56 70,38 82,30", 9.5),
    "branch": ("20,116 32,100 26,86 38,74 58,78 76,84 92,76 92,60 78,52 84,40 98,38", 8.5),
}
"""From the tail to the head, and the thickness."""
MARKS = {
    "bands": (1.0, "4.5 8", 0.0, ""),
    "rings": (1.0, "9 14", 1.0, "3 20"),
    "blotches": (0.62, "6 7", 0.3, "3 10"),
    "zigzag": (0.42, "4 2.5", 0.0, ""),
}
"""Share of the girth and dashes of a pattern, then those of its second colour."""
PATTERNS = ("none", *MARKS, "stripe")


def draw(spec: Spec) -> Figure:
    pose = spec.choice("pose", tuple(COURSES))
    course, wide = COURSES[pose]
    body, belly = spec.colour("body", "7A8A4A"), spec.colour("belly", "E8E0B8")
    thick, size = spec.amount("thick", 1, 0.5, 1.5), spec.amount("headsize", 1, 0.6, 1.6)
    pattern, ink = spec.choice("pattern", PATTERNS), spec.colour("ink", shade(body, 0.45))
    second, head = spec.colour("second"), spec.colour("head", body)
    hood, rattle, tongue = spec.colour("hood"), spec.colour("rattle"), spec.colour("tongue", "C8302C")
    iris, mask = spec.colour("eye", "E8B83A"), spec.colour("mask")
    pen = Pen(spec.text, shade(body, 0.7))
    points = outline(course)
    girth = wide * thick
    tail, (nx, ny), (hx, hy) = points[:4], (points[-2].x, points[-2].y), (points[-1].x, points[-1].y)
    if rattle:
        for at in range(4):
            x, y = points[0].x - 2 - at * 5, points[0].y - at * 4
            pen.solid(oval(x, y, 4.2 - at * 0.5, 3.4 - at * 0.4, 35), rattle)
    x0, y0 = points[0].x, points[0].y
    pen.solid(
        taper((x0 - 14, y0 - 6, 0.8), (x0 - 4, y0 - 1, girth * 0.34), (tail[1].x, tail[1].y, girth * 0.5)),
        shade(body, 0.1),
    )
    # Piece by piece, so that later coils lie over earlier ones.
    for start in range(0, len(points) - 1, 3):
        piece = points[max(start - 1, 0) : start + 4]
        pen.rope(piece, body, girth)
        _pattern(pen, pattern, piece, girth, ink, second)
        pen.line(
            tuple(Point(p.x - girth * 0.12, p.y - girth * 0.3) for p in piece),
            tint(body, 0.5),
            girth * 0.12,
            0.45,
        )
    if hood:
        pen.solid(put("-6,-14 10,-20 19,-4 17,14 6,26 -8,20 -15,4", nx, ny + 6, 0.9), hood)
        pen.rope((points[-3], points[-2], points[-1]), body, girth * 0.8)
        pen.flat(put("-4,-8 3,-10 6,4 2,16 -4,12", nx + 3, ny + 6, 0.9), belly)
    forked_tongue(pen, hx + 12 * size, hy + 5, 12 * size, tongue)
    skull = put("-13,-6 -2,-11 10,-8 18,-1 18,5 8,9 -6,10 -14,5", hx, hy, size * girth / 10)
    pen.solid(skull, head)
    with pen.within(skull):
        pen.flat(put("-16,6 4,5 20,3 20,14 -16,14", hx, hy, size * girth / 10), belly)
        if mask:
            pen.flat(oval(hx, hy - 2, 12 * size, 2.4 * size, 8), mask)
    pen.eye(hx + 5 * size, hy - 3.4 * size, 2.6, iris)
    return pen.figure()


def _pattern(pen: Pen, kind: str, piece: Outline, girth: float, ink: str, second: str | None) -> None:
    if kind == "stripe":
        pen.line(piece, ink, girth * 0.3)
    elif kind != "none":
        width, dash, over, more = MARKS[kind]
        pen.line(piece, ink, girth * width, 0.95, dash=dash)
        if second and more:
            pen.line(piece, second, girth * over, dash=more)
