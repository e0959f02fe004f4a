"""Bats in flight, seen from the front."""

from cards.art.figures.bodies import outlines
from cards.art.figures.pen import Figure, Pen, oval, put, shade, taper, tint
from cards.art.figures.spec import Spec

WINGS, EARS = outlines("bat-wings"), outlines("bat-ears")


def draw(spec: Spec) -> Figure:
    body, wing = spec.colour("body", "6E5038"), spec.colour("wing", "3E3230")
    (ears,), size = EARS[spec.choice("ears", tuple(EARS))], spec.amount("earsize", 1, 0.4, 2)
    (wings,), span = WINGS[spec.choice("wings", tuple(WINGS))], spec.amount("span", 1, 0.6, 1.5)
    snout, leaf = spec.amount("snout", 1, 0.4, 2.5), spec.colour("leaf")
    head, belly = spec.colour("head", body), spec.colour("belly", tint(body, 0.3))
    collar, tail = spec.colour("collar"), spec.colour("tail")
    pen = Pen(spec.text, shade(wing, 0.5))
    if tail:
        pen.solid(put("-8,0! 8,0! 14,22! 0,17 -14,22!", 64, 88), tail)
    for side in (False, True):
        shape = put(wings, 64, 66, 1, flip=side, wide=span)
        pen.solid(shape, wing)
        with pen.within(shape):
            for bend in ("2,2 28,-30 66,-8", "2,2 28,-30 50,6", "2,2 27,-30 34,12", "2,2 26,-28 16,16"):
                pen.line(put(bend, 64, 66, 1, flip=side, wide=span), tint(wing, 0.28), 1.7, 0.8)
    for x in (58, 70):
        pen.line(f"{x},92 {x + (x - 64) * 0.3:.1f},101", shade(body, 0.35), 3, solid=True)
    torso = taper((64, 92, 8), (64, 80, 12.5), (64, 66, 12), (64, 56, 9))
    pen.solid(torso, body)
    with pen.within(torso):
        pen.flat(oval(64, 84, 8, 15), belly)
        if collar:
            pen.flat(oval(64, 60, 16, 7), collar)
    for side in (False, True):
        pen.solid(
            put(ears, 64 + (8 if side else -8), 40, size, 18 if side else -18, flip=side), shade(head, 0.25)
        )
        pen.flat(
            put(ears, 64 + (8 if side else -8), 40, size * 0.6, 18 if side else -18, flip=side),
            tint(head, 0.25),
        )
    pen.solid(oval(64, 46, 13.5, 12.5), head)
    pen.solid(oval(64, 51 + snout, 6.4, 3.6 + 2.4 * snout), tint(head, 0.14))
    if leaf:
        pen.solid(put("-3.4,2! 0,-9! 3.4,2!", 64, 50 + snout * 2), leaf)
    pen.flat(oval(64, 52.6 + 2.6 * snout, 2.6, 1.7), "221A18")
    for at in (57.5, 70.5):
        pen.eye(at, 44, 2.7)
    return pen.figure("air")
