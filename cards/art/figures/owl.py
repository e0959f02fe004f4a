"""Owls, seen from the front: discs around the eyes, ear tufts, the pattern of the breast."""

from cards.art.figures.pen import Figure, Outline, Pen, outline, oval, put, shade
from cards.art.figures.spec import Spec

FACES = ("round", "heart", "plain")


def draw(spec: Spec) -> Figure:
    body = spec.colour("body", "8A6B4A")
    breast = spec.colour("breast", "E8DAC0")
    wing, face = spec.colour("wing", shade(body, 0.15)), spec.colour("face", "D8C4A0")
    kind = spec.choice("disc", FACES)
    ring, brow = spec.colour("ring", shade(face, 0.35)), spec.colour("brow")
    tufts, pattern = spec.colour("tufts"), spec.choice("pattern", ("streaks", "bars", "spots", "none"))
    ink, dots = spec.colour("ink", shade(body, 0.3)), spec.colour("spots")
    iris, bill = spec.colour("eye", "F2B92E"), spec.colour("bill", "D8B04A")
    legs, tall = spec.colour("legs", breast), spec.amount("legsize", 1, 0.5, 3)
    wide, size = spec.amount("plump", 1, 0.7, 1.3), spec.amount("headsize", 1, 0.7, 1.3)
    eyes = spec.amount("eyesize", 1, 0.5, 1.6)
    pen = Pen(spec.text, shade(body, 0.7))
    foot = 112.0
    for side in (-1, 1):
        pen.line(f"{64 + side * 10},{foot - 14} {64 + side * 10},{foot - 4 + 9 * tall}", legs, 7, solid=True)
        claw = foot - 3 + 9 * tall
        for toe in (-4, 0, 4):
            x = 64 + side * 10 + toe
            pen.line(f"{x},{claw - 2} {x},{claw + 2}", "2E2A28", 2.4, solid=True)
    pen.solid(outline("56,96! 54,122 64,125 74,122 72,96!"), shade(wing, 0.2))
    trunk = put("0,-58 28,-50 36,-14 30,28 14,50 0,54 -14,50 -30,28 -36,-14 -28,-50", 64, 62, 1, wide=wide)
    pen.solid(trunk, body)
    with pen.within(trunk):
        pen.flat(oval(64, 82, 25 * wide, 33), breast)
        _pattern(pen, pattern, ink, wide)
    for side in (-1, 1):
        shape = put("-22,-26 -36,-20 -40,8 -34,36 -20,54! -16,30 -18,0", 64, 66, 1, wide=wide, flip=side > 0)
        pen.solid(shape, wing)
        if dots:
            pen.dots([(64 + side * wide * (26 + 5 * (i % 2)), 58 + 10 * i, 2.3) for i in range(5)], dots)
    _head(pen, body, dots, tufts, size)
    _face(pen, kind, face, ring, brow, size)
    for side in (-1, 1):
        pen.eye(64 + side * 14 * size, 36, 8.4 * size * eyes, iris)
    pen.solid(put("0,-5! 5,0 0,11! -5,0", 64, 44, size), bill)
    return pen.figure()


def _head(pen: Pen, body: str, dots: str | None, tufts: str | None, size: float) -> None:
    for side in (-1, 1):
        if tufts:
            pen.solid(put("10,-18! 26,-40! 31,-14!", 64, 34, size, flip=side > 0), tufts)
    head = oval(64, 34, 35 * size, 28 * size)
    pen.solid(head, body)
    if dots:
        pen.dots(
            [
                (64 + x * size, 34 + y * size, 1.7)
                for x, y in ((-14, -20), (-5, -24), (5, -24), (14, -20), (0, -18))
            ],
            dots,
        )


def _face(pen: Pen, kind: str, face: str, ring: str, brow: str | None, size: float) -> None:
    if kind == "heart":
        heart = put("0,-14! 14,-23 30,-14 30,8 16,22 0,29! -16,22 -30,8 -30,-14 -14,-23", 64, 34, size)
        pen.flat(heart, ring)
        pen.flat(put(heart, 64 * 0.1, 37 * 0.1, 0.9), face)
        return
    discs: list[Outline] = [oval(64 + side * 15 * size, 37, 17 * size, 18 * size) for side in (-1, 1)]
    if kind == "round":
        pen.flat(discs, ring)
    pen.flat([oval(64 + side * 15 * size, 37, 14.5 * size, 15.5 * size) for side in (-1, 1)], face)
    if brow:
        for side in (-1, 1):
            pen.line(put("2,6 12,-12 28,-15", 64, 36, size, flip=side > 0), brow, 4.6)


def _pattern(pen: Pen, kind: str, ink: str, wide: float) -> None:
    places = [
        (x * wide * (1 if row % 2 else 0.8), 66 + row * 9) for row in range(5) for x in (-18, -6, 6, 18)
    ]
    if kind == "bars":
        for row in range(6):
            pen.line(
                f"{64 - 22 * wide},{64 + row * 8} 64,{68 + row * 8} {64 + 22 * wide},{64 + row * 8}", ink, 2.2
            )
    elif kind == "streaks":
        pen.flat([put("0,-5! 1.8,0 0,5! -1.8,0", 64 + x, y) for x, y in places], ink)
    elif kind == "spots":
        pen.dots([(64 + x, y, 2.2) for x, y in places], ink)
