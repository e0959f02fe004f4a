"""The platypus: flat from bill to tail."""

from cards.art.figures.pen import Figure, Pen, oval, put, shade, taper
from cards.art.figures.spec import Spec


def draw(spec: Spec) -> Figure:
    body, bill = spec.colour("body", "6B4A34"), spec.colour("bill", "4E5560")
    belly, foot = spec.colour("belly", "B08A62"), spec.colour("foot", "C88A4E")
    pen = Pen(spec.text, shade(body, 0.7))
    for x, turn in ((84, 24), (38, 30)):
        pen.solid(
            put("-4,-4! 4,-6 14,2! 17,8! 10,8! 6,12! 0,9! -6,11! -6,2", x, 104, 1.2, turn), shade(foot, 0.3)
        )
    tail = put("6,-9! -16,-13 -40,-10 -47,1 -40,12 -14,13 6,10!", 26, 92, 1, 6)
    pen.solid(tail, shade(body, 0.15))
    with pen.within(tail):
        for x in (-32, -22, -12):
            pen.line(put(f"{x},-12 {x - 2},0 {x},12", 26, 92, 1, 6), shade(body, 0.45), 1.3, 0.6)
    torso = taper((22, 90, 12), (40, 86, 19), (60, 85, 20.5), (80, 86, 17), (94, 88, 12.5))
    flat = put("-5,-8 8,-6 22,-5 33,1 32,7 20,9 6,8 -5,9", 102, 88)
    pen.solid(flat, bill)
    pen.solid(torso, body)
    with pen.within(torso):
        pen.flat(taper((22, 100, 8), (46, 103, 9), (70, 104, 9), (96, 100, 6)), belly)
        pen.flat(oval(96, 82, 2.6, 2), belly)
    pen.line("104,92 118,94 133,92", shade(bill, 0.5), 1.4, 0.7)
    pen.dots([(126, 86, 1.2)], "1E1A18")
    for x, turn in ((74, 30), (30, 36)):
        pen.solid(put("-5,-6! 5,-8 14,2! 19,9! 11,9! 7,14! 1,10! -6,13! -7,2", x, 104, 1.25, turn), foot)
    pen.eye(94, 82, 2.7)
    return pen.figure("afloat")
